"""Table files for the tests: a lawful one, changed where a test needs it."""

import tomllib
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from upcard.table import Finding, FindingKind, TableConfig, check, load

TODAY = date(2026, 11, 18)  # for the tests
LAWFUL = {
    "licensee": "Boardwalk Demo Casino",
    "table": "BJ-1",
    "decks": 6,
    "seats": 6,
    "minimum": "10.00",
    "maximum": "1000.00",
}

# Each wager as a lawful table may offer it, with what else its table must say.
OFFERS: dict[str, dict[str, Any]] = {
    "in-between": {"pay_table": "B", "minimum": "1.00", "maximum": "100.00"},
    "buster": {"pay_table": "A", "minimum": "1.00", "maximum": "100.00"},
    "push 22": {"pay_table": "1", "minimum": "1.00", "maximum": "100.00"},
    "progressive": {"initial": "5000.00", "reset": "5000.00", "rate": "70%"},
    "blackjack bonus": {"display": [["5.00", "0.9"], ["100.00", "0.1"]]},
    "over 13": {"pay_table": "house"},
    "under 13": {"pay_table": "house"},
    "same suit": {"pays": {"Same suit": "3 to 1"}},
    "sevens": {"pays": {"At least one 7": "3 to 1"}},
    "streak": {"pay_table": "house", "minimum": "1.00", "maximum": "25.00"},
    "match-the-dealer": {"pay_table": "house six decks", "minimum": "1.00", "maximum": "25.00"},
    "20 point bonus": {"pay_table": "house 1000-125", "minimum": "1.00", "maximum": "25.00"},
    "optional bonus": {"pay_table": "house", "minimum": "1.00", "maximum": "25.00"},
}
NEEDS: dict[str, dict[str, Any]] = {
    "buster": {"dealer_soft_17": "draw"},
    "push 22": {"dealer_soft_17": "draw", "game": "free bet"},
}
# What the table of a game must say besides.
GAME_NEEDS: dict[str, dict[str, Any]] = {"multiple action": {"multiple_action_required": 2}}


def toml(value: Any) -> str:
    """Write a value as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            escaped = "".join(_escaped(sign) for sign in value)
            return f'"{escaped}"'
        case list() | tuple():
            return "[" + ", ".join(map(toml, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{toml(key)} = {toml(item)}" for key, item in value.items()) + "}"
        case _:
            return str(value)


def _escaped(sign: str) -> str:
    if sign in '"\\':
        return "\\" + sign
    return sign if sign.isprintable() else f"\\U{ord(sign):08X}"


def text(*wagers: dict[str, Any], **keys: Any) -> str:
    """Write a table file; a key given as None is left out."""
    game = keys.get("game")
    stated = {**LAWFUL, **(GAME_NEEDS.get(game, {}) if isinstance(game, str) else {}), **keys}
    lines = [f"{key} = {toml(value)}" for key, value in stated.items() if value is not None]
    for wager in wagers:
        lines += ["", "[[wager]]", *(f"{key} = {toml(value)}" for key, value in wager.items() if value is not None)]
    written = "\n".join(lines) + "\n"
    tomllib.loads(written)
    return written


def offer(name: str, **keys: Any) -> dict[str, Any]:
    """Offer a wager lawfully but for the keys given; a key given as None is left out."""
    return {"name": name, **OFFERS[name], **keys}


def read(written: str) -> TableConfig:
    """Read a table file from its text."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table.toml"
        file.write_text(written, encoding="utf-8")
        return load(file)


def findings(*wagers: dict[str, Any], **keys: Any) -> tuple[Finding, ...]:
    """Check a table that is lawful but for what is given; leave out what it does not state."""
    return tuple(one for one in all_findings(*wagers, **keys) if one.kind is not FindingKind.NOT_STATED)


def all_findings(*wagers: dict[str, Any], **keys: Any) -> tuple[Finding, ...]:
    """Check a table that is lawful but for what is given."""
    needed: dict[str, Any] = {}
    for wager in wagers:
        needed |= NEEDS.get(wager["name"], {})
    if {**needed, **keys}.get("game") == "free bet":  # without a hole card it is doubtful, readings 41 and 62
        needed = {"hole_card": "down, card reader", **needed}
    return check(read(text(*wagers, **{**needed, **keys})))


def found(number: str, *wagers: dict[str, Any], **keys: Any) -> list[str]:
    """Return the verdicts of the findings by one paragraph."""
    return [one.verdict.value for one in findings(*wagers, **keys) if str(one.cite) == number]
