"""The table that a program holds: read from a file or from keywords, varied by `with_`, always consistent."""

import datetime
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from upcard.api.table_keys import KEYS, LIST_OF_WAGERS, WAGER_TABLES, TableKeys, file_content, file_value, file_wagers
from upcard.english import counted
from upcard.errors import Misuse
from upcard.law.folder import LawFolder, in_force
from upcard.money import Cents
from upcard.results.amounts import Money
from upcard.results.arguments import BadArguments, short
from upcard.results.rows import table_html
from upcard.rules.rule_fields import written
from upcard.table import BadConfig, Problem, TableConfig, described, varied
from upcard.table import load as load_file
from upcard.table import loads as load_text
from upcard.table.changes import Change, made_change
from upcard.table.line_numbers import Path as KeyPath
from upcard.table.notation import in_python
from upcard.table.toml_text import toml_key, toml_value
from upcard.wagers import GAMES

DEFAULT_NAME = "table"  # of a table that states none
# As the table states them, words or records.
OF_RECORDS: dict[str, Any] = {"notices": (), "authorities": (), "signs": {}, "appearance": {}, "approvals": {}}
OF_GAMES = frozenset(setting.key for game in GAMES for setting in game.settings)  # keys of some games only


class Table:
    """A licensee's table: its game, cards, limits, and every wager offered at it.

    It is built from the keys of a table file. Every table is consistent: there is nothing in it that was not read
    from those keys, so vary it with `with_`, which reads them again.

    >>> table = Table(decks=6, minimum="10.00", wagers=[{"name": "in-between", "pay_table": "B"}])
    >>> table
    <Table table: blackjack, 6 decks, in-between>
    >>> table.with_(decks=8, dealer_soft_17="draw")["dealer_soft_17"]
    'draw'
    """

    __slots__ = ("_config",)
    _config: TableConfig

    def __init__(self, **keys: Unpack[TableKeys]) -> None:
        """Build a table; raise BadConfig with everything that is wrong with its keys."""
        name = _name(keys)
        with in_python():
            object.__setattr__(self, "_config", described(name, _content(name, keys)))

    def __setattr__(self, name: str, _: object) -> None:
        raise AttributeError(f"a table does not change: use with_({name}=…), which returns another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a table does not change: {name} cannot be deleted")

    def with_(self, changes: Mapping[str, Any] | None = None, /, **keys: Unpack[TableKeys]) -> "Table":
        """Return this table with other values for some keys; raise BadConfig or BadArguments if that is not possible.

        Keys of a wager are given by their path, in a mapping.

        >>> table = Table(decks=6, wagers=[{"name": "buster", "pay_table": "A"}])
        >>> table.with_({"wager.buster.pay_table": "C"}, decks=8).name
        'table with wager.buster.pay_table=C, decks=8'
        """
        return varied_table(self, {**_mapping(changes), **keys})

    __replace__ = with_  # copy.replace

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key of the table file: as stated, or its default.

        >>> Table(decks=6)["blackjack_pays"]
        '3 to 2'
        """
        if key not in self:
            raise KeyError(f"{key} is no key of this table")
        if key == LIST_OF_WAGERS:
            return self.wagers
        if key in OF_RECORDS:
            stated = self._config.content.get(key, OF_RECORDS[key])
            return tuple(stated) if isinstance(stated, list) else stated
        value = written(self._config.value(key))
        return Money(value) if key in ("minimum", "maximum") and value is not None else value

    def __contains__(self, key: object) -> bool:
        return key in KEYS and (key not in OF_GAMES or key in self._config.settings)

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def keys(self) -> tuple[str, ...]:
        """Return the keys that have a value here, so that `dict(table)` is what the table says."""
        return tuple(key for key in KEYS if key in self)

    @property
    def name(self) -> str:
        """Return the file that the table was read from, and how it differs from it."""
        return self._config.name

    @property
    def table(self) -> str:
        """Return the table's own number or name."""
        return self._config.table

    @property
    def game(self) -> str:
        """Return the game that is dealt."""
        return self._config.game.name

    @property
    def law(self) -> str:
        """Return the edition of the rules that the table is held against."""
        return self._config.law.value

    @property
    def date(self) -> datetime.date | None:
        """Return the day whose law is asked about; None if the table states none."""
        return self._config.date

    @property
    def decks(self) -> int:
        """Return the number of decks."""
        return self._config.decks

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return self._config.seats

    @property
    def minimum(self) -> Money | None:
        """Return the least blackjack wager; None if none is posted."""
        return _money(self._config.minimum)

    @property
    def maximum(self) -> Money | None:
        """Return the greatest blackjack wager; None if none is posted."""
        return _money(self._config.maximum)

    @property
    def wagers(self) -> tuple[str, ...]:
        """Return the names of the optional wagers offered."""
        return tuple(offer.wager.name for offer in self._config.offers)

    def to_dict(self) -> dict[str, Any]:
        """Return the keys and values of the table as JSON values, the wagers under "wager" as in a file."""
        content: dict[str, Any] = json.loads(json.dumps(self._config.content, default=_json))
        return content

    def to_toml(self) -> str:
        """Return the text of a table file that reads as this table."""
        content = dict(self._config.content)
        if self.table != DEFAULT_NAME:  # a file that states none is named after itself
            content.setdefault("table", self.table)
        wagers = content.pop(WAGER_TABLES, [])
        parts = ["".join(f"{toml_key(key)} = {toml_value(value)}\n" for key, value in content.items())]
        for wager in wagers:
            parts.append(
                "[[wager]]\n" + "".join(f"{toml_key(key)} = {toml_value(value)}\n" for key, value in wager.items())
            )
        return "\n".join(parts)

    def __eq__(self, other: object) -> bool:
        """Whether both tables say the same, wherever they were read."""
        return isinstance(other, Table) and _said(self._config) == _said(other._config)

    def __hash__(self) -> int:
        return hash((self.table, self.game, self.decks, self.wagers))

    def __reduce__(self) -> tuple[Any, ...]:
        config = self._config
        return _restored, (config.file, config.content, config.lines, config.changes, config.law_folder)

    def __repr__(self) -> str:
        parts = (self.game, counted(self.decks, "deck"), *self.wagers)
        return f"<Table {self.table}: {', '.join(parts)}>"

    def _repr_html_(self) -> str:
        return table_html(repr(self), ("key", "value"), [(key, toml_value(value)) for key, value in self._keys()])

    def _keys(self) -> Iterator[tuple[str, Any]]:
        yield from self._config.content.items()


def _content(name: str, keys: Mapping[str, Any]) -> dict[str, Any]:
    if WAGER_TABLES in keys:
        message = 'give the wagers as a list: wagers=[{"name": "…", "pay_table": "…"}]'
        raise BadConfig((Problem(file=name, line=0, key=WAGER_TABLES, message=message),))
    return file_content(keys)


def table_of(config: TableConfig) -> Table:
    """Return the public table of a configuration."""
    table = object.__new__(Table)
    object.__setattr__(table, "_config", config)
    return table


def varied_table(table: Table, changes: Mapping[str, Any], given_by: str = "with_") -> Table:
    """Return a table with other values for some keys; messages name the function that they were given to."""
    config = config_of(table)
    made = [_change(key, value, given_by) for key, value in changes.items()]
    try:
        with in_python():
            return table_of(varied(config, made))
    except Misuse as wrong:
        raise BadArguments((str(wrong),)) from None


def _restored(
    file: str,
    content: Mapping[str, Any],
    lines: Mapping[KeyPath, int],
    changes: tuple[str, ...],
    folder: LawFolder | None = None,
) -> Table:
    with in_force(folder):
        return table_of(replace(described(file, content), lines=lines, changes=changes))


def _said(config: TableConfig) -> TableConfig:
    """Return what a table says, without where it was read."""
    return replace(config, file="", lines={}, changes=())


def _name(keys: Mapping[str, Any]) -> str:
    name = keys.get("table")
    return name if isinstance(name, str) and name.isprintable() and name else DEFAULT_NAME


def _mapping(changes: object) -> Mapping[str, Any]:
    if changes is not None and not isinstance(changes, Mapping):
        raise BadArguments((f"with_: must be keys with their values, not {short(changes)}",))
    return changes or {}


def _change(key: object, value: Any, given_by: str) -> Change:
    if not isinstance(key, str):
        raise BadArguments((f"{given_by}: a key must be text, not {short(key)}",))
    wagers = key == LIST_OF_WAGERS
    content = file_wagers(value) if wagers else file_value(key.rpartition(".")[2], value)
    return made_change(WAGER_TABLES if wagers else key, content, given_by)


def _money(amount: Cents | None) -> Money | None:
    return None if amount is None else Money(amount)


def _json(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def config_of(table: Table) -> TableConfig:
    """Return the configuration behind a table; raise BadArguments if it is none."""
    if not isinstance(table, Table):
        raise BadArguments((f"table: must be a Table, as upcard.load() returns one, not {type(table).__name__}",))
    return table._config


def load(file: str | Path) -> Table:
    """Read a table from a file, or by the name of one that comes with upcard.

    Raises BadConfig with every problem of the file, each with its line.

    >>> load("tables/in-between.toml")
    <Table BJ-101: blackjack, 6 decks, in-between>
    """
    if not isinstance(file, str | Path):
        raise BadArguments((f"file: must be text or a Path, not {type(file).__name__}",))
    return table_of(load_file(file))


def loads(text: str) -> Table:
    """Read a table from the text of a table file.

    Raises BadConfig with every problem of the text, each with its line.

    >>> loads('decks = 6')
    <Table table: blackjack, 6 decks>
    """
    if not isinstance(text, str):
        raise BadArguments((f"text: must be text, not {type(text).__name__}",))
    return table_of(load_text(text))
