"""What each key of a table file says, in a line."""

from typing import Any

from upcard.english import either
from upcard.law import Cite, Cited, Edition, Unknown
from upcard.rules import base
from upcard.rules.enums import DealtFrom
from upcard.rules.rule_fields import Stated, written
from upcard.rules.wager import Wager
from upcard.table.config import MOST_DECKS, RULES, Offer, TableConfig
from upcard.table.requirements.limits import limits_words
from upcard.table.toml_text import toml_value
from upcard.wagers import GAMES


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
    return f"the layout or a sign states {' and '.join(wager.sign.value)}", wager.sign.cite


def _cited(words: str, cite: Cite | None, edition: Edition) -> str:
    return f"{words} [{cite.as_of(edition)}]" if cite else words
