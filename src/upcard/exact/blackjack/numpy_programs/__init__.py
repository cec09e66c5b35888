"""The dynamic programs in NumPy (see `programs`), for a machine without the compiled ones."""

from upcard.exact.blackjack.numpy_programs.crossed import crossed_mean
from upcard.exact.blackjack.numpy_programs.dealers import dealer_chances, dealer_tree
from upcard.exact.blackjack.numpy_programs.disjoint import disjoint_tables, fold, group, join, meet
from upcard.exact.blackjack.numpy_programs.ends import ended
from upcard.exact.blackjack.numpy_programs.hands import hand_kind, player_hands
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
from upcard.exact.blackjack.numpy_programs.several import net_sums, several_hands

__all__ = [
    "allowed_plays",
    "chosen_plays",
    "class_sums",
    "crossed_mean",
    "dealer_chances",
    "dealer_tree",
    "disjoint_tables",
    "ended",
    "fold",
    "group",
    "hand_kind",
    "join",
    "joint_ends",
    "mean_product",
    "meet",
    "net_sums",
    "pair_sums",
    "play_values",
    "player_hands",
    "reached",
    "several_hands",
    "split_worths",
    "two_hands",
]
