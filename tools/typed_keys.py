"""The keys that rules, games and wagers declare, written with their types for type checkers."""

import re
from collections.abc import Iterable, Iterator

from tests.command import ROOT

from upcard.rules.option import Kind, Option
from upcard.rules.rule_fields import Stated, written
from upcard.table.config import RULES
from upcard.wagers import ALL, GAMES

MODULE = "src/upcard/api/table_keys.py"
OF_KIND = {
    Kind.MONEY: "MoneyGiven",
    Kind.SHARE: "ShareOfWhole",
    Kind.COUNT: "int",
    Kind.WORD: "str",
    Kind.DISPLAY: "Sequence[Sequence[Any]] | Mapping[str, Sequence[Sequence[Any]]]",
    Kind.LIMITS: "Sequence[Sequence[MoneyGiven]]",
}
BLOCK = re.compile(r"( +# (?:Rules|Games|Wagers) declare these; `make docs` writes them\.\n)(?: +\w+: .+\n)*")


def with_declared_keys(module: str) -> str:
    """Return the module of the typed keys with those put in that rules, games and wagers declare."""
    blocks = iter((_of_wagers(), _of_rules(), _of_games()))
    return BLOCK.sub(lambda block: block[1] + "".join(f"    {line}\n" for line in next(blocks)), module)


def _of_rules() -> Iterator[str]:
    return (f"{key}: {_type_of(rule)}" for key, rule in RULES.items())


def _type_of(rule: Stated) -> str:
    types = {type(written(value)) for value in rule.values}
    return " | ".join(each.__name__ for each in (bool, int, str) if each in types)


def _of_games() -> Iterator[str]:
    return _settings(GAMES)


def _of_wagers() -> Iterator[str]:
    riders = dict.fromkeys(wager.rider.key for wager in ALL if wager.rider)
    yield from (f"{key}: str | Mapping[str, MoneyGiven]" for key in riders)
    yield from _settings(ALL)


def _settings(options: Iterable[Option]) -> Iterator[str]:
    settings = {setting.key: setting for option in options for setting in option.settings}
    return (f"{key}: {OF_KIND[setting.kind]}" for key, setting in settings.items())


def main() -> None:
    """Write the module before anything imports it to document it."""
    file = ROOT / MODULE
    module = file.read_text(encoding="utf-8")
    if (text := with_declared_keys(module)) != module:
        file.write_text(text, encoding="utf-8")
        print(f"{MODULE} is written")


if __name__ == "__main__":
    main()
