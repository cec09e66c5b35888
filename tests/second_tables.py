"""Tables at which the second settlement is compared with the engine: those shipped, and others drawn by lot."""

import random
from typing import Any

from tests.command import ROOT
from tests.tables import OFFERS, offer, read, text
from upcard.table import Status, check, status_of

SHIPPED = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "tables").glob("*.toml"))}
GAMES = ("blackjack", "free bet", "multiple action")
NOTICES = ["hole card", "hole card up", "surrender", "splits", "free double"]
MOST_WAGERS = 3

ALIKE: dict[str, tuple[Any, ...]] = {
    "decks": (1, 2, 4, 6, 8),
    "seats": (1, 2, 3, 5, 6, 7),
    "dealer_soft_17": ("stand", "draw"),
    "splits": (1, 2, 3),
    "resplit_aces": (False, True),
    "surrender": (False, True),
    "blackjack_pays": ("3 to 2", "6 to 5"),
    "hole_card": ("after players", "down, card reader", "up"),
}
BUSTS = ("collected", "wait for the dealer's second card")  # reading 61
BLACKJACKS = ("at once", "with the dealer's second card")  # reading 41
OF_GAME: dict[str, dict[str, tuple[Any, ...]]] = {
    "blackjack": {**ALIKE, "house": tuple({"added_wagers_of_a_bust": busts} for busts in BUSTS)},
    "free bet": {
        **ALIKE,
        "dealer_soft_17": ("draw",),
        "blackjack_pays": ("3 to 2",),
        "hole_card": ("after players", "down, card reader"),
        "free_double": ("two cards", "any number of cards"),
        "house": tuple(
            {"added_wagers_of_a_bust": busts, "free_bet_blackjacks": blackjacks}
            for busts in BUSTS
            for blackjacks in BLACKJACKS
        ),
    },
    "multiple action": {
        **ALIKE,
        "splits": (1,),
        "surrender": (False,),
        "hole_card": ("after players",),
        "multiple_action_wagers": (2, 3),
        "multiple_action_required": (2, 3),
        "house": ({"insurance_of_a_busted_hand": "stays"}, {"insurance_of_a_busted_hand": "collected"}),  # reading 23
    },
}
SEVENS = ("One 7", "Two 7s", "Two 7s of the same suit", "Three 7s", "Three 7s of the same suit")
POSTED = {  # odds of a licensee's own, every line another
    "in-between": ("Triple match", "One card spread", "Two card spread", "Three card spread", "All other spreads"),
    "optional bonus": ("Straight flush", "Three of a kind", "Straight", "Flush"),
    "match-the-dealer": (
        "Two suited matches",
        "One match and one suited match",
        "Two matches",
        "One suited match",
        "One match",
    ),
    "streak": ("5 wins in a row", "4 wins in a row", "3 wins in a row", "2 wins in a row"),
    "sevens": SEVENS[::-1],
    "same suit": ("King and queen of the same suit", "Same suit"),
}
PAY_TABLES = {
    "in-between": "ABCD",
    "buster": "ABCDEF",
    "push 22": "123",
    "same suit": ("house one deck", "house shoe"),
    "20 point bonus": ("house 1000-125", "house 1000-200"),
}
NEEDS: dict[str, dict[str, Any]] = {
    "in-between": {"decks": 4},
    "buster": {"dealer_soft_17": "draw"},
    "push 22": {"game": "free bet"},
    "progressive": {"decks": 8, "hole_card": "down, card reader"},
    "sevens": {"decks": 4},
    "match-the-dealer": {"decks": 6},
    "20 point bonus": {"decks": 2},
    "optional bonus": {"decks": 8},
}
_DOLLAR = ("over 13", "under 13", "same suit", "sevens")
OFFERED = {  # a table without a wager that it must offer, then every wager that may stand at a table of the game
    "blackjack": ("", *(name for name in OFFERS if name != "push 22")),
    "free bet": ("", *_DOLLAR, "progressive", "buster", "push 22"),
    "multiple action": ("", *_DOLLAR),
}
DRAWN = [(game, wager) for game, wagers in OFFERED.items() for wager in wagers]


def drawn_offer(name: str, shuffler: random.Random) -> dict[str, Any]:
    """Draw by lot how a wager is offered."""
    keys: dict[str, Any] = {}
    if name in PAY_TABLES:
        keys = {"pay_table": shuffler.choice(PAY_TABLES[name]), "pays": None}
    if name in POSTED and shuffler.random() < 0.5:
        lines = POSTED[name]
        keys = {
            "pay_table": None,
            "pays": {line: f"{3 ** (len(lines) - at) * 11} to 2" for at, line in enumerate(lines)},
        }
    if name == "buster" and shuffler.random() < 0.7:
        keys["free_bonus"] = shuffler.choice(("B1", "B3"))
    if name == "progressive":
        keys = {"rate": shuffler.choice(("70%", "70.5%", "69.99%")), "reset_rate": shuffler.choice(("10%", "0.33%"))}
    return offer(name, **keys)


def drawn_table(game: str, number: int, wager: str = "", **more: Any) -> str:
    """Draw a table of a game by lot, with a wager that it must offer, and write its file."""
    shuffler = random.Random(f"{game} {wager} {number}")
    keys = {key: shuffler.choice(values) for key, values in OF_GAME[game].items()}
    keys |= {"game": game, "notices": NOTICES, "minimum": "1.00", **NEEDS.get(wager, {}), **more}
    keys["splits"] = min(keys["splits"], 2 if keys["seats"] == 7 else 3)
    keys["resplit_aces"] = keys["resplit_aces"] and keys["splits"] > 1
    if "multiple_action_wagers" in keys:
        keys["multiple_action_required"] = min(keys["multiple_action_required"], keys["multiple_action_wagers"])
    if wager == "progressive":
        keys["house"] = {**keys["house"], "progressive_chip": shuffler.choice(("dropped", "returned"))}
    names = shuffler.sample(list(OFFERS), len(OFFERS))
    offers: list[dict[str, Any]] = []
    for name in [wager] * bool(wager) + [one for one in names if one != wager]:
        one = drawn_offer(name, shuffler)
        if len(offers) < MOST_WAGERS and status_of(check(read(text(*offers, one, **keys)))) is not Status.UNLAWFUL:
            offers.append(one)
    return text(*offers, **keys)
