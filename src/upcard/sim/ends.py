"""How hands end, and what each end brings against each dealer's hand: asked of the dealing engine itself."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from upcard.cards import Card, Rank, Suit
from upcard.game import events as ev
from upcard.game import procedure
from upcard.game.state import DEALER, Dealer, Felt, Hand, Seat, Table
from upcard.money import Cents
from upcard.rules.blackjack import Play
from upcard.rules.facts import DEALER_TOTAL, Total
from upcard.rules.wager import Point

UNIT = Cents(10_000)  # a wager whose halves and odds are whole cents
BUST = 22
ACE, TEN, SIX = (Card(rank, Suit.SPADES) for rank in (Rank.ACE, Rank.TEN, Rank.SIX))
SPARE = (Card(Rank.FIVE, Suit.SPADES), Card(Rank.TEN, Suit.HEARTS), Card(Rank.TEN, Suit.CLUBS))


class End(NamedTuple):
    """A player's hand that is played no further."""

    points: int
    blackjack: bool = False
    surrendered: bool = False
    doubled: Play | None = None


class Brought(NamedTuple):
    """What an end brought: its net result, and how many of the dealer's cards it asked for."""

    net: Fraction
    second_seen: bool
    drawn: bool


ORIGINAL, ADDED, ADDED_FREE = KINDS = range(3)  # the first hand of a box, and those that a split adds


@dataclass(frozen=True)
class Engine:
    """The dealing engine, put where a hand has ended."""

    felt: Felt

    def brings(self, kind: int, end: End, dealer: tuple[Card, ...]) -> Brought:
        """Let the dealer's cards follow and settle; cards beyond the dealer's hand are never asked for."""
        late = self.felt.hole_card == "after players"
        shown = dealer[:1] if late else dealer[:2]
        table = Table(
            self.felt,
            open=True,
            point=Point.CARD_READER,
            shoe=(*dealer[len(shown) :], *SPARE, *SPARE),
            cutting_card=99,
            seats=(self._seat(kind, end),),
            dealer=Dealer(shown, DEALER_TOTAL.of(shown), hole_hidden=self.felt.hole_card == "down, card reader"),
        )
        _, happened = procedure.proceed(table)
        dealt = [one for one in happened if isinstance(one, ev.CardDealt) and one.seat == DEALER]
        turned = any(isinstance(one, ev.HoleCardTurned) for one in happened)
        seen = bool(dealt) if late else turned or bool(dealt)
        return Brought(Fraction(_net(happened), UNIT), seen, len(dealt) > late)

    def _seat(self, kind: int, end: End) -> Seat:
        bet = Cents(0) if kind == ADDED_FREE else UNIT
        buttons = (Play.FREE_SPLIT,) if kind == ADDED_FREE else ()
        paid = end.doubled is Play.DOUBLE_DOWN
        hand = Hand(
            cards=(ACE, TEN) if end.blackjack else (SIX, SIX, SIX),
            total=Total(end.points),
            chips=(bet,),
            added=(UNIT,) if paid else (),
            buttons=(*buttons, *([Play.FREE_DOUBLE_DOWN] if end.doubled is Play.FREE_DOUBLE_DOWN else [])),
            from_split=kind != ORIGINAL,
            doubled=end.doubled is not None,
            surrendered=end.surrendered,
            ended=True,
            live=(True,),
        )
        before = Hand(cards=(SIX, SIX), total=Total(12), chips=(UNIT,), from_split=True, ended=True, live=(False,))
        return Seat(1, chips=(UNIT,), hands=(hand,) if kind == ORIGINAL else (before, hand))


def _net(happened: list[ev.Event]) -> Cents:
    """Sum what the blackjack wager won and lost among events."""
    won = sum(one.won for one in happened if isinstance(one, ev.WagerPaid | ev.ButtonCollected))
    return Cents(won - sum(one.amount for one in happened if isinstance(one, ev.WagerCollected)))
