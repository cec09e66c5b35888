"""Read a licensee's law folder: every fault at once, each with its file and line.

A folder has the form of our own: `orders.toml` with rulemakings, `sources.toml` with sources, and a file for each
section in `text/`.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path as FilePath
from typing import Any

from upcard.english import either
from upcard.errors import Misuse
from upcard.law import CODE, Edition, Source, SourceKind, Standing, life_of
from upcard.law.code import Amendment, Became, LawOrder, Letter, Paragraph
from upcard.law.folder import AmendedParagraph, LawFolder, amended_code, canonical
from upcard.table import value_readers
from upcard.table.amended_values import read_values
from upcard.table.config import BadConfig, Problem
from upcard.table.keys import Keys, close_to, keys_of
from upcard.table.line_numbers import Path

ORDERS, SOURCES, TEXT = "orders.toml", "sources.toml", "text"
DIGEST = "letter_sha256"  # of a text, where the text itself is not given
EMPTY_FILE = "remove it, or state something in it"

_SECTION = re.compile(r"13:69[DEF]-\d+\.\d+[A-Z]?")
_PATH = re.compile(r"\([a-z]{1,2}\)(?:\d+)?(?:[ivx]+)?")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_BASE_ORDERS = {order.name: order for order in CODE.orders}


@dataclass(frozen=True)
class _File:
    """One file of a folder, as far as it could be read."""

    name: str  # as messages call it
    keys: Keys
    lines: Mapping[Path, int]


@dataclass
class _Reading:
    """What is read of a folder, file by file; the orders and sources before the texts that name them."""

    orders: dict[str, LawOrder] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    keeps: dict[str, LawOrder] = field(default_factory=dict)
    rows: list[AmendedParagraph] = field(default_factory=list)
    used: set[str] = field(default_factory=set)  # orders
    seen: set[tuple[str, str, date | None]] = field(default_factory=set)


def read_law_folder(folder: str | FilePath) -> LawFolder:
    """Read a licensee's law folder; raise BadConfig with every fault in it."""
    name = str(folder)
    files, problems = _files(name)
    content = {place: read.keys.raw for place, read in files.items()}
    return _folder(name, files, content, problems)


def law_folder_of(content: str) -> LawFolder:
    """Return the folder that says this, without its texts; raise BadConfig if it says nothing that can be read."""
    try:
        raw = json.loads(content)
    except ValueError as wrong:
        raise BadConfig((Problem(file="law folder", line=0, key=None, message=f"is not JSON: {wrong}"),)) from None
    if not isinstance(raw, dict) or not all(isinstance(each, dict) for each in raw.values()):
        raise BadConfig((Problem(file="law folder", line=0, key=None, message="must be an object of its files"),))
    files = {place: _File(place, Keys(keys, (), []), {}) for place, keys in raw.items()}
    return _folder("law folder", files, raw, [])


def _files(name: str) -> tuple[dict[str, _File], list[Problem]]:
    """Read the files of a folder; return those that are TOML, and what is wrong with the others."""
    root = FilePath(name)
    if not root.is_dir():
        what = "is not a folder" if root.exists() else "there is no such folder"
        raise BadConfig((Problem(file=name, line=0, key=None, message=f"{what}: name a law folder"),))
    files, problems = {}, []
    for path in sorted(path for path in root.rglob("*") if path.is_file() and not path.name.startswith(".")):
        place = path.relative_to(root).as_posix()
        if path.suffix != ".toml":
            continue
        if place not in (ORDERS, SOURCES) and (path.parent != root / TEXT):
            message = f"is not a file of a law folder: it has {ORDERS}, {SOURCES} and files in {TEXT}/"
            problems.append(Problem(file=str(path), line=0, key=None, message=message))
            continue
        try:
            keys, lines = keys_of(str(path), EMPTY_FILE)
        except BadConfig as bad:
            problems.extend(bad.problems)
        else:
            files[place] = _File(str(path), keys, lines)
    if not files and not problems:
        message = f"is empty: a law folder has {ORDERS}, and a file in {TEXT}/ for each section that it amends"
        problems.append(Problem(file=name, line=0, key=None, message=message))
    return files, problems


def _folder(name: str, files: dict[str, _File], content: Mapping[str, Any], problems: list[Problem]) -> LawFolder:
    """Return what the files say; raise BadConfig with every fault."""
    read = _Reading()
    sections: dict[str, str] = {}
    for place in sorted(files, key=lambda each: (each not in (SOURCES,), each not in (ORDERS,), each)):
        file = files[place]
        if place == SOURCES:
            _read_rows(file.keys, "source", read, _read_source)
        elif place == ORDERS:
            _read_rows(file.keys, "order", read, _read_order)
        else:
            _read_section(file.keys, read, sections, place)
    if ORDERS in files:
        _note_unused(files[ORDERS].keys, read)
    for file in files.values():
        try:
            file.keys.raise_problems(file.name, file.lines)
        except BadConfig as bad:
            problems.extend(bad.problems)
    if problems:
        raise BadConfig(tuple(problems))
    said = {place: _said(raw) for place, raw in content.items()}
    texts = {each["section"]: each for place, each in said.items() if place not in (ORDERS, SOURCES)}
    named = {place: each for place, each in said.items() if place in (ORDERS, SOURCES)}
    code = amended_code(read.orders.values(), read.sources.values(), read.keeps, read.rows)
    return LawFolder(canonical({**named, **{f"{TEXT}/{section}": each for section, each in texts.items()}}), code, name)


def _said(raw: Any) -> Any:
    """Return what a file says as JSON values, with the SHA-256 of each text in place of it."""
    if isinstance(raw, dict):
        values = {key: _said(value) for key, value in raw.items() if key != "letter"}
        if "letter" in raw:
            values[DIGEST] = hashlib.sha256(raw["letter"].encode()).hexdigest()
        return values
    if isinstance(raw, list):
        return [_said(item) for item in raw]
    return value_readers.days_as_text(raw) if isinstance(raw, date | str | bool | int) else str(raw)


def _read_rows(keys: Keys, what: str, read: _Reading, read_row: Any) -> None:
    for row in _rows(keys, what):
        read_row(row, read)
        row.report_unknown_keys()
    keys.report_unknown_keys()


def _rows(keys: Keys, what: str) -> Iterator[Keys]:
    keys.known[what] = None
    rows = keys.raw.get(what, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        keys.problem(f"must be a list of tables: begin each with [[{what}]]", what)
        return
    for index, row in enumerate(rows):
        yield Keys(row, (*keys.at, what, index), keys.problems)


def _required(keys: Keys, key: str, read: Any, why: str) -> Any:
    """Read a key that must be there; None if it is not, or cannot be read."""
    if key not in keys.raw:
        keys.known[key] = None
        keys.problem(f"is missing: {why}", key)
        return None
    return keys.take(key, read, None)


def _read_source(keys: Keys, read: _Reading) -> None:
    name = _required(keys, "name", value_readers.text, "name the source, so that paragraphs can name it")
    source = Source(
        name=name or "",
        kind=keys.take("is", value_readers.one_of(SourceKind), SourceKind.TEXT),
        edition=keys.take("edition", value_readers.one_of(Edition), None),
        where=_required(keys, "where", value_readers.text, "state where it stands: register, date, section, page")
        or "",
        not_held=keys.take("not_held", value_readers.text, None),
    )
    if name in read.sources or name in {each.name for each in CODE.sources}:
        keys.problem(f'there is a source "{name}" already: give this one another name', "name")
    elif name:
        read.sources[name] = source


def _read_order(keys: Keys, read: _Reading) -> None:
    name = _required(keys, "name", value_readers.text, "name the rulemaking, so that paragraphs can name it")
    first_day = _required(keys, "from", value_readers.day, "state from which day it is in effect")
    number = keys.take("number", value_readers.text, None)
    register = keys.take("register", value_readers.texts, ())
    kept_by = keys.take("kept_by", value_readers.day, None)
    temporary = keys.take("temporary", value_readers.flag, False)
    did = _required(keys, "did", value_readers.text, "state in a few words what it did")
    kept = keys.take("keeps", value_readers.texts, ())
    if "number" not in keys.raw and "register" not in keys.raw:
        keys.problem("its number or its place in the register is missing: add number or register", "name")
    if kept_by is not None and not temporary:
        keys.problem("only a temporary rulemaking is kept later: add temporary = true, or remove it", "kept_by")
    begins = life_of(Edition.CURRENT)[0]
    if first_day is not None and begins is not None and first_day < begins:
        keys.problem(f"a law folder amends the code in effect since {begins}: {first_day} is before that", "from")
        first_day = None
    if name in read.orders or name in _BASE_ORDERS:
        keys.problem(f'there is a rulemaking "{name}" already: give this one another name', "name")
        return
    if name is None:
        return
    order = LawOrder(
        rank=len(CODE.orders) + len(read.orders) + 1,
        name=name,
        effective="" if first_day is None else first_day.isoformat(),
        edition=Edition.CURRENT,
        first_day=first_day,
        known_by=None,
        temporary=temporary,
        kept_by=kept_by,
        did=did or "",
        number=number,
        register=register,
    )
    read.orders[name] = order
    for held in kept:
        _keep(keys, read, order, held)


def _keep(keys: Keys, read: _Reading, order: LawOrder, held: str) -> None:
    """Note that a rulemaking keeps one that is held."""
    of_ours = _BASE_ORDERS.get(held)
    temporary = [each.name for each in CODE.orders if each.temporary and each.kept_by is None]
    if of_ours is None or held not in temporary:
        known = ", ".join(f'"{name}"' for name in temporary)
        keys.problem(f'"{held}" is not a temporary rulemaking whose end is open; those are {known}', "keeps")
    elif held in read.keeps:
        keys.problem(f'"{held}" is kept by "{read.keeps[held].name}" already: name it once', "keeps")
    elif _too_early(order, of_ours):
        message = f'"{held}" took effect on {of_ours.first_day}: it cannot be kept from {order.first_day} on'
        keys.problem(message, "keeps")
    else:
        read.used.add(order.name)
        if order.first_day is not None:
            read.keeps[held] = order


def _too_early(order: LawOrder, since: LawOrder) -> bool:
    return order.first_day is not None and since.first_day is not None and order.first_day <= since.first_day


def _note_unused(keys: Keys, read: _Reading) -> None:
    rows = keys.raw.get("order", [])
    for index, row in enumerate(rows if isinstance(rows, list) else []):
        name = row.get("name") if isinstance(row, dict) else None
        if isinstance(name, str) and name in read.orders and name not in read.used:
            message = "no paragraph names it and it keeps nothing: name it as since of a paragraph, or remove it"
            keys.problem(message, "order", index, "name")


def _read_section(keys: Keys, read: _Reading, sections: dict[str, str], place: str) -> None:
    section = _required(keys, "section", _section, "name the section, such as 13:69F-2.11")
    if section is not None and section in sections:
        keys.problem(f"{sections[section]} is about {section} too: put both into one file", "section")
    sections.setdefault(section or place, place)
    held = CODE.by_number.get(section or "")
    title = keys.take("title", value_readers.text, None) or (held.title if held else None)
    since = keys.take("since", _order(read), None)
    source = keys.take("source", _sources(read), ())
    standing = keys.take("standing", value_readers.one_of(Standing), None)
    keys.known["paragraph"] = None
    keys.report_unknown_keys()
    rows = list(_rows(keys, "paragraph"))
    if not rows:
        keys.problem('states no paragraph: add [[paragraph]], with number = "" for the whole section', "section")
    for row in rows:
        if section is not None:
            _read_paragraph(row, read, section, title, since, source, standing)


def _section(value: Any) -> str:
    name = value_readers.text(value)
    if not _SECTION.fullmatch(name):
        raise Misuse(f"must be a section of the current code such as 13:69F-2.11, not {value_readers.shown(value)}")
    return name


def _order(read: _Reading) -> value_readers.Read[LawOrder]:
    def found(value: Any) -> LawOrder:
        name = value_readers.text(value)
        if name not in read.orders:
            known = ", ".join(f'"{each}"' for each in read.orders) or "there is none"
            raise Misuse(f'"{name}" is not a rulemaking of this folder; those in {ORDERS}: {known}')
        read.used.add(name)
        return read.orders[name]

    return found


def _sources(read: _Reading) -> value_readers.Read[tuple[Source, ...]]:
    def found(value: Any) -> tuple[Source, ...]:
        known = {**{each.name: each for each in CODE.sources}, **read.sources}
        names = value_readers.texts(value)
        for name in names:
            if name not in known:
                meant = close_to(name, known)
                hint = f'did you mean "{meant[0]}"?' if meant else f"add it to {SOURCES}"
                raise Misuse(f'there is no source "{name}"; {hint}')
        return tuple(known[name] for name in names)

    return found


def _path(value: Any) -> str:
    if value == "":
        return ""
    path = value_readers.text(value)
    if not _PATH.fullmatch(path):
        raise Misuse(f'must be the number of a paragraph such as "(g)" or "(d)1", not {value_readers.shown(value)}')
    return path


def _letter(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Misuse(f"must be the text of the paragraph in quotes, not {value_readers.shown(value)}")
    return value


def _digest(value: Any) -> str:
    if not isinstance(value, str) or not _DIGEST.fullmatch(value):
        raise Misuse(f"must be 64 hexadecimal digits, not {value_readers.shown(value)}")
    return value


def _read_paragraph(
    keys: Keys,
    read: _Reading,
    section: str,
    title: str | None,
    since: LawOrder | None,
    source: tuple[Source, ...],
    standing: Standing | None,
) -> None:
    before = len(keys.problems)
    path = _required(keys, "number", _path, 'state which paragraph, such as "(g)"; "" for the whole section')
    became = keys.take("is", value_readers.one_of(Became), None)
    order = keys.take("since", _order(read), None) or (since if became is not None else None)
    rule = keys.take("rule", value_readers.text, None)
    letter = keys.take("letter", _letter, None)
    keys.take(DIGEST, _digest, None)
    source = keys.take("source", _sources(read), source)
    standing = keys.take("standing", value_readers.one_of(Standing), standing)
    values = keys.take("values", value_readers.keyed, {})
    keys.report_unknown_keys()
    if path is None or (became is None and "is" in keys.raw):
        return
    number, held = f"{section}{path}", CODE.by_number.get(f"{section}{path}")
    _note_misfits(keys, number, held, became, order, title)
    _note_missing(keys, became, rule, values)
    if values and held is not None and became is Became.CHANGED:
        read_values(Keys(values, (*keys.at, "values"), keys.problems), number)
    day = order.first_day if order is not None and became is not None else None
    if (section, path, day) in read.seen:
        what = f"on {day}" if day else "without a rulemaking"
        keys.problem(f"{number} is stated twice {what}: state it once", "number")
    read.seen.add((section, path, day))
    if len(keys.problems) > before:
        return
    amendment = None
    if became is not None and order is not None and day is not None:
        new = Standing.HELD if rule is not None else None
        amendment = Amendment(
            became=became, by=order, day=day, rule=rule, standing=standing or new, source=source, values=values
        )
    shown = None if letter is None else Letter(text=letter, source=source)
    row_title = (held.title if held else title) or ""
    read.rows.append(
        AmendedParagraph(
            section=section, path=path, title=row_title, amendment=amendment, letter=shown, standing=standing
        )
    )


def _note_misfits(
    keys: Keys, number: str, held: Paragraph | None, became: Became | None, order: LawOrder | None, title: str | None
) -> None:
    """Note what does not fit the code held."""
    if became is Became.ADDED and held is not None:
        keys.problem(f'{number} is in the code held: it was "changed" or "kept", not "added"', "is")
    elif became is Became.ADDED and title is None:
        keys.problem(f"{number} is in a section that is not held: add title at the head of the file", "number")
    elif became is not Became.ADDED and held is None:
        keys.problem(f'{number} is not a paragraph of the code held: state is = "added", or correct it', "number")
    if became is not None and order is None and "since" not in keys.raw:
        keys.problem("is missing: name the rulemaking by which it was " + became.value, "since")
    if became is None and "since" in keys.raw:
        words = either(f'"{each.value}"' for each in Became)
        keys.problem(f"is missing: state what became of the paragraph by {keys.raw['since']}: {words}", "is")
    if held is not None and order is not None and _too_early(order, held.since):
        keys.problem(f"{number} took effect on {held.since.first_day}, not before {order.first_day}", "since")


def _note_missing(keys: Keys, became: Became | None, rule: str | None, values: Mapping[str, Any]) -> None:
    """Note what a row lacks, or states and may not."""
    states_rule = became in (Became.CHANGED, Became.ADDED)
    if states_rule and "rule" not in keys.raw:
        keys.problem("is missing: state in your own words what the paragraph says from then on", "rule")
    if not states_rule and rule is not None:
        keys.problem('only a paragraph that was "changed" or "added" has a rule of its own: remove it', "rule")
    if values and became is not Became.CHANGED:
        keys.problem('only a paragraph that was "changed" has values of its own: remove them', "values")
    if became is None and not {"letter", DIGEST, "standing"} & keys.raw.keys():
        keys.problem("says nothing of the paragraph: add is with what became of it, or its letter", "number")
