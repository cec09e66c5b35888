"""The dynamic programs in NumPy (see `programs`), for a machine without the compiled ones."""

from upcard.exact.blackjack.numpy_programs.crossed import crossed_mean
from upcard.exact.blackjack.numpy_programs.dealers import dealer_chances, dealer_tree
from upcard.exact.blackjack.numpy_programs.disjoint import bounds
from upcard.exact.blackjack.numpy_programs.ends import ended
from upcard.exact.blackjack.numpy_programs.hands import hand_kind, hand_sets, player_hands
from upcard.exact.blackjack.numpy_programs.pair_products import mean_product, pair_sums
from upcard.exact.blackjack.numpy_programs.pairs import joint_ends, two_hands
from upcard.exact.blackjack.numpy_programs.plays import (
    allowed_plays,
    chosen_plays,
    class_sums,
    play_values,
    reached,
    split_worths,
)
from upcard.exact.blackjack.numpy_programs.several import net_sums, several_hands, single_hand

__all__ = [
    "allowed_plays",
    "bounds",
    "chosen_plays",
    "class_sums",
    "crossed_mean",
    "dealer_chances",
    "dealer_tree",
    "ended",
    "hand_kind",
    "hand_sets",
    "joint_ends",
    "mean_product",
    "net_sums",
    "pair_sums",
    "play_values",
    "player_hands",
    "reached",
    "several_hands",
    "single_hand",
    "split_worths",
    "two_hands",
]
