"""The dynamic programs in NumPy, for a machine without the compiled ones: the functions that `programs.h` declares."""

from upcard.exact.blackjack.numpy_programs.dealers import dealer_pass
from upcard.exact.blackjack.numpy_programs.disjoint import bounds_pass
from upcard.exact.blackjack.numpy_programs.opposing import opposing_pass
from upcard.exact.blackjack.numpy_programs.pairs import joint_pass, pairs_pass, product_pass, two_hands_pass
from upcard.exact.blackjack.numpy_programs.plays import (
    allow_pass,
    choose_pass,
    class_pass,
    end_pass,
    play_pass,
    reach_pass,
    set_pass,
    split_pass,
)
from upcard.exact.blackjack.numpy_programs.several import net_pass, several_pass, single_pass

__all__ = [
    "allow_pass",
    "bounds_pass",
    "choose_pass",
    "class_pass",
    "dealer_pass",
    "end_pass",
    "joint_pass",
    "net_pass",
    "opposing_pass",
    "pairs_pass",
    "play_pass",
    "product_pass",
    "reach_pass",
    "set_pass",
    "several_pass",
    "single_pass",
    "split_pass",
    "two_hands_pass",
]
