"""Every rule of the base game is written once: switched over in turn, every verb that it bears on follows."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from tests.tables import read, text
from upcard.cards import DECK, Card
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel, hand_start
from upcard.exact.blackjack.solve import Solution, best
from upcard.game import TableState, at, play, procedure
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.refuse import Refused
from upcard.game.view import plays
from upcard.money import Cents
from upcard.payoffs.hands import CARD_OF_VALUE, all_hands
from upcard.payoffs.plays import HAND_PLAYS
from upcard.payoffs.settlement import payoffs_of
from upcard.results import best_play
from upcard.results import blackjack as analysis
from upcard.results.simulation import simulate
from upcard.rules import blackjack as rules
from upcard.rules.apply import DOUBLES, SPLITS, may
from upcard.rules.blackjack import Branch, Reason
from upcard.rules.enums import Play
from upcard.rules.fact_type import Result
from upcard.rules.hand import Settlement
from upcard.rules.wager import Point
from upcard.table import TableConfig

UNIT = Cents(10_000)
ROUNDS = 1200
AT_A_TIME = 40
READER = {"hole_card": "down, card reader"}
RESPLIT = {"splits": 2, "notices": ["splits"]}
FREE = {"game": "free bet", "dealer_soft_17": "draw"}
LATE = {"surrender": True, "notices": ["surrender"]}
EARLY = {"surrender": "early", **READER}
AT_ONCE = {"free_bet_blackjacks": "at once"}
WAITS = {"added_wagers_of_a_bust": "wait for the dealer's second card"}
VERBS = frozenset({"deal", "price", "strategy", "simulate"})


@dataclass(frozen=True)
class Switch:
    """A table on which a rule bears, the cards of a small shoe by value, and what the rule becomes."""

    keys: dict[str, Any]
    shoe: tuple[int, ...]
    becomes: bool | None = None  # of a reason: it always applies, or never; a branch is turned over
    verbs: frozenset[str] = VERBS


PAIRS = (2, 0, 0, 0, 0, 0, 0, 4, 0, 8)  # aces, eights and tens
LOW = (0, 0, 0, 0, 2, 2, 0, 0, 0, 8)  # fives, sixes and tens
ACES = (3, 0, 0, 0, 0, 0, 0, 0, 0, 9)
MANY = (0, 4, 2, 0, 0, 0, 0, 0, 0, 9)  # twos, threes and tens: hands of many cards

ALWAYS, NEVER = True, False
REASONS: dict[tuple[str, str], Switch] = {
    ("over", "21 or more"): Switch({}, PAIRS, ALWAYS),
    ("draw", "split aces"): Switch({}, ACES, NEVER),
    ("double down", "first two cards"): Switch({}, (0, 2, 0, 0, 2, 0, 0, 0, 0, 8), NEVER),
    ("double down", "split aces"): Switch({}, ACES, NEVER),
    ("double down", "after a split"): Switch({"double_after_split": False}, LOW, NEVER),
    ("double down", "total"): Switch({"double_on": "hard 10 to 11"}, PAIRS, NEVER),
    ("free double down", "not offered"): Switch(FREE, LOW, ALWAYS),
    ("free double down", "first two cards"): Switch(FREE, (0, 2, 2, 0, 0, 2, 0, 0, 0, 8), NEVER),
    ("free double down", "total"): Switch(FREE, LOW, NEVER),
    ("free double down", "split aces"): Switch(FREE, LOW, ALWAYS),
    ("split pair", "no pair"): Switch({}, PAIRS, ALWAYS),
    ("split pair", "most splits"): Switch({}, PAIRS, ALWAYS),
    ("split pair", "aces again"): Switch(RESPLIT, ACES, NEVER),
    ("free split", "not offered"): Switch(FREE, PAIRS, ALWAYS),
    ("free split", "no pair"): Switch(FREE, PAIRS, ALWAYS),
    ("free split", "most splits"): Switch(FREE, PAIRS, ALWAYS),
    ("free split", "aces again"): Switch({**FREE, **RESPLIT}, ACES, NEVER),
    ("free split", "ten-value cards"): Switch(FREE, (0, 0, 0, 0, 0, 2, 0, 3, 0, 8), NEVER),
    ("surrender", "not offered"): Switch({}, PAIRS, NEVER),
    ("surrender", "first decision"): Switch(LATE, PAIRS, ALWAYS),
    ("surrender", "against an ace"): Switch({"surrender": "early, not against an ace"}, PAIRS, NEVER),
    ("surrender", "after the check"): Switch(EARLY, PAIRS, ALWAYS),
}
BRANCHES: dict[str, Switch] = {
    "bust": Switch({}, (0, 0, 0, 0, 0, 3, 0, 2, 0, 7)),
    "charlie": Switch({"charlie": 5}, MANY),
    "early surrender": Switch(EARLY, PAIRS),
    "surrender at half": Switch({**FREE, **LATE}, PAIRS),
    "blackjack at once": Switch({**FREE, "house": AT_ONCE}, PAIRS, verbs=VERBS - {"strategy"}),
    "surrender": Switch(LATE, PAIRS),
    "surrender, dealer blackjack": Switch(LATE, PAIRS),
    "two blackjacks": Switch({}, PAIRS, verbs=VERBS - {"strategy"}),  # neither leaves anything to decide
    "blackjack": Switch({}, PAIRS, verbs=VERBS - {"strategy"}),
    "dealer blackjack, all wagers": Switch({"dealer_blackjack_takes": "all wagers"}, PAIRS),
    "dealer blackjack, added hand": Switch({}, PAIRS),
    "dealer blackjack, doubled": Switch({}, (1, 0, 0, 0, 2, 2, 0, 0, 0, 7)),
    "dealer blackjack, split": Switch({}, PAIRS),
    "dealer blackjack": Switch({}, PAIRS),
    "bust that waited": Switch({"house": WAITS}, PAIRS),
    "dealer's push": Switch(FREE, (0, 0, 0, 0, 0, 4, 0, 0, 0, 9)),
    "dealer's bust": Switch({}, LOW),
    "equal": Switch({}, PAIRS),
    "higher": Switch({}, PAIRS),
    "lower": Switch({}, PAIRS),
}


def forget() -> None:
    """Forget what was asked of the rules as they stood."""
    payoffs_of.cache_clear()
    analysis._analysed.cache_clear()


@contextmanager
def as_switched(monkeypatch: pytest.MonkeyPatch, *changes: tuple[Any, str, Any]) -> Iterator[None]:
    """Switch rules over for a while."""
    with monkeypatch.context() as patched:
        for holder, name, value in changes:
            if isinstance(holder, dict):
                patched.setitem(holder, name, value)
            else:
                patched.setattr(holder, name, value)
        forget()
        try:
            yield
        finally:
            forget()


def switched_reason(play: str, name: str, becomes: bool | None) -> tuple[Any, Any, Any]:
    def switch(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        return tuple(replace(one, applies=lambda *_: bool(becomes)) if one.name == name else one for one in reasons)

    if play == "over":
        return rules, "HAND_OVER", switch(rules.HAND_OVER)
    return rules.REASONS, Play(play), switch(rules.REASONS[Play(play)])


TURNED = {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN, Result.PUSH: Result.LOSS}


def switched_branch(name: str) -> tuple[Any, str, Any]:
    def turned(branch: Branch) -> Callable[[rules.BlackjackRules], Settlement]:
        """Turn what is won into what is lost, and the other way round; what is given back is lost."""

        def settles(given: rules.BlackjackRules) -> Settlement:
            was = branch.settlement(given)
            lost = Fraction(-1)
            wagered, added = (-was.wagered, -was.added) if was.wagered else (lost, lost)
            return was._replace(result=TURNED[was.result], wagered=wagered, added=added)

        return settles

    return (
        rules,
        "SETTLEMENT",
        tuple(replace(one, settles=turned(one)) if one.name == name else one for one in rules.SETTLEMENT),
    )


def transcripts(table: TableConfig, shoe: tuple[int, ...], numbers: range) -> Iterator[str]:
    """Deal these rounds of a small shoe with whatever plays the table allows, drawn by lot, and yield what happens."""
    cards = [same_value(value, number) for value, many in enumerate(shoe, 1) for number in range(many)]
    for number in numbers:
        shuffler, told = random.Random(number), list[str]()
        dealt = TableState(at(table).felt, open=True, shoe=tuple(shuffler.sample(cards, len(cards))), cutting_card=99)
        dealt, _ = play(dealt, do.PlaceWager(1, ev.BLACKJACK, (UNIT,)))
        dealt, events = play(dealt, do.CloseBetting())
        while dealt.point is not Point.BEFORE_FIRST_CARD:
            told += map(repr, events)
            try:
                dealt, events = play(dealt, chosen(dealt, partial(by_lot, shuffler)))
            except Refused as refused:
                only_short_of_cards(refused)
                break
        yield "\n".join([*told, *map(repr, events)])


def by_lot(shuffler: random.Random, allowed: tuple[Play, ...]) -> Play:
    """Draw a play; splits, draws and doubles more often, so that hands of many cards and of split pairs come."""
    often = {Play.DRAW: 4, **dict.fromkeys(SPLITS, 8), **dict.fromkeys(DOUBLES, 2)}
    return shuffler.choices(allowed, [often.get(play, 1) for play in allowed])[0]


def only_short_of_cards(refused: Refused) -> None:
    """Go on where nothing but the shoe was too small."""
    if "too few cards" not in str(refused):
        raise refused


def chosen(table: TableState, choose: Callable[[tuple[Play, ...]], Play | None]) -> do.Command:
    """Return what is done next: insurance is not taken, hands are given up early or played as chosen."""
    if procedure.is_insurance_offered(table):
        return do.CloseInsurance()
    if early := procedure.may_surrender_early(table):
        gives_up = choose((Play.SURRENDER, Play.STAND)) is Play.SURRENDER
        return do.Decide(early[0].number, Play.SURRENDER) if gives_up else do.CloseSurrender()
    decided = choose(plays(table))
    assert decided is not None
    return do.Decide(1, decided)


Answers = dict[str, object]
BEFORE: dict[str, Answers] = {}  # as the rules stand, by table: what each verb but deal answers
DEALT: dict[tuple[str, tuple[int, ...], range], list[str]] = {}  # and the rounds of a small shoe


def answers(table: TableConfig) -> Answers:
    """Return what price, strategy and simulate answer, and how far the simulation is from the price."""
    one = analysis.analyse(table)
    simulated = simulate(table, rounds=200_000, seed=7, fresh=True)
    return {
        "price": round(one.value, 10),
        "strategy": best_play.play_values_by_hand(one),
        "simulate": simulated.wagers["blackjack"].mean,
        "z": simulated.z("blackjack"),
    }


def brute(kernel: BlackjackKernel, played: Solution, table: TableConfig) -> float:
    """Deal every round of a small shoe through the engine, and return what one unit brings."""
    every = list(rounds(kernel, played, table, (), kernel.cards))
    assert sum(chance for chance, _ in every) == pytest.approx(1)
    return sum(chance * net for chance, net in every)


def rounds(
    kernel: BlackjackKernel, played: Solution, table: TableConfig, dealt: tuple[int, ...], left: tuple[int, ...]
) -> Iterator[tuple[float, float]]:
    """Yield the chance and the net result of every round that begins with these cards."""
    if dealt:
        try:
            yield 1.0, one_round(kernel, played, table, dealt) / UNIT
            return
        except Refused as refused:
            only_short_of_cards(refused)
    for value, many in enumerate(left, 1):
        if many:
            after = (*left[: value - 1], many - 1, *left[value:])
            for chance, net in rounds(kernel, played, table, (*dealt, value), after):
                yield chance * many / sum(left), net


def one_round(kernel: BlackjackKernel, played: Solution, table: TableConfig, dealt: tuple[int, ...]) -> int:
    """Play one round by the solution with these cards; too few are refused."""
    shown: dict[tuple[int, ...], int] = {tree.shown: number for number, tree in enumerate(kernel.dealer.trees)}
    cards = tuple(same_value(value, number) for number, value in enumerate(dealt))
    state, net = TableState(at(table).felt, open=True, shoe=cards, cutting_card=99), 0
    state, _ = play(state, do.PlaceWager(1, ev.BLACKJACK, (UNIT,)))
    state, events = play(state, do.CloseBetting())
    while True:
        for event in events:
            if isinstance(event, ev.WagerPaid | ev.ButtonCollected):
                net += event.won
            elif isinstance(event, ev.WagerCollected):
                net -= event.amount
        if state.point is Point.BEFORE_FIRST_CARD:
            return net
        state, events = play(state, chosen(state, partial(by_solution, played, state, shown)))


def same_value(value: int, number: int) -> Card:
    """Return one of the cards of a value, so that no more of one card are dealt than the decks hold."""
    alike = [card for card in DECK if card.value == value]
    return alike[number % len(alike)]


def by_solution(played: Solution, table: TableState, shown: dict[tuple[int, ...], int], _: tuple[Play, ...]) -> Play:
    """Play a hand as the solution does."""
    found = procedure.turn(table)
    seat, index = found if found else (table.seats[0], 0)
    hand = seat.hands[index]
    at_ = shown[tuple(sorted(card.value for card in table.dealer.shown))]
    values = tuple(sorted(card.value for card in hand.cards))
    if len(values) == 2:
        first = next((one.play for one in played.decisions[at_] if one.hand == values), None)
        if not hand.kind.from_split:
            assert first is not None
            return first
        if first in SPLITS and may(first, table.felt.rules, table.in_play(seat, hand)):
            return first
    policy = played.policies[hand_start(hand.kind, hand.cards[0].value)][at_]
    return HAND_PLAYS[policy[all_hands().of(*values)]]


def deal_agrees(table: TableConfig, shoe: tuple[int, ...]) -> None:
    """Every round of a small shoe, dealt by the engine, brings what the price says."""
    kernel = BlackjackKernel(table.rules, shoe)
    played = best(kernel)
    assert brute(kernel, played, table) == pytest.approx(played.value - played.busts_before_blackjack, abs=1e-12)


def is_dealt_differently(
    table: TableConfig, switch: Switch, change: tuple[Any, str, Any], monkeypatch: pytest.MonkeyPatch
) -> bool:
    """Whether any round of a small shoe goes differently; a few are dealt at a time, since most switches show early."""
    for first in range(0, ROUNDS, AT_A_TIME):
        numbers = range(first, first + AT_A_TIME)
        key = str(switch.keys), switch.shoe, numbers
        if key not in DEALT:
            DEALT[key] = list(transcripts(table, switch.shoe, numbers))
        with as_switched(monkeypatch, change):
            after = transcripts(table, switch.shoe, numbers)
            if any(one != other for one, other in zip(DEALT[key], after, strict=True)):
                return True
    return False


CASES = [
    *(((f"{play}: {name}"), one, switched_reason(play, name, one.becomes)) for (play, name), one in REASONS.items()),
    *((name, one, switched_branch(name)) for name, one in BRANCHES.items()),
]


@pytest.mark.parametrize(("switch", "change"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_rule_that_is_switched_over_is_followed_by_every_verb(
    switch: Switch, change: tuple[Any, str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = read(text(decks=1, **switch.keys))
    forget()
    if str(switch.keys) not in BEFORE:
        BEFORE[str(switch.keys)] = answers(table)
    before = BEFORE[str(switch.keys)]
    with as_switched(monkeypatch, change):
        after = answers(table)
        changed = {verb for verb in VERBS - {"deal"} if before[verb] != after[verb]}
        assert isinstance(after["z"], float)
        assert abs(after["z"]) < 4.5
        deal_agrees(table, switch.shoe)
    if is_dealt_differently(table, switch, change, monkeypatch):
        changed.add("deal")
    assert changed == switch.verbs


def test_the_list_names_every_reason_and_every_branch() -> None:
    reasons = {(play.value, one.name) for play, listed in rules.REASONS.items() for one in listed}
    assert set(REASONS) == reasons | {("over", one.name) for one in rules.HAND_OVER}
    assert list(BRANCHES) == [branch.name for branch in rules.SETTLEMENT]
    assert all(CARD_OF_VALUE[value - 1].value == value for value in range(1, 11))


def test_branches_that_settle_at_once_come_first() -> None:
    at_once = [branch.at_once for branch in rules.SETTLEMENT]
    assert at_once == sorted(at_once, reverse=True)
