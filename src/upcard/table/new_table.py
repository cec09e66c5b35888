"""A new table file: the games and wagers named, as plain as the rules allow, every key explained in a line."""

import datetime
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from upcard.english import either, listed
from upcard.errors import Misuse, UpcardError
from upcard.law import Cite, Cited, Edition, Unknown
from upcard.rules import base
from upcard.rules.enums import DealtFrom, WagerName
from upcard.rules.rule_fields import Stated, written
from upcard.rules.wager import Game, Wager
from upcard.table.compliance import Status, check, law_words, status_of
from upcard.table.config import MOST_DECKS, RULES, Offer, TableConfig
from upcard.table.file_reader import described
from upcard.table.findings import Finding, Verdict
from upcard.table.notation import argument
from upcard.table.requirement import Requirement, RequirementKind, StatedAs
from upcard.table.requirements import requirements_of
from upcard.table.requirements.cards import allowed_decks
from upcard.table.requirements.limits import USUAL_WAGER_LIMITS, limits_words
from upcard.table.requirements.rules import nearest_value
from upcard.table.toml_text import toml_key, toml_value
from upcard.table.value_readers import plain_name
from upcard.wagers import ALL, GAMES


def _choices(values: Any) -> str:
    return either(toml_value(written(value)) for value in values)


# In the order in which a new file states them; the rules of the base game follow.
TABLE_KEYS: dict[str, tuple[str, Cite | None]] = {
    "licensee": ("the licensee's name on the layout", base.LICENSEE_NAMED),
    "table": ("the number of the table", None),
    "law": (f"edition of the rules, {_choices(Edition)}; without it that of the date, or of today", None),
    "date": ("the day whose law the table is held against; without it, today", None),
    "game": (f"the game: {_choices(game.name for game in GAMES)}", None),
    "decks": (f"how many decks, 1 to {MOST_DECKS}", base.DECKS.cite),
    "seats": (f"how many boxes, {base.SEATS.value.says()}", base.SEATS.cite),
    "dealt_from": (f"what the cards are dealt from: {_choices(DealtFrom)}", None),
    "cutting_cards": ("how many cutting cards", base.CUTTING_CARDS),
    "cutting_card": ("share or number of the cards in front of the cutting card", base.IN_FRONT_OF_CUTTING_CARD.cite),
    "minimum": ("posted minimum of the blackjack wager", base.LIMITS_POSTED),
    "maximum": ("posted maximum of the blackjack wager", base.LIMITS_POSTED),
    "notices": ("options for which notice was given, each a word or { name, given, posted, by }", base.NOTICE_GIVEN),
    "authorities": ("by what rules are in force whose held text has ended: { rule, register, number, date }", None),
    "inscriptions": ("what the layout says, word for word", base.INSCRIBED),
    "equipment": ("what the table has", base.EQUIPMENT[0].cite),
    "appearance": ("how cards and equipment look, each by its name: true, false or a record", None),
    "approvals": ("what has been approved, each by its name: true, false or { given, by }", None),
    "betting_areas": ("areas that the game requires, at each seat or before the dealer", None),
    "signs": ("signs that the game requires: whether the layout or a sign says what it must", None),
    "layout": (
        'measures of the layout, such as { width = "76 in", felt = "green" }; they change its drawing only',
        None,
    ),
    "house": ("the licensee's switches, where the law leaves a choice", None),
}


def about_key(table: TableConfig, key: str) -> str:
    """Return what a key of a table says, with the paragraph on it."""
    if key in RULES:
        return _cited(f"{RULES[key].means}: {_rule_choices(RULES[key])}", RULES[key].cite, table.law)
    if key in TABLE_KEYS:
        words, cite = TABLE_KEYS[key]
        return _cited(words, cite, table.law)
    for game in table.games:
        for setting in game.settings:
            if setting.key == key:
                source = setting.missing.cite if setting.missing else setting.cite or game.cite
                return _cited(setting.means, source, table.law)
    raise KeyError(key)


def _rule_choices(rule: Stated) -> str:
    if isinstance(rule.values, range):
        return f"{rule.values[0]} to {rule.values[-1]}"
    return _choices(value for value in rule.values if rule.is_lawful(value))


def about_wager_key(table: TableConfig, offer: Offer, key: str) -> str:
    """Return what a key of a wager says, with the paragraph on it."""
    words, cite = _wager_key(offer.wager, key)
    return _cited(words, cite, table.law)


def _wager_key(wager: Wager, key: str) -> tuple[str, Cite | None]:
    limits = wager.limits
    amounts = "posted by the licensee" if limits.value.posted else limits_words(limits.value)
    if key in ("pay_table", "pays"):
        return _pays_words(wager)
    if key == "betting_area":
        return "its area on the layout: true at each seat, or at how many", wager.areas[0].cite
    if key == "sign":
        return _sign_words(wager)
    plain: dict[str, tuple[str, Cite | None]] = {
        "name": ("the wager", wager.cite),
        "minimum": (f"its minimum, {amounts}", limits.cite),
        "maximum": (f"its maximum, {amounts}", limits.cite),
    }
    for setting in wager.settings:
        plain[setting.key] = (setting.means, setting.missing.cite if setting.missing else wager.cite)
    return plain[key]


def _pays_words(wager: Wager) -> tuple[str, Cite]:
    law = wager.pay_tables
    if isinstance(law, Unknown):
        return "the licensee's own odds: the law's are not held; pays = { … } posts others", law.cite
    return f"{_choices(law.value.tables)}; or pays = {{ … }} with odds no lower", law.cite


def _sign_words(wager: Wager) -> tuple[str, Cite | None]:
    if not isinstance(wager.sign, Cited):
        return "whether there is a sign", None
    return f"the layout or a sign states {listed(wager.sign.value)}", wager.sign.cite


def _cited(words: str, cite: Cite | None, edition: Edition) -> str:
    return f"{words} [{cite.as_of(edition)}]" if cite else words


LISTS = frozenset({"notices", "inscriptions", "equipment"})
WAGER_KEYS = ("name", "pay_table", "pays", "minimum", "maximum", "betting_area", "sign")
USUAL_DECKS = (6, 8)  # the first of these that is allowed, else the least
MOST_STEPS = 20  # a step may make another requirement apply, and no chain of them is long
WIDEST_LINE = 100
_STATUS = {Status.LAWFUL: "lawful as it stands", Status.NOT_SHOWN: "not shown to be lawful"}  # no other is made


class UnlawfulTable(UpcardError):
    """Games and wagers that may not be offered together; `findings` say by which paragraphs.

    >>> import upcard
    >>> try:
    ...     upcard.new("in-between", "streak")
    ... except UnlawfulTable as unlawful:
    ...     print(unlawful.findings[0].cite)
    13:69F-2.22(l)
    """

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(map(str, findings)))


@dataclass(frozen=True, kw_only=True)
class NewTable:
    """A new table: the text of its file, the table itself, and what no text held can verify of it."""

    text: str
    table: TableConfig
    findings: tuple[Finding, ...]


def new_table(
    game: str | None = None,
    wagers: Sequence[str] = (),
    *,
    law: Edition | None = None,
    date: datetime.date | None = None,
    today: datetime.date,
) -> NewTable:
    """Return a table with a game and wagers that violates nothing on its date, which its file states, else today.

    Raises UnlawfulTable with the paragraphs that forbid them together.
    """
    day = date or today
    offered = _wagers(wagers)
    chosen = _game(game or _required_game(offered))
    decks = allowed_decks(*offered, chosen)
    content: dict[str, Any] = {
        "table": "BJ-1",
        **({"law": law.value} if law else {}),
        **({"date": date.isoformat()} if date else {}),
        "game": chosen.name,
        "decks": next((number for number in USUAL_DECKS if number in decks), (decks or USUAL_DECKS)[0]),
        "wager": [{"name": wager.name, **_usual_limits(wager)} for wager in offered],
    }
    table = _completed(content, day)
    findings = check(table)
    if wrong := [one for one in findings if one.verdict is not Verdict.NOT_VERIFIABLE]:
        raise UnlawfulTable(wrong)
    return NewTable(text="\n".join(_lines(table, findings)) + "\n", table=table, findings=findings)


def _required_game(wagers: Sequence[Wager]) -> str:
    """Return the game that a wager requires, if one does."""
    needs = [required.value for wager in wagers for required in wager.requires if required.value.keys == ("game",)]
    return next((str(nearest_value(need.bound)) for need in needs), WagerName.BLACKJACK.value)


def _game(name: str) -> Game:
    by_name = {plain_name(game.name): game for game in GAMES}
    words = plain_name(name)
    if words not in by_name:
        raise Misuse(
            f'{argument("game")}: there is no game "{words[:60]}"; games: {", ".join(game.name for game in GAMES)}'
        )
    return by_name[words]


def _wagers(names: Sequence[str]) -> list[Wager]:
    by_name = {plain_name(wager.name): wager for wager in ALL}
    for place, name in enumerate(map(plain_name, names)):
        if name not in by_name:
            known = ", ".join(wager.name for wager in ALL)
            raise Misuse(f'{argument("wager")}: there is no wager "{name[:60]}"; wagers: {known}')
        if name in map(plain_name, names[:place]):
            raise Misuse(f'{argument("wager")}: "{by_name[name].name}" is named twice')
    return [by_name[plain_name(name)] for name in names]


def _usual_limits(wager: Wager) -> Mapping[str, str]:
    return {} if wager.limits.value.exactly else USUAL_WAGER_LIMITS


def _completed(content: dict[str, Any], day: datetime.date) -> TableConfig:
    """Return the table with everything stated that it needs, step by step: one remedy may call for another."""
    for _ in range(MOST_STEPS):
        table = described(content["table"], content).on(day)
        missing = [each for each in requirements_of(table) if _can_be_stated(each)]
        if not missing:
            break
        content = deepcopy(dict(table.content))
        rules = [each for each in missing if each.kind is RequirementKind.RULE]
        broken = [each for each in rules if each.state is StatedAs.DIFFERENTLY]
        for each in broken or rules or missing:  # what else is needed depends on the rules
            _state(content, each)
    return described(content["table"], content).on(day)


def _can_be_stated(requirement: Requirement) -> bool:
    is_missing = requirement.state is not StatedAs.STATED and requirement.remedy is not None
    return is_missing and requirement.at != ("game",)  # which is chosen already


def _state(content: dict[str, Any], requirement: Requirement) -> None:
    """Write a value that meets a requirement."""
    *above, key = requirement.at
    here: Any = content
    for part in above:
        here = here.setdefault(part, {}) if isinstance(here, dict) else here[part]
    if key not in LISTS:
        here[key] = requirement.remedy
    elif requirement.remedy not in here.setdefault(key, []):
        here[key].append(requirement.remedy)


def _lines(table: TableConfig, findings: Sequence[Finding]) -> Iterator[str]:
    names = ", ".join(offer.wager.name for offer in table.offers)
    title = f"{table.game.heading}{f' with {names}' if names else ''}, {_STATUS[status_of(findings)]}"
    yield from _comment(f"{title} under {law_words(table)}: change what differs at your table.")
    for one in findings:
        yield from _comment(str(one))
    for key in _ordered(table.content):
        yield ""
        yield f"# {about_key(table, key)}"
        yield f"{toml_key(key)} = {_value(table.content[key])}"
    for offer, stated in zip(table.offers, table.content["wager"], strict=True):
        yield ""
        yield "[[wager]]"
        for key, value in sorted(stated.items(), key=lambda item: _place(item[0])):
            yield f"# {about_wager_key(table, offer, key)}"
            yield f"{toml_key(key)} = {_value(value)}"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, WIDEST_LINE, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)


def _place(key: str) -> int:
    """Return the place of a key among those of a wager: settings of its own stand before its area and its sign."""
    return WAGER_KEYS.index(key) if key in WAGER_KEYS else WAGER_KEYS.index("maximum")


def _ordered(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys of a table in the order in which a file states them, wagers apart."""
    first = [key for key in TABLE_KEYS if key in content]
    rules = [key for key in RULES if key in content]
    others = [key for key in content if key not in (*first, *rules, "wager")]
    place = first.index("minimum") if "minimum" in first else len(first)
    yield from (*first[:place], *rules, *others, *first[place:])


def _value(value: Any) -> str:
    """Return a value as TOML; a long list has an item on each line."""
    line = toml_value(value)
    if not isinstance(value, list) or len(line) < WIDEST_LINE:
        return line
    return "[\n" + "".join(f"    {toml_value(item)},\n" for item in value) + "]"
