"""Deal the cards and results of a round to a wager, and see how it ends."""

from typing import Any, NamedTuple

from tests.dealing import opened, wagered
from tests.tables import NEEDS, offer, text
from upcard.cards import cards
from upcard.game import Table, play, refusals
from upcard.game import commands as do
from upcard.money import Cents
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
    """Resolve a wager on the cards dealt to a box and to the dealer, each read from the stream it flows in."""
    box, against = cards(player), cards(dealer)
    flows: dict[Stream, tuple[Any, ...]] = {
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
    facts = (fact.of(flows[fact.stream][: fact.stream.longest or None]) for fact in wager.sees)
    return wager.resolve(*facts)


class RefusedBy(NamedTuple):
    """The paragraphs by which an optional wager is refused."""

    alone: list[str]  # without a blackjack wager
    beside: list[str]  # with a blackjack wager, before the first card
    late: list[str]  # with a blackjack wager, after the first card


def refused_by(wager: Wager) -> RefusedBy:
    """Make a wager without a blackjack wager, beside one, and after the first card."""
    exactly = wager.limits.value.exactly
    command = do.PlaceWager(1, wager.name, (exactly[0] if exactly else Cents(500),), *wager.choices[:1])
    table_text = text(offer(wager.name), **NEEDS.get(wager.name, {}))

    def cites(table: Table) -> list[str]:
        return [str(refusal.cite) for refusal in refusals(table, command)]

    empty = opened(table_text, "9h 6s 9d 5c 8h 7s 2c 3d 4h")
    beside, _ = play(empty, wagered(1))
    late, _ = play(beside, do.CloseBetting())
    return RefusedBy(cites(empty), cites(beside), cites(late))
