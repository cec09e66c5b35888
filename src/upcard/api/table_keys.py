"""The keys of a table as a program gives them: those of the table file, with `wagers` for its [[wager]] tables."""

import datetime
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypedDict

from upcard.cards import Card
from upcard.results.amounts import Money, MoneyGiven, written_money
from upcard.rules.option import Kind
from upcard.table.config import RULES
from upcard.wagers import ALL, GAMES

ShareOfWhole = str | float | Decimal | Fraction


class RecordKeys(TypedDict, total=False):
    """The keys of a notice or a sign that is stated with when, where and by whom.

    >>> import upcard
    >>> notice: RecordKeys = {"name": "splits", "given": datetime.date(2016, 1, 20), "by": "J. Smith"}
    >>> upcard.Table(decks=6, splits=2, notices=[notice])["notices"][0]["by"]
    'J. Smith'
    """

    name: str
    given: datetime.date | str
    posted: str
    by: str


class AuthorityKeys(TypedDict):
    """The keys of a licensee's statement by which rulemaking a rule is in force whose held text has ended.

    >>> import upcard
    >>> adopted: AuthorityKeys = {"rule": "13:69F-2.30", "register": "48 N.J.R. 1(a)", "number": "R.2016 d.1",
    ...     "date": "2016-09-19"}
    >>> upcard.Table(decks=6, wagers=["buster"], authorities=[adopted])["authorities"][0]["date"]
    '2016-09-19'
    """

    rule: str
    register: str
    number: str
    date: datetime.date | str


class WagerKeys(TypedDict, total=False):
    """The keys of an optional wager.

    >>> import upcard
    >>> buster: WagerKeys = {"name": "buster", "pay_table": "C"}
    >>> upcard.Table(decks=6, wagers=[buster])
    <Table table: blackjack, 6 decks, buster>
    """

    name: str
    pay_table: str
    pays: Mapping[str, str]
    minimum: MoneyGiven
    maximum: MoneyGiven
    spoken_wagers: bool | str
    coupons: bool
    betting_area: bool | int
    sign: bool | RecordKeys
    # Wagers declare these; `make docs` writes them.
    free_bonus: str | Mapping[str, MoneyGiven]
    initial: MoneyGiven
    reset: MoneyGiven
    rate: ShareOfWhole
    reset_rate: ShareOfWhole
    display: Sequence[Sequence[Any]] | Mapping[str, Sequence[Sequence[Any]]]


class TableKeys(TypedDict, total=False):
    """The keys of a table.

    >>> import upcard
    >>> keys: TableKeys = {"decks": 6, "dealer_soft_17": "draw"}
    >>> upcard.Table(**keys)
    <Table table: blackjack, 6 decks>
    """

    licensee: str
    table: str
    law: str
    date: datetime.date | str
    game: str | Sequence[str]
    decks: int
    seats: int
    dealt_from: str
    # Rules declare these; `make docs` writes them.
    hole_card: str
    dealer_soft_17: str
    blackjack_pays: str
    surrender: bool | str
    splits: int
    resplit_aces: bool
    double_after_split: bool
    double_on: str
    dealer_blackjack_takes: str
    charlie: int
    # Every table may state the rest.
    minimum: MoneyGiven
    maximum: MoneyGiven
    cutting_card: ShareOfWhole
    cutting_cards: int
    notices: Sequence[str | RecordKeys]
    authorities: Sequence[AuthorityKeys]
    inscriptions: Sequence[str]
    equipment: Sequence[str]
    appearance: Mapping[str, bool | RecordKeys]
    approvals: Mapping[str, bool | RecordKeys]
    betting_areas: Mapping[str, bool | int]
    signs: Mapping[str, bool | RecordKeys]
    house: Mapping[str, str]
    layout: Mapping[str, str]
    # Games declare these; `make docs` writes them.
    multiple_action_wagers: int
    multiple_action_required: int
    multiple_action_limits: Sequence[Sequence[MoneyGiven]]
    free_double: str
    free_splits: int
    # The [[wager]] tables of the file.
    wagers: Sequence[str | WagerKeys]


LIST_OF_WAGERS = "wagers"  # as a program calls it
_OWN = [key for key in TableKeys.__annotations__ if key not in RULES]
_LIMITS = _OWN.index("minimum")
KEYS = (*_OWN[:_LIMITS], *RULES, *_OWN[_LIMITS:])  # the rules of the base game as they are declared, after the cards
WAGER_TABLES = "wager"  # as a file does
_SETTINGS = [setting for option in (*ALL, *GAMES) for setting in option.settings]
_MONEY_KEYS = frozenset({"minimum", "maximum", *(each.key for each in _SETTINGS if each.kind is Kind.MONEY)})


def file_content(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of a table file with these keys."""
    content = {key: file_value(key, value) for key, value in keys.items() if key != LIST_OF_WAGERS}
    if LIST_OF_WAGERS in keys:
        content[WAGER_TABLES] = file_wagers(keys[LIST_OF_WAGERS])
    return content


def file_wagers(wagers: Any) -> Any:
    """Return the [[wager]] tables of a list of wagers, each a name alone or keys with values."""
    if isinstance(wagers, str | Mapping) or not isinstance(wagers, Sequence):
        return wagers  # for the reader to refuse
    return [{"name": wager} if isinstance(wager, str) else file_value("", wager) for wager in wagers]


def file_value(key: str, value: Any) -> Any:
    """Return a value as a table file has it under a key: text for money, lists and dictionaries for all else."""
    if isinstance(value, Money) or (isinstance(value, Decimal) and key in _MONEY_KEYS and value.is_finite()):
        return written_money(value)
    if isinstance(value, Mapping):
        return {str(name): file_value(str(name), item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [file_value(key, item) for item in value]
    if isinstance(value, float):
        return Decimal(repr(value))
    return _decimal(value) if isinstance(value, Fraction) else value


def _decimal(share: Fraction) -> Decimal | str:
    """Return a share as a decimal number, or as a fraction in quotes if no decimal number is equal to it."""
    decimal = Decimal(share.numerator) / Decimal(share.denominator)
    return decimal if Fraction(decimal) == share else str(share)


def round_value(value: Any) -> Any:
    """Return a value as a written round has it: text for money and cards, lists and dictionaries for all else."""
    if isinstance(value, Money | Decimal):
        return written_money(value) if isinstance(value, Money) or value.is_finite() else value
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Mapping):
        return {str(name): _ROUND_VALUES.get(str(name), round_value)(item) for name, item in value.items()}
    return [round_value(item) for item in value] if isinstance(value, list | tuple) else value


def _shoe(cards: Any) -> Any:
    """Return the cards of a shoe as text, if they are given one by one."""
    each = round_value(cards) if isinstance(cards, list | tuple) else None
    return " ".join(each) if each and all(isinstance(card, str) for card in each) else round_value(cards)


_ROUND_VALUES = {"shoe": _shoe}  # keys of a written round that need more
