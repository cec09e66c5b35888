"""Ask the dealing engine how it settles: the net result of a hand, how far the dealer must draw, insurance."""

from dataclasses import dataclass
from fractions import Fraction

from upcard.cards import Card, Rank, Suit
from upcard.game import events as ev
from upcard.game import procedure
from upcard.game.state import DEALER, Dealer, Felt, Hand, Seat, TableState
from upcard.money import Cents
from upcard.payoffs.hands import CARD_OF_VALUE, VALUES
from upcard.rules.apply import BUTTONS, UNITS
from upcard.rules.enums import HandKind, HoleCard, Play
from upcard.rules.facts import DEALER_TOTAL, Total
from upcard.rules.hand import HandEnded
from upcard.rules.wager import Point

NO_CENTS, UNIT = Cents(0), Cents(10_000)  # a wager whose halves and odds are whole cents
NOT_NEEDED, SECOND_CARD, COMPLETED = range(3)  # how far the dealer's hand is dealt
ACE, TEN, SIX = (Card(rank, Suit.SPADES) for rank in (Rank.ACE, Rank.TEN, Rank.SIX))
SPARE = (Card(Rank.FIVE, Suit.SPADES), Card(Rank.TEN, Suit.HEARTS), Card(Rank.TEN, Suit.CLUBS))


@dataclass(frozen=True)
class SettlementProbe:
    """The dealing engine, started where a hand has ended, to see what it does next."""

    felt: Felt

    def net(self, end: HandEnded, dealer: tuple[Card, ...]) -> Fraction:
        """Return the net result of an end against a dealer's hand, in units of the initial wager."""
        events = self._events(end, dealer)
        won = sum(event.won for event in events if isinstance(event, ev.WagerPaid | ev.ButtonCollected))
        lost = sum(event.amount for event in events if isinstance(event, ev.WagerCollected))
        return Fraction(won - lost, UNIT)

    def need(self, end: HandEnded, upcard: int) -> int:
        """Return how far the dealer's hand is dealt for an end, against an upcard by its value."""
        events = self._events(end, stiff(upcard))
        dealt = [event for event in events if isinstance(event, ev.CardDealt) and event.seat == DEALER]
        turned = any(isinstance(event, ev.HoleCardTurned) for event in events)
        if len(dealt) > (not self.felt.rules.hole_card.dealt_first):
            return COMPLETED
        return SECOND_CARD if dealt or turned else NOT_NEEDED

    def _events(self, end: HandEnded, dealer: tuple[Card, ...], insurance: Cents = NO_CENTS) -> list[ev.Event]:
        """Return the events from an ended hand to settlement; cards beyond the dealer's hand are never drawn."""
        rules = self.felt.rules
        dealt = dealer[:2] if rules.hole_card.dealt_first else dealer[:1]
        seat = _seat(end)
        table = TableState(
            self.felt,
            open=True,
            point=Point.CARD_READER,
            shoe=(*dealer[len(dealt) :], *SPARE, *SPARE),
            cutting_card=99,
            seats=(seat._replace(insurance=(insurance,)) if insurance else seat,),
            dealer=Dealer(dealt, DEALER_TOTAL.of(dealt), hole_hidden=rules.hole_card is HoleCard.DOWN),
        )
        happened: list[ev.Event] = []
        procedure.proceed(table, happened)
        return happened

    def offers_insurance(self, upcard: int) -> bool:
        """Whether insurance is offered against an upcard, by its value."""
        cards = (CARD_OF_VALUE[upcard - 1],)
        return procedure.is_insurance_offered(TableState(self.felt, point=Point.INSURANCE, dealer=Dealer(cards)))

    def insurance(self, *, blackjack: bool) -> Fraction:
        """Return the net result of a unit of insurance, with or without a dealer's blackjack."""
        events = self._events(HandEnded(Total(20), 2), (ACE, TEN if blackjack else SIX), UNIT)
        insurance = [
            event
            for event in events
            if isinstance(event, ev.WagerPaid | ev.WagerCollected) and event.wager == ev.INSURANCE
        ]
        won = sum(event.won for event in insurance if isinstance(event, ev.WagerPaid))
        lost = sum(event.amount for event in insurance if isinstance(event, ev.WagerCollected))
        return Fraction(won - lost, UNIT)

    @property
    def bust_takes_insurance(self) -> bool:
        """Whether the insurance of a player whose every hand busts is collected with the last."""
        events = self._events(HandEnded(Total(22), 3), (ACE, TEN), UNIT)
        return any(isinstance(event, ev.WagerCollected) and event.wager == ev.INSURANCE for event in events)


def _seat(end: HandEnded) -> Seat:
    """Return a seat whose last hand has this end."""
    free, doubled = end.kind is HandKind.ADDED_FREE, end.doubled
    buttons = [play for play in (Play.FREE_SPLIT if free else None, doubled) if play in BUTTONS]
    hand = Hand(
        cards=(ACE, TEN) if end.blackjack else (SIX,) * end.cards,
        total=end.total,
        chips=(Cents(0) if free else UNIT,),
        added=(Cents(UNITS[doubled] * UNIT),) if doubled in UNITS else (),
        buttons=tuple(play for play in buttons if play is not None),
        kind=end.kind,
        doubled=doubled,
        surrendered=end.surrendered,
        ended=True,
        live=(True,),
    )
    first = Hand(cards=(SIX, SIX), total=Total(12), chips=(UNIT,), kind=HandKind.SPLIT, ended=True, live=(False,))
    return Seat(1, chips=(UNIT,), hands=(hand,) if end.kind.original else (first, hand))


def stiff(up: int) -> tuple[Card, Card]:
    """Return a dealer's hand of two cards, with this upcard, that must draw: a total of 12 to 16."""
    second = 5 if up == 1 else min(16 - up, VALUES)
    return CARD_OF_VALUE[up - 1], CARD_OF_VALUE[second - 1]
