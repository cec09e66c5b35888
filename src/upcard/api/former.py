"""Names that were public once, kept for programs that use them."""

import warnings
from collections.abc import Iterable

from upcard.analysis.blackjack import BlackjackPrice
from upcard.analysis.blackjack import analyse as analyse_table
from upcard.api.table import Table, config_of
from upcard.cards import Card


def analyse(table: Table, *, decks: int | None = None, removed: Iterable[Card] = ()) -> BlackjackPrice:
    """Return the analysis of the blackjack wager; use upcard.price and upcard.strategy instead."""
    warnings.warn("upcard.analyse: use upcard.price and upcard.strategy instead", DeprecationWarning, stacklevel=2)
    return analyse_table(config_of(table), decks=decks, removed=removed)
