"""Resolve a wager on the cards and results of a round."""

from typing import Any

from upcard.cards import cards
from upcard.rules.fact_type import Result, Split, Stream
from upcard.rules.wager import Outcome, Wager


def outcome(
    wager: Wager,
    *,
    player: str = "",
    dealer: str = "",
    choice: int | None = None,
    results: tuple[Result, ...] = (),
    splits: int = 0,
) -> Outcome:
    """Return the outcome of a wager on the cards dealt to a box and to the dealer."""
    box, against = cards(player), cards(dealer)
    streams: dict[Stream, tuple[Any, ...]] = {
        Stream.FIRST: box,
        Stream.SECOND: box[1:],
        Stream.INITIAL: box,
        Stream.BOX: box,
        Stream.PLAYER: box,
        Stream.SPLITS: (Split.MADE,) * splits,
        Stream.UPCARD: against,
        Stream.DEALER_INITIAL: against,
        Stream.DEALER: against,
        Stream.RESULTS: results,
        Stream.CHOICE: (choice,),
    }
    facts = (fact.of(streams[fact.stream][: fact.stream.longest or None]) for fact in wager.sees)
    return wager.resolve(*facts)
