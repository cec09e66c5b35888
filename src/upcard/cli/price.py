"""upcard price: what every wager of a table costs, exactly."""

from argparse import Namespace
from collections.abc import Iterable
from dataclasses import replace

from upcard.analysis.default_table import assumed_table, wager_named
from upcard.analysis.describe_prices import Hourly, optional_wager_report, price_report
from upcard.analysis.price_report import NamedWagerReport, PriceReport
from upcard.analysis.pricing import price
from upcard.analysis.report import ReportProgress
from upcard.cli.arguments import answer, is_file, read_amount, read_decks, read_removed, table_question
from upcard.cli.print_prices import print_grid, print_prices
from upcard.cli.render import print_json
from upcard.errors import Misuse
from upcard.exact.observed_facts import HAND_STREAMS
from upcard.rules.fact_type import Stream
from upcard.rules.hand import times_words
from upcard.rules.wager import Wager
from upcard.table import TableConfig, load, pay_tables
from upcard.table.config import MOST_DECKS
from upcard.wagers import ALL

LAWFUL_DECKS = range(1, MOST_DECKS + 1)
USUAL_DECKS = range(6, 7)  # of a wager that is priced by its name alone
MOST_ROUNDS_AN_HOUR = 10_000
BOX_STREAMS = frozenset({Stream.RESULTS, Stream.BOX, *HAND_STREAMS})  # they depend on how a box is played

EMPTY_ANSWER: dict[str, object] = {"wagers": []}


def run(arguments: Namespace) -> int:
    """Price a table, a wager, or every wager."""
    if not 1 <= arguments.rounds <= MOST_ROUNDS_AN_HOUR:
        raise Misuse(f"--rounds: an hour has at least one round, and not more than {MOST_ROUNDS_AN_HOUR}")
    report = _table(arguments) if arguments.what and is_file(arguments.what) else _wagers(arguments)
    if arguments.json:
        print_json(report.to_dict())
    elif arguments.all:
        print_grid(report)
    else:
        print_prices(report)
    return 0


def _table(arguments: Namespace) -> PriceReport:
    """Price the wagers of a table file."""
    if arguments.pay_table or arguments.pays:
        raise Misuse("--pay-table and --pays are for a wager by name: a table file posts its own")
    table = load(arguments.what, arguments.changes)
    decks = read_decks(arguments.decks, LAWFUL_DECKS if arguments.all else range(table.decks, table.decks + 1))
    reports = [_with_decks(table, number, arguments) for number in decks]
    if len(reports) == 1 and not arguments.all:
        return reports[0]
    return replace(reports[0], decks=tuple(decks), wagers=tuple(wager for report in reports for wager in report.wagers))


def _with_decks(table: TableConfig, decks: int, arguments: Namespace) -> PriceReport:
    removed, amount = read_removed(arguments.removed), read_amount(arguments.amount, "--amount")
    meter, hourly = read_amount(arguments.meter, "--meter", least=0), Hourly(rounds=arguments.rounds, amount=amount)
    prices = price(table, decks=decks, removed=removed, amount=amount, meter=meter)
    if arguments.joint and table.game.dealer_hands is None:
        raise Misuse(f"--joint: {table.game.name} has one dealer's hand: give a table of a game with several")
    if meter is not None and not any(offer.wager.meter for offer in table.offers):
        raise Misuse("--meter: no wager of this table is paid from a meter")

    def find(progress: ReportProgress) -> PriceReport:
        return price_report(prices, hourly, rational=arguments.rational, joint=arguments.joint, progress=progress)

    question = table_question(
        "price",
        table,
        decks=decks,
        removed=sorted(map(str, removed)),
        hourly=repr(hourly),
        meter=meter,
        rational=arguments.rational,
        joint=arguments.joint,
    )
    return answer(question, PriceReport, find, keep=not arguments.no_cache)


def _wagers(arguments: Namespace) -> PriceReport:
    """Price wagers by name, at one pay table or at all."""
    if arguments.joint or arguments.rational:
        raise Misuse("--joint and --rational are for the blackjack wager: give a table file")
    if arguments.what is None and not arguments.all:
        raise Misuse("nothing to price: give a table file, a wager's name, or --all")
    wagers = ALL if arguments.what is None else (wager_named(arguments.what),)
    decks = read_decks(arguments.decks, LAWFUL_DECKS if arguments.all else USUAL_DECKS)
    names = ("pay_table", "pays", "all", "removed", "rounds", "amount", "meter")
    question = {
        "verb": "price",
        "wagers": [wager.name for wager in wagers],
        "decks": list(decks),
        **{name: getattr(arguments, name) for name in names},
    }

    def find(progress: ReportProgress) -> PriceReport:
        reports: list[NamedWagerReport] = []
        rows = [(wager, number) for wager in wagers for number in decks]
        for done, (wager, number) in enumerate(rows):
            progress(f"pricing {wager.name}", done, len(rows))
            reports += _by_name(wager, number, arguments)
        removed = tuple(str(card) for card in read_removed(arguments.removed))
        return PriceReport(decks=tuple(decks), removed=removed, wagers=tuple(reports))

    return answer(question, PriceReport, find, keep=not arguments.no_cache)


def _by_name(wager: Wager, decks: int, arguments: Namespace) -> Iterable[NamedWagerReport]:
    """Price a wager with a number of decks, at the pay tables asked for."""
    tables = list(pay_tables(wager))
    amount = read_amount(arguments.amount, "--amount")
    hourly = Hourly(rounds=arguments.rounds, amount=amount)
    posted = _posted(arguments) if arguments.pays else None
    if posted is None and (wager.displayed or not tables):
        if arguments.what is None:
            return ()  # the licensee decides what it pays: there is nothing to list
        raise Misuse(f"what the {wager.name} wager pays is the licensee's: {_how_to_post(wager)}")
    names = [] if posted else [arguments.pay_table] if arguments.pay_table else tables
    if names and names[0] not in tables:
        raise Misuse(f'--pay-table: the {wager.name} wager has no pay table "{names[0]}"; known: {", ".join(tables)}')
    table = assumed_table(wager, decks=decks, settings={"pays": posted} if posted else {})
    prices = price(
        table,
        removed=read_removed(arguments.removed),
        amount=amount,
        meter=read_amount(arguments.meter, "--meter", least=0),
    )
    priced = prices.of(wager.name) if posted else [each for name in names for each in prices.posted(wager.name, name)]
    note, assumes = _unlawful_decks(wager, decks), _assumptions(wager, table)
    return [
        NamedWagerReport(**vars(optional_wager_report(each, hourly)), note=note, assumes=assumes) for each in priced
    ]


def _unlawful_decks(wager: Wager, decks: int) -> str | None:
    """Return the rule that a number of decks breaks."""
    if wager.decks is None or wager.decks.value.admits(decks):
        return None
    return f"{wager.decks.cite}: {wager.decks.value.says()} decks"


def _assumptions(wager: Wager, table: TableConfig) -> str | None:
    """Return the rules of the table on which the wager's price depends."""
    streams = {fact.stream for fact in wager.sees}
    assumptions = []
    rules = table.rules
    if streams & {Stream.DEALER, *BOX_STREAMS}:
        assumptions.append(f"{table.game.name}, the dealer {rules.dealer_soft_17.value}s on soft 17")
    if streams & BOX_STREAMS:
        assumptions.append(
            f"pairs split at most {times_words(rules.splits)}, second card {rules.hole_card.value}, best play"
        )
    return ", ".join(assumptions) or None


def _how_to_post(wager: Wager) -> str:
    if wager.displayed:
        return "give a table file that says what its display shows"
    return f'post its odds with --pays "{wager.wins[-1].label}=3 to 1", once for each line'


def _posted(arguments: Namespace) -> dict[str, str]:
    """Read --pays: posted odds by line."""
    if arguments.pay_table:
        raise Misuse("give --pay-table or --pays, not both")
    lines = list(map(_line, arguments.pays))
    if twice := [label for place, (label, _) in enumerate(lines) if label in dict(lines[:place])]:
        raise Misuse(f'--pays: "{twice[0]}" is posted twice')
    return dict(lines)


def _line(text: str) -> tuple[str, str]:
    label, equals, pays = text.partition("=")
    if not equals:
        raise Misuse(f'--pays: "{text}" has no "=": write a line and its odds, such as "One match=4 to 1"')
    return label.strip(), pays.strip()
