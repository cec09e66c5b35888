"""A million rounds of each game through the dealing engine and through the simulator: make test-kernel."""

import random
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pytest

from tests.sim.engine import compare, simulated
from tests.sim.test_engine import TABLES
from tests.sim.ways import WAYS
from tests.tables import NEEDS, OFFERS, offer, read, text
from upcard.rules.enums import HoleCard
from upcard.table import Status, TableConfig, check, load, status_of
from upcard.wagers import GAMES

MILLION = 1_000_000
ROUNDS = {1: 56_000, 2: 19_000, 3: 8_000, 4: 4_500, 5: 3_000, 6: 2_500, 7: 2_000}  # by seats: more seats take longer
CASES = 77  # of each game
SEATS = max(ROUNDS)
HALF, SELDOM = 1 / 2, 1 / 10
LAWFUL_RULES = {  # no table here may have other rules, but the engine deals them
    "splits": 1,
    "resplit_aces": False,
    "surrender": False,
    "double_after_split": True,
    "dealer_blackjack_takes": "original wager",
}
NOTICES = ["hole card", "hole card up", "surrender", "splits", "free double"]

ALIKE: dict[str, tuple[Any, ...]] = {
    "decks": (1, 2, 4, 6, 8),
    "cutting_card": (0.5, 0.65, 0.75),
    "dealer_soft_17": ("stand", "draw"),
    "splits": (0, 1, 2, 3),
    "blackjack_pays": ("3 to 2", "6 to 5"),
    "hole_card": ("after players", "down, card reader", "up"),
    "resplit_aces": (False, True),
    "surrender": (False, True, False, True, "early", "early, not against an ace"),
    "double_after_split": (True, True, False),
    "double_on": ("any two cards", "any two cards", "hard 9 to 11", "hard 10 to 11"),
    "dealer_blackjack_takes": ("original wager", "original wager", "all wagers"),
    "charlie": (None, None, None, 5, 6, 7),
}
OF_GAME: dict[str, dict[str, tuple[Any, ...]]] = {
    "blackjack": ALIKE,
    "free bet": {
        **ALIKE,
        "dealer_soft_17": ("draw",),
        "blackjack_pays": ("3 to 2",),
        "hole_card": ALIKE["hole_card"][:2],
        "free_double": ("two cards", "any number of cards"),
    },
    "multiple action": {
        **ALIKE,
        "splits": (0, 1),
        "hole_card": ("after players",),
        "resplit_aces": (False,),
        "multiple_action_wagers": (2, 3),
        "multiple_action_required": (2,),
        "house": ({"insurance_of_a_busted_hand": "stays"}, {"insurance_of_a_busted_hand": "collected"}),
    },
}
DECKS = {  # with which a wager may be offered
    "in-between": {"decks": 4},
    "progressive": {"decks": 8},
    "sevens": {"decks": 4},
    "match-the-dealer": {"decks": 6},
    "20 point bonus": {"decks": 2},
    "optional bonus": {"decks": 8},
}
MORE: dict[str, dict[str, Any]] = {  # what else a wager's offer may say
    "buster": {"free_bonus": "B1"},
    "sevens": {
        "pays": {
            "One 7": "3 to 1",
            "Two 7s": "50 to 1",
            "Two 7s of the same suit": "100 to 1",
            "Three 7s": "500 to 1",
            "Three 7s of the same suit": "5000 to 1",
        }
    },
}


GAME_OF = {name: load(path).game.name for name, path in TABLES.items()}
SHIPPED = {game.name: [name for name in TABLES if GAME_OF[name] == game.name] for game in GAMES}


@dataclass(frozen=True)
class Case:
    """So many rounds at a table, with so many seats, played in a way."""

    number: int
    game: str

    @cached_property
    def shuffler(self) -> random.Random:
        """Return the random numbers of the case."""
        return random.Random(f"{self.game} {self.number}")

    @property
    def seats(self) -> int:
        """Return how many seats are played."""
        return 1 + self.number % SEATS

    @property
    def way(self) -> str:
        """Return the name of the way to play."""
        return list(WAYS)[self.number // SEATS % len(WAYS)]

    @property
    def rounds(self) -> int:
        """Return how many rounds are dealt at least."""
        return ROUNDS[self.seats]

    @property
    def name(self) -> str:
        """Return a table that comes with upcard, each in turn; None where the rules are drawn by lot."""
        shipped = SHIPPED[self.game]
        turns = max(2 * len(shipped), SEATS * len(WAYS))
        return shipped[self.number % len(shipped)] if self.number < turns else ""

    def __str__(self) -> str:
        table = self.name or f"rules {self.number}"
        return f"{self.game}, {table}, {self.seats} seats, {self.way}, {self.rounds} rounds"

    def table(self) -> TableConfig:
        """Return the table; it has as many boxes as are ever played."""
        found = load(TABLES[self.name]) if self.name else read(text(*self.offers, **self.keys))
        return replace(found, seats=SEATS)

    @cached_property
    def keys(self) -> dict[str, Any]:
        """Draw the rules of a table by lot; each way of dealing the hole card has its turn."""
        among = OF_GAME[self.game]
        drawn = {key: self.shuffler.choice(values) for key, values in among.items()}
        drawn["hole_card"] = among["hole_card"][self.number % len(among["hole_card"])]
        drawn["resplit_aces"] = drawn["resplit_aces"] and drawn["splits"] > 1
        needs = {**NEEDS.get(self.first, {}), **DECKS.get(self.first, {})}
        return {**drawn, **needs, "game": self.game, "notices": NOTICES}

    @property
    def first(self) -> str:
        """Return the wager whose turn it is to be offered."""
        return list(OFFERS)[self.number // 3 % len(OFFERS)]

    @cached_property
    def offers(self) -> list[dict[str, Any]]:
        """Draw up to three wagers by lot that the table may offer together; each wager has its turn to be the first."""
        others = self.shuffler.sample([name for name in OFFERS if name != self.first], k=len(OFFERS) - 1)
        found: list[dict[str, Any]] = []
        for name in (self.first, *others):
            one = offer(name, **(MORE.get(name, {}) if self.shuffler.random() < HALF else {}))
            if status_of(check(read(text(*found, one, **{**self.keys, **LAWFUL_RULES})))) is not Status.UNLAWFUL:
                found.append(one)
        return found[: self.shuffler.randint(1, 3)]

    def insures(self, table: TableConfig) -> bool:
        """Whether insurance is taken, by lot; never where it is not offered."""
        return self.shuffler.random() < HALF and table.rules.hole_card is not HoleCard.UP


CASES_OF_ALL = [Case(number, game.name) for number in range(CASES) for game in GAMES]


@pytest.mark.parametrize("case", CASES_OF_ALL, ids=str)
def test_rounds_are_simulated_as_they_are_dealt(case: Case) -> None:
    table, shuffler = case.table(), case.shuffler
    strategy = WAYS[case.way](table, shuffler)
    made = simulated(
        table,
        strategy,
        seats=case.seats,
        insures=case.insures(table),
        fresh=shuffler.random() < SELDOM,
        all_cards=shuffler.random() < SELDOM,
    )
    assert compare(made, strategy, shuffler, case.rounds) >= case.rounds


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_is_dealt_a_million_rounds(game: str) -> None:
    assert sum(case.rounds for case in CASES_OF_ALL if case.game == game) >= MILLION


def test_every_wager_is_dealt_with_every_way_of_dealing_the_hole_card() -> None:
    dealt = {(one["name"], case.keys["hole_card"]) for case in CASES_OF_ALL if not case.name for one in case.offers}
    missing = {(name, hole) for name in OFFERS for hole in ALIKE["hole_card"]} - dealt
    assert missing == {("progressive", "up"), ("push 22", "up")}  # not offered at one table
