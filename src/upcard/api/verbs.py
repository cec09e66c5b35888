"""The verbs of the library: each reads its arguments once, every problem at a time, and returns a result."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from upcard.api.days import asked
from upcard.api.table import Table, config_of
from upcard.api.table_keys import round_value
from upcard.errors import Misuse
from upcard.game.ruling import rule
from upcard.game.written_round import WrittenRound, described_round, load_round, loads_round
from upcard.results.amounts import MoneyGiven
from upcard.results.arguments import Arguments, BadArguments, CardsGiven
from upcard.results.best_play import BestPlay, best_play
from upcard.results.diff import TableDiff
from upcard.results.findings import Findings, findings_of
from upcard.results.needs import TableNeeds, needs_of
from upcard.results.prices import MOST_ROUNDS_AN_HOUR, Hourly, TablePrices
from upcard.results.prices import price as price_wagers
from upcard.results.rulings import RoundRuling, ruled_round
from upcard.table import TableConfig
from upcard.table.comparison import compare
from upcard.table.config import MOST_DECKS
from upcard.table.notation import in_python


def check(table: Table) -> Findings:
    """Check a table against the law of its date, or of today if it states none; return every finding.

    >>> findings = check(Table(decks=1, wagers=[{"name": "in-between", "pay_table": "B"}]))
    >>> findings.lawful, [str(each.cite) for each in findings if "deck" in each.message]
    (False, ['13:69F-2.2(a)2'])
    """
    return findings_of(asked(config_of(table)))


def needs(table: Table) -> TableNeeds:
    """Return everything that a table must have on its date, or today, and whether its file states it.

    >>> table = Table(decks=6, wagers=[{"name": "in-between", "pay_table": "B"}])
    >>> [need.says for need in needs(table) if need.kind == "sign"]
    [('the payout odds', 'the card rankings: 2 to 10, jack, queen, king, ace')]
    """
    return needs_of(asked(config_of(table)))


def diff(before: Table, after: Table) -> TableDiff:
    """Compare two tables, or one under two editions or days: keys, findings, notices, house advantage.

    >>> table = Table(decks=6, wagers=[{"name": "buster", "pay_table": "A"}], dealer_soft_17="draw")
    >>> [str(finding.cite) for finding in diff(table.with_(date="2016-01-11"), table.with_(date="2016-01-10")).came]
    ['13:69F-2.30']
    """
    return TableDiff(compare(asked(config_of(before)), asked(config_of(after))))


def price(
    table: Table,
    *,
    decks: int | None = None,
    removed: CardsGiven = (),
    amount: MoneyGiven | None = None,
    meter: MoneyGiven | None = None,
    rounds_an_hour: int = 60,
    rational: bool = False,
    joint: bool = False,
) -> TablePrices:
    """Price every wager of a table exactly, each when it is read.

    `decks` differs from the table's; `removed` are cards that are out of the shoe; `amount` is wagered, where it
    matters; `meter` is the amount on a meter; `rational` computes the value of the blackjack wager as a
    fraction too, which takes minutes; `joint` the joint distribution of several dealer's hands.

    >>> prices = price(Table(decks=6, wagers=[{"name": "in-between", "pay_table": "B"}]))
    >>> prices["in-between"].house_advantage
    Fraction(33954, 626665)
    >>> prices["in-between"]
    <in-between at 6 decks, pay table B: house advantage 5.41821 %>
    """
    config, arguments = config_of(table), Arguments()
    whole = arguments.whole_or_none("decks", decks, 1, MOST_DECKS)
    known = arguments.cards("removed", removed)
    wagered = arguments.money("amount", amount, least=1)
    before = len(arguments.problems)
    standing = arguments.money("meter", meter)
    is_read = len(arguments.problems) == before
    hourly = Hourly(rounds=arguments.whole("rounds_an_hour", rounds_an_hour, 1, MOST_ROUNDS_AN_HOUR), amount=wagered)
    flags = {"rational": arguments.flag("rational", rational), "joint": arguments.flag("joint", joint)}
    if joint is True and config.game.dealer_hands is None:
        arguments.problems.append(f"joint: {config.game.name} has one dealer's hand: give a table with several")
    if standing is not None and is_read and not any(offer.wager.meter for offer in config.offers):
        arguments.problems.append("meter: no wager of this table is paid from a meter")
    prices = arguments.read(
        lambda: price_wagers(config, decks=whole, removed=known, amount=wagered, meter=standing), None
    )
    arguments.done()
    assert prices is not None
    return TablePrices(prices, hourly, **flags)


def strategy(table: Table, *, decks: int | None = None, removed: CardsGiven = ()) -> BestPlay:
    """Return the best play of a table's blackjack wager.

    `decks` differs from the table's; `removed` are cards that are out of the shoe.

    >>> strategy(Table(decks=6)).chart["hard 16"]["10"]
    'draw'
    """
    config, arguments = config_of(table), Arguments()
    whole = arguments.whole_or_none("decks", decks, 1, MOST_DECKS)
    known = arguments.cards("removed", removed)
    prices = arguments.read(lambda: price_wagers(config, decks=whole, removed=known), None)
    arguments.done()
    assert prices is not None
    try:
        return best_play(prices.blackjack, config, known)
    except Misuse as wrong:
        raise BadArguments((str(wrong),)) from None


def deal(table: Table, round: str | Path | Mapping[str, Any]) -> RoundRuling:  # noqa: A002  # the regulation's word
    """Rule on a round: deal the cards it lists, decide as it says, and settle every wager.

    `round` has the keys of a written round, or is its file or its text. Raises BadConfig if it cannot be read; a
    round that the rules do not allow comes back with its refusals.

    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}, "decisions": ["double down"]}
    >>> table = Table(decks=6, minimum="10.00", maximum="500.00")
    >>> deal(table, {"shoe": "6h 9s 5d Tc 8c", "seat": [seat]})
    <round at table: seat 1 +20.00>
    """
    config = config_of(table)
    config.require_one_game()
    written = _written(config, round)
    return ruled_round(rule(written), config)


def _written(table: TableConfig, given: object) -> WrittenRound:
    if isinstance(given, Mapping):
        with in_python():
            return described_round(table, round_value(given))
    if isinstance(given, str) and ("\n" in given or "=" in given):
        return loads_round(table, given)
    if isinstance(given, str | Path):
        return load_round(given, table)
    kind = type(given).__name__
    raise BadArguments((f"round: must be a written round as a file, its text or a mapping, not {kind}",))
