"""What a ruling says besides events and seats: totals, what was not done as due, irregularities; also as JSON."""

from dataclasses import dataclass
from typing import Any

from upcard.cards import Card
from upcard.game.irregularities import IrregularityAnswer
from upcard.game.payout_review import Difference, OutOfOrder, Part, PayoutReview
from upcard.game.round_report import DealerResult, HouseTotal
from upcard.game.steps import StepRuling
from upcard.law import Edition
from upcard.money import plain_money
from upcard.results.amounts import Money


@dataclass(frozen=True, kw_only=True)
class RuledHouse:
    """What the house collects and pays in a round, and what it wins.

    >>> import upcard
    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}}
    >>> upcard.deal(upcard.load("blackjack"), {"shoe": "Ah 9s Kh", "seat": [seat]}).house.net
    Money('-15.00')
    """

    collected: Money
    paid: Money
    net: Money


@dataclass(frozen=True, kw_only=True)
class RuledDealer:
    """A hand of the dealer at the end of a round.

    >>> import upcard
    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}, "decisions": ["stay"]}
    >>> upcard.deal(upcard.load("blackjack"), {"shoe": "Th 9s Kh Tc", "seat": [seat]}).dealer[0].points
    19
    """

    cards: tuple[Card, ...]
    points: int
    soft: bool
    blackjack: bool


@dataclass(frozen=True, kw_only=True)
class RuledDifference:
    """A wager for which more or less was paid or collected than was due.

    >>> import upcard
    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}, "paid": {"blackjack": "20.00"}}
    >>> print(upcard.deal(upcard.load("blackjack"), {"shoe": "Ah 9s Kh", "seat": [seat]}).differences[0].message)
    seat 1: blackjack: paid $20.00 where $15.00 was due; over by $5.00
    """

    seat: int
    wager: str
    spot: int | None
    choice: int | None
    paid: Money
    collected: Money
    due_paid: Money
    due_collected: Money
    over: Money  # of the patron; negative: short
    cite: str
    message: str


@dataclass(frozen=True, kw_only=True)
class RuledOrder:
    """A wager that was settled before another that comes first.

    >>> import upcard
    >>> seats = [{"number": number, "wagers": {"blackjack": "10.00"}, "decisions": ["stand"]} for number in (1, 2)]
    >>> written = {"shoe": "Th Tc 9s Kh Kc Td", "seat": seats, "order": ["1 blackjack", "2 blackjack"]}
    >>> print(upcard.deal(upcard.load("blackjack"), written).out_of_order[0].message)
    seat 1: blackjack was settled before seat 2: blackjack, which comes first
    """

    cite: str
    reading: int | None
    standing: str  # how the paragraph is known
    message: str


@dataclass(frozen=True, kw_only=True)
class RuledIrregularity:
    """An irregularity: whether a text is held on it, with its paragraphs or the nearest ones.

    >>> import upcard
    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}}
    >>> written = {"shoe": "Ah 9s Kh", "seat": [seat], "irregularities": [{"what": "exposed card", "card": 2}]}
    >>> upcard.deal(upcard.load("blackjack"), written).irregularities[0].nearest
    ('13:69F-2.15(a)', '13:69F-2.6(e)')
    """

    what: str
    seat: int | None
    card: int | None
    answer: str
    nearest: tuple[str, ...]
    message: str


@dataclass(frozen=True, kw_only=True)
class RuledStep:
    """A step of the procedure of which something is stated: its paragraph, and what follows if it was not done.

    >>> import upcard
    >>> wagers = {"blackjack": "25.00", "progressive": "1.00"}
    >>> seat = {"number": 1, "wagers": wagers, "decisions": ["stand"], "not_done": {"progressive": ["light"]}}
    >>> step = upcard.deal(upcard.load("progressive"), {"shoe": "Ah 6c Ad 9h Tc", "seat": [seat]}).procedure[0]
    >>> step.cite, step.also, step.follows
    ('13:69F-2.19(b)', ('13:69F-2.19(g)2',), 'no wager')
    """

    step: str
    wager: str | None  # None: a step of every game
    seat: int | None  # None: stated for the table
    done: bool
    called_for: bool  # whether the round gave occasion for it
    cite: str
    also: tuple[str, ...]  # paragraphs on what could not be done for want of it
    verdict: str | None  # of a step not done
    reading: int | None
    follows: str | None
    message: str


def ruled_step(ruled: StepRuling) -> RuledStep:
    """Return what is ruled of a step."""
    return RuledStep(
        step=ruled.declared.step.name,
        wager=ruled.declared.wager,
        seat=ruled.seat,
        done=ruled.done,
        called_for=ruled.called_for,
        cite=str(ruled.declared.cite),
        also=tuple(map(str, ruled.also)),
        verdict=ruled.verdict.value if ruled.is_breach else None,
        reading=ruled.reading,
        follows=ruled.follows.value if ruled.follows else None,
        message=ruled.message,
    )


def step_json(ruled: StepRuling) -> dict[str, Any]:
    """Return what is ruled of a step as JSON values."""
    return _as_json(ruled_step(ruled))


def ruled_house(total: HouseTotal) -> RuledHouse:
    """Return the totals of the house with its amounts as money."""
    return RuledHouse(collected=Money(total.collected), paid=Money(total.paid), net=Money(total.net))


def ruled_dealer(hand: DealerResult) -> RuledDealer:
    """Return a hand of the dealer with its total."""
    total = hand.total
    return RuledDealer(cards=hand.cards, points=total.points, soft=total.soft, blackjack=hand.blackjack)


def ruled_difference(difference: Difference, edition: Edition) -> RuledDifference:
    """Return a difference with its amounts as money."""
    part, (paid, collected), (due_paid, due_collected) = difference.part, difference.done, difference.due
    return RuledDifference(
        seat=part.seat,
        wager=part.wager,
        spot=None if part.spot is None else part.spot + 1,
        choice=part.choice,
        paid=Money(paid),
        collected=Money(collected),
        due_paid=Money(due_paid),
        due_collected=Money(due_collected),
        over=Money(difference.over),
        cite=str(difference.cite.as_of(edition)),
        message=difference.message,
    )


def ruled_order(misplaced: OutOfOrder) -> RuledOrder:
    """Return what was out of order, with its paragraph and how that is known."""
    cite = misplaced.cite
    return RuledOrder(
        cite=str(cite), reading=misplaced.reading, standing=cite.standing.value, message=misplaced.message
    )


def ruled_irregularity(answer: IrregularityAnswer) -> RuledIrregularity:
    """Return the answer to an irregularity."""
    written = answer.irregularity
    return RuledIrregularity(
        what=written.what,
        seat=written.seat,
        card=written.card,
        answer=answer.answer,
        nearest=tuple(map(str, answer.nearest)),
        message=answer.message,
    )


def house_json(total: HouseTotal) -> dict[str, str]:
    """Return the totals of the house as JSON values."""
    return {"collected": plain_money(total.collected), "paid": plain_money(total.paid), "net": plain_money(total.net)}


def dealer_json(hand: DealerResult) -> dict[str, Any]:
    """Return a hand of the dealer as JSON values."""
    total = hand.total
    cards = [str(card) for card in hand.cards]
    return {"cards": cards, "points": total.points, "soft": total.soft, "blackjack": hand.blackjack}


def done_json(done: PayoutReview | None, edition: Edition) -> dict[str, Any]:
    """Return what was not settled as due as JSON values."""
    if done is None:
        return {"differences": [], "out_of_order": [], "not_written": []}
    return {
        "differences": [_as_json(ruled_difference(each, edition)) for each in done.differences],
        "out_of_order": [_as_json(ruled_order(each)) for each in done.out_of_order],
        "not_written": [_part_json(part) for part in done.not_written],
    }


def irregularity_json(answer: IrregularityAnswer) -> dict[str, Any]:
    """Return the answer to an irregularity as JSON values."""
    return _as_json(ruled_irregularity(answer))


def _as_json(value: RuledDifference | RuledOrder | RuledIrregularity | RuledStep) -> dict[str, Any]:
    return {name: _plain(each) for name, each in vars(value).items()}


def _plain(value: object) -> object:
    if isinstance(value, Money):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _part_json(part: Part) -> dict[str, Any]:
    spot = None if part.spot is None else part.spot + 1
    return {"seat": part.seat, "wager": part.wager, "spot": spot, "choice": part.choice}
