"""upcard.wagers: the registry of everything a licensee may offer."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

from upcard.english import either, key_words
from upcard.errors import Misuse
from upcard.law import Cited, Edition, Unknown, in_edition
from upcard.law.folder import LawFolder, law_folder_in_force
from upcard.results.arguments import Arguments
from upcard.results.needs import need_of_option_json, needs_of_option
from upcard.results.rows import Kind, ListedData, RowSet
from upcard.rules.option import Option, Requires
from upcard.rules.wager import Medium, PayTable, Person, Wager
from upcard.table import plain_name
from upcard.table.amended_values import amended_option
from upcard.table.requirements.limits import limits_words
from upcard.wagers import OPTIONS

PAY_TABLE_COLUMNS = ("wager", "cite", "standing", "pay_table", "held", "line", "pays")


class OfferedOption:
    """A wager, game or way of dealing that a licensee may offer.

    >>> wagers()["buster"].cite, list(wagers()["buster"].pay_tables)
    ('13:69F-2.30', ['A', 'B', 'C', 'D', 'E', 'F'])
    """

    def __init__(self, option: Option, edition: Edition) -> None:
        self._option, self._edition = option, edition

    @property
    def name(self) -> str:
        """Return its name, as table files write it."""
        return self._option.name

    @property
    def kind(self) -> str:
        """Return what it is: a wager, a game, or an option of dealing."""
        return type(self._option).__name__.lower()

    @property
    def cite(self) -> str:
        """Return the number of its section."""
        return str(self._option.cite.as_of(self._edition))

    @property
    def pay_tables(self) -> dict[str, dict[str, str]]:
        """Return its pay tables by name: the odds of each line. Those of the trade are among them."""
        rows = pay_table_rows([self._option], self._edition)
        tables: dict[str, dict[str, str]] = {}
        for _, _, _, name, _, line, pays in rows:
            tables.setdefault(str(name), {})[str(line)] = str(pays)
        return tables

    def to_dict(self) -> dict[str, Any]:
        """Return it as `upcard wagers --json` writes it."""
        return option_json(self._option, self._edition)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name} [{self.cite}]>"


class Registry(ListedData[OfferedOption]):
    """Everything that a licensee may offer, by place or by name; its rows are the lines of the pay tables.

    >>> wagers("buster", "in-between")
    <in-between, buster>
    """

    def __init__(self, items: Iterable[OfferedOption], folder: LawFolder | None = None) -> None:
        super().__init__(items)
        self._folder = folder

    @overload
    def __getitem__(self, place: int | str) -> OfferedOption: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[OfferedOption, ...]: ...
    def __getitem__(self, place: int | str | slice) -> OfferedOption | tuple[OfferedOption, ...]:
        if isinstance(place, str):
            for option in self:
                if plain_name(option.name) == plain_name(place):
                    return option
            raise KeyError(f"there is no wager {place!r}; known: {', '.join(option.name for option in self)}")
        return self._items[place]

    def to_dict(self) -> dict[str, Any]:
        """Return the registry as `upcard wagers --json` writes it."""
        law_file = None if self._folder is None else self._folder.fingerprint
        return {"law_file": law_file, "wagers": [option.to_dict() for option in self]}

    def _row_set(self) -> RowSet:
        columns: dict[str, Kind] = {name: bool if name == "held" else str for name in PAY_TABLE_COLUMNS}
        rows = [
            [cell if isinstance(cell, bool) else str(cell) for cell in row]
            for option in self
            for row in pay_table_rows([option._option], option._edition)
        ]
        return RowSet(columns=columns, values=rows)

    def __repr__(self) -> str:
        return f"<{', '.join(option.name for option in self)}>"


def wagers(*names: str, law: str | None = None) -> Registry:
    """Return the wagers, games and ways of dealing that a licensee may offer, all or by name.

    `law` is an edition of the rules: "13:69F", the current one, or "19:47".

    >>> wagers("in-between")["in-between"].pay_tables["A"]["Triple match"]
    '30 to 1'
    """
    arguments = Arguments()
    edition = arguments.read(lambda: edition_named(law, "law"), Edition.CURRENT)
    given = [arguments.text("name", name) for name in names]
    options: list[Option] = []
    if not arguments.problems:
        options = arguments.read(lambda: options_named(given, edition), options)
    arguments.done()
    return Registry((OfferedOption(option, edition) for option in options), law_folder_in_force())


def edition_named(name: str | None, argument: str) -> Edition:
    """Return the edition of a name, the current one if none is given; raise Misuse if there is none."""
    editions = {edition.value: edition for edition in Edition}
    if name is not None and name not in editions:
        raise Misuse(f'{argument}: there is no edition "{name}"; known: {", ".join(editions)}')
    return editions[name] if name else Edition.CURRENT


def options_of(edition: Edition) -> list[Option]:
    """Return everything that may be offered under an edition, as the licensee's law folder in force has it now."""
    folder = law_folder_in_force()
    offered = [option for option in OPTIONS if option.cite.stands_in(edition)]
    return [amended_option(option, folder, edition, None) for option in offered]


def options_named(names: Iterable[str], edition: Edition) -> list[Option]:
    """Return the options of some names, all if none is given; raise Misuse for a name that is none."""
    by_name = {plain_name(option.name): option for option in options_of(edition)}
    given = dict.fromkeys(map(plain_name, names))
    if unknown := [f'"{name}"' for name in names if plain_name(name) not in by_name]:
        known = ", ".join(option.name for option in by_name.values())
        raise Misuse(f"there is no wager {either(unknown)} in {edition.value}; known: {known}")
    return [option for name, option in by_name.items() if not given or name in given]


def pay_table_rows(options: Iterable[Option], edition: Edition) -> Iterator[Sequence[object]]:
    """Yield a row for each line of each pay table of the wagers; `held`: whether the law is known to state it."""
    for option in options:
        if not isinstance(option, Wager):
            continue
        number = option.cite.as_of(edition)
        held = option.pay_tables.value.tables if isinstance(option.pay_tables, Cited) else {}
        for name, table in {**held, **option.house_pay_tables}.items():
            for line, pays in table.items():
                yield option.name, number, number.standing.value, name, name in held, line.label, pays


def excluded_by(option: Option, edition: Edition, options: list[Option]) -> dict[str, list[str]]:
    """Return the options that may not be offered beside this one, with each paragraph that says so."""
    excluded: dict[str, list[str]] = {}
    for other in options:
        for first, second in ((option, other), (other, option)):
            for partner, source in first.excludes.items():
                numbers, number = excluded.setdefault(other.name, []), str(source.as_of(edition))
                if partner.covers(second.cite) and first is not second and number not in numbers:
                    numbers.append(number)
    return {name: numbers for name, numbers in excluded.items() if numbers}


def option_json(option: Option, edition: Edition) -> dict[str, Any]:
    """Return a wager, game or way of dealing as JSON values."""
    number = option.cite.as_of(edition)
    answer: dict[str, Any] = {
        "name": option.name,
        "kind": type(option).__name__.lower(),
        "cite": str(number),
        "standing": number.standing.value,
        "decks": _cited(option.decks.value.says(), option.decks, edition) if option.decks else None,
        "excludes": [
            {"name": name, "cites": cites} for name, cites in excluded_by(option, edition, options_of(edition)).items()
        ],
        "requires": [
            _cited(requirement_words(each, edition), each, edition)
            for each in option.requires
            if each.value.reading is None
        ],
        "doubts": [
            {**_cited(requirement_words(each, edition), each, edition), "reading": each.value.reading}
            for each in option.requires
            if each.value.reading
        ],
        "settings": [
            {"key": setting.key, "means": setting.means, "kind": setting.kind.value} for setting in option.settings
        ],
    }
    if isinstance(option, Wager):
        answer |= _wager_json(option, edition)
    answer["needs"] = [need_of_option_json(need) for need in needs_of_option(option, edition)]
    return answer


def made_with_json(wager: Wager, edition: Edition) -> dict[str, dict[str, str]]:
    """Return what a wager is made with, and whether it may be spoken, each in words with its paragraph."""
    media, spoken = wager.media, wager.spoken
    accepted, confirmed = (f"not held: {each.what}" if isinstance(each, Unknown) else "" for each in (media, spoken))
    if isinstance(media, Cited):
        accepted = ", ".join(medium.value for medium in Medium if medium in media.value)
    if isinstance(spoken, Cited):
        persons = " and the ".join(person.value for person in Person if person in spoken.value)
        confirmed = f"with cash, if the {persons} confirms it" if persons else "not accepted"
        confirmed = confirmed.replace("confirms", "both confirm") if " and " in persons else confirmed
    return {
        "made_with": {"rule": accepted, "cite": str(media.cite.as_of(edition))},
        "spoken": {"rule": confirmed, "cite": str(spoken.cite.as_of(edition))},
    }


def _wager_json(wager: Wager, edition: Edition) -> dict[str, Any]:
    law = wager.pay_tables
    return {
        "limits": _cited(limits_words(wager.limits.value), wager.limits, edition),
        **made_with_json(wager, edition),
        "settled": {
            "collect": key_words(wager.settled.value.collect.name.lower()),
            "pay": key_words(wager.settled.value.pay.name.lower()),
            "order": wager.settled.value.order.value,
            "cite": str(wager.settled.cite.as_of(edition)),
        },
        "outcomes": [outcome.label for outcome in wager.outcomes],
        "pay_tables": {}
        if isinstance(law, Unknown)
        else {name: _odds(table) for name, table in law.value.tables.items()},
        "pay_tables_cite": str(law.cite.as_of(edition)),
        "pay_tables_held": isinstance(law, Cited),
        "house_pay_tables": {name: _odds(table) for name, table in wager.house_pay_tables.items()},
    }


def _odds(table: PayTable) -> dict[str, str]:
    return {outcome.label: str(pays) for outcome, pays in table.items()}


def _cited(rule: str, value: Cited[Any], edition: Edition) -> dict[str, str]:
    return {"rule": rule, "cite": str(value.cite.as_of(edition))}


def requirement_words(required: Cited[Requires], edition: Edition) -> str:
    """Return what an option requires of its table."""
    return in_edition(required.value.because, edition)
