"""upcard price: what every wager of a table costs, exactly."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from upcard.cli.arguments import (
    answer,
    is_table,
    progress_bar,
    read_amount,
    read_decks,
    read_removed,
    table_question,
)
from upcard.cli.price_rows import outcome_rows, swept_rows, wager_rows
from upcard.cli.print_prices import print_grid, print_prices, print_sweep
from upcard.cli.render import print_csv, print_json
from upcard.cli.shared_arguments import A_TABLE, add_csv, add_law, add_no_cache, add_removed, add_set
from upcard.errors import Misuse
from upcard.law.folder import law_folder_in_force
from upcard.results.default_table import assumed_table, wager_in_force, wager_named
from upcard.results.parallel import in_parallel
from upcard.results.prices import (
    MOST_ROUNDS_AN_HOUR,
    PLAYED_STREAMS,
    Hourly,
    PricedByName,
    PriceReport,
    optional_wager,
    price,
    price_report,
)
from upcard.results.result import Progress
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.fact_type import Stream
from upcard.rules.hand import times_words
from upcard.rules.wager import Wager
from upcard.table import TableConfig, load, load_variants, pay_tables, shipped_table
from upcard.table.config import MOST_DECKS
from upcard.table.value_readers import written_pays
from upcard.wagers import ALL

if TYPE_CHECKING:
    from upcard.results.sweep import SweepReport

Part = TypeVar("Part")

LAWFUL_DECKS = range(1, MOST_DECKS + 1)
USUAL_DECKS = range(6, 7)  # of a wager that is priced by its name alone

EMPTY_ANSWER: dict[str, object] = {"wagers": []}


ABOUT = """\
Give a table, or a wager by name; a name that both have is the wager's, and with --table the table's. Optional wagers
are exact fractions; the blackjack wager is analyzed without replacement, composition-dependent and total-dependent, and
its conventions are stated.

  upcard price TABLE.toml                        every wager of a table
  upcard price TABLE.toml --removed "Ah 5c"      without these cards
  upcard price WAGER --table                     the table that comes with upcard, not the wager alone
  upcard price WAGER --decks 6,8 --pay-table A   one wager at one pay table
  upcard price WAGER --all                       a wager at every pay table and 1 to 8 decks; without WAGER every one
  upcard price TABLE.toml --sweep decks=1-8 --sweep dealer_soft_17=stand,draw --csv      16 variants as CSV
  upcard price WAGER --pay-table C --pays "LINE=7 to 1"      a pay table with one other line

Answers are kept in ~/.cache/upcard, or in the folder UPCARD_CACHE; if that is set and empty, none are kept.
UPCARD_KERNEL=numpy computes without the compiled kernels: the same figures, more slowly."""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard price."""
    verb.add_argument("what", nargs="?", metavar="TABLE.toml|WAGER", help=f"{A_TABLE}, or a wager by name")
    verb.add_argument("--table", action="store_true", help="a name that a wager has too is the table's")
    verb.add_argument("--decks", metavar="N", help='how many decks, 1 to 8, or several: "6,8", "1-8"')
    verb.add_argument("--pay-table", metavar="NAME", help="price a wager at this pay table (all)")
    verb.add_argument(
        "--pays",
        action="append",
        default=[],
        metavar="LINE=ODDS",
        help='price a wager at these odds, such as "One match=4 to 1"; once for each line; with --pay-table, the other'
        " lines are those of the pay table",
    )
    verb.add_argument("--all", action="store_true", help="every pay table and 1 to 8 decks, as a grid")
    verb.add_argument(
        "--sweep",
        action="append",
        default=[],
        metavar="KEY=VALUES",
        help='price every variant of a key of the table file, such as "decks=1-8" or "dealer_soft_17=stand,draw"; once'
        " for each key, and all their combinations are priced",
    )
    add_csv(verb)
    add_law(verb)
    add_set(verb)
    add_removed(verb)
    add_no_cache(verb)
    verb.add_argument("--rounds", type=int, default=60, metavar="N", help="rounds an hour (60)")
    verb.add_argument("--amount", metavar="DOLLARS", help="amount of each wager (the least that may be made)")
    verb.add_argument("--meter", metavar="DOLLARS", help="amount on the meter (its initial amount)")
    verb.add_argument("--joint", action="store_true", help="joint distribution of several dealer's hands on one upcard")
    verb.add_argument("--rational", action="store_true", help="value of the blackjack wager as a fraction too (slow)")


def run(arguments: Namespace) -> int:
    """Price a table, a wager, or every wager."""
    if not 1 <= arguments.rounds <= MOST_ROUNDS_AN_HOUR:
        raise Misuse(f"--rounds: an hour has at least one round, and not more than {MOST_ROUNDS_AN_HOUR}")
    of_table = _is_of_table(arguments)
    if arguments.sweep:
        if not of_table:
            raise Misuse(
                "--sweep: give a table file, whose keys are varied; for a wager by name, give --decks and --all"
                + _table_hint(arguments.what)
            )
        _print_sweep(_sweep(arguments), arguments)
        return 0
    report = _table(arguments) if of_table else _wagers(arguments)
    if arguments.json:
        print_json(report.to_dict())
    elif arguments.csv:
        print_csv(*(wager_rows(report) if arguments.all else outcome_rows(report)))
    elif arguments.all:
        print_grid(report)
    else:
        print_prices(report)
    return 0


def _is_of_table(arguments: Namespace) -> bool:
    """Whether a table is to be priced, not a wager: a name that both have is the wager's, but for --table."""
    if arguments.table and arguments.what is None:
        raise Misuse("--table: no table is named; `upcard tables` lists those that come with upcard")
    return bool(arguments.what) and (arguments.table or is_table(arguments.what))


def _table_hint(word: str | None) -> str:
    """Return that a wager's name is a table's too, if it is."""
    shipped = shipped_table(word) if word else None
    return f"; with --table, {shipped.name} is the table of that name" if shipped else ""


def _table(arguments: Namespace) -> PriceReport:
    """Price the wagers of a table."""
    if arguments.pay_table or arguments.pays:
        raise Misuse("--pay-table and --pays are for a wager by name: a table file posts its own")
    table = load(arguments.what, arguments.changes)
    decks = read_decks(arguments.decks, LAWFUL_DECKS if arguments.all else range(table.decks, table.decks + 1))
    reports = _in_parallel(lambda number: _with_decks(table, number, arguments), decks)
    if len(reports) == 1 and not arguments.all:
        return reports[0]
    return replace(reports[0], decks=tuple(decks), wagers=tuple(wager for report in reports for wager in report.wagers))


def _in_parallel(find: Callable[[Part], PriceReport], parts: Sequence[Part]) -> list[PriceReport]:
    """Return the report of each part, found on all cores; a bar shows the progress if that takes long."""
    reports = []
    with progress_bar() as progress:
        for report in in_parallel(find, parts):
            reports.append(report)
            progress("pricing", len(reports), len(parts))
    return reports


def _sweep(arguments: Namespace) -> "SweepReport":
    """Price every variant of a table; one that cannot be read is named before any is priced."""
    if arguments.all or arguments.decks or arguments.joint or arguments.rational or arguments.pay_table:
        raise Misuse("--sweep: leave out --all, --decks, --pay-table, --joint and --rational: sweep their keys instead")
    from upcard.results.sweep import read_sweep, sweep_report, variants  # only where it is asked for

    sweeps = [read_sweep(text) for text in arguments.sweep]
    products = variants(sweeps)
    tables = load_variants(
        arguments.what, [[*arguments.changes, *(f"{key}={value}" for key, value in each.items())] for each in products]
    )
    reports = _in_parallel(lambda table: _with_decks(table, table.decks, arguments), tables)
    return sweep_report(tables[0].file, arguments.changes, sweeps, zip(products, reports, strict=True))


def _print_sweep(report: "SweepReport", arguments: Namespace) -> None:
    if arguments.json:
        print_json(report.to_dict())
    elif arguments.csv:
        print_csv(*swept_rows(report))
    else:
        print_sweep(report)


def _with_decks(table: TableConfig, decks: int, arguments: Namespace) -> PriceReport:
    removed, amount = read_removed(arguments.removed), read_amount(arguments.amount, "--amount")
    meter, hourly = read_amount(arguments.meter, "--meter", least=0), Hourly(rounds=arguments.rounds, amount=amount)
    prices = price(table, decks=decks, removed=removed, amount=amount, meter=meter)
    if arguments.joint and table.game.dealer_hands is None:
        raise Misuse(f"--joint: {table.game.name} has one dealer's hand: give a table of a game with several")
    if meter is not None and not any(offer.wager.meter for offer in table.offers):
        raise Misuse("--meter: no wager of this table is paid from a meter")

    def find(progress: Progress) -> PriceReport:
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
        raise Misuse(
            f"--joint and --rational are for the blackjack wager: give a table file{_table_hint(arguments.what)}"
        )
    if arguments.what is None and not arguments.all:
        raise Misuse("nothing to price: give a table file, a wager's name, or --all")
    if arguments.changes:
        raise Misuse(
            "--set changes a table file: give one; for a wager by name, give --pay-table, --pays and --decks"
            + _table_hint(arguments.what)
        )
    wagers = tuple(map(wager_in_force, ALL)) if arguments.what is None else (wager_named(arguments.what),)
    removed = tuple(str(card) for card in read_removed(arguments.removed))
    decks = read_decks(arguments.decks, LAWFUL_DECKS if arguments.all else USUAL_DECKS)
    names = ("pay_table", "pays", "all", "removed", "rounds", "amount", "meter")
    folder = law_folder_in_force()
    law_file = folder.fingerprint if folder else None
    question = {
        "verb": "price",
        "law_file": law_file,
        "wagers": [wager.name for wager in wagers],
        "decks": list(decks),
        **{name: getattr(arguments, name) for name in names},
    }

    def find(_: Progress) -> PriceReport:
        rows = [(wager, number) for wager in wagers for number in decks]
        reports = _in_parallel(lambda row: _row(*row), rows)
        return PriceReport(
            law_file=law_file,
            decks=tuple(decks),
            removed=removed,
            wagers=tuple(wager for report in reports for wager in report.wagers),
        )

    def _row(wager: Wager, number: int) -> PriceReport:
        return PriceReport(decks=number, removed=removed, wagers=tuple(_by_name(wager, number, arguments)))

    return answer(question, PriceReport, find, keep=not arguments.no_cache)


def _by_name(wager: Wager, decks: int, arguments: Namespace) -> Iterable[PricedByName]:
    """Price a wager with a number of decks, at the pay tables asked for."""
    tables = list(pay_tables(wager))
    amount = read_amount(arguments.amount, "--amount")
    hourly = Hourly(rounds=arguments.rounds, amount=amount)
    pay_table = _pay_table(wager, tables, arguments.pay_table)
    posted = _posted(wager, pay_table, arguments.pays) if arguments.pays else None
    if posted is None and (wager.displayed or not tables):
        if arguments.what is None:
            return ()  # the licensee decides what it pays: there is nothing to list
        raise Misuse(f"what the {wager.display_name} wager pays is the licensee's: {_how_to_post(wager)}")
    names = [] if posted else [pay_table] if pay_table else tables
    table = assumed_table(wager, decks=decks, settings={"pays": posted} if posted else {})
    prices = price(
        table,
        removed=read_removed(arguments.removed),
        amount=amount,
        meter=read_amount(arguments.meter, "--meter", least=0),
    )
    priced = prices.of(wager.name) if posted else [each for name in names for each in prices.posted(wager.name, name)]
    note, assumes = _unlawful_decks(wager, decks), _assumptions(wager, table)
    return [PricedByName(**vars(optional_wager(each, hourly)), note=note, assumes=assumes) for each in priced]


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
    if streams & {Stream.DEALER, *PLAYED_STREAMS}:
        assumptions.append(f"{table.game.name}, the dealer {rules.dealer_soft_17.value}s on soft 17")
    if streams & PLAYED_STREAMS:
        assumptions.append(
            f"pairs split at most {_splits_words(rules)}, second card {rules.hole_card.value}, best play"
        )
    return ", ".join(assumptions) or None


def _splits_words(rules: BlackjackRules) -> str:
    free = "" if rules.splits_free is None else f", free at most {times_words(rules.splits_free)}"
    return times_words(rules.splits) + free


def _how_to_post(wager: Wager) -> str:
    if wager.displayed:
        return "give a table file that says what its display shows, or --table for the table of that name"
    return f'post its odds with --pays "{wager.wins[-1].label}=3 to 1", once for each line'


def _pay_table(wager: Wager, tables: Iterable[str], name: str | None) -> str | None:
    """Return the pay table of that name, whatever its case."""
    if name is None:
        return None
    by_name = {table.casefold(): table for table in tables}
    if name.casefold() not in by_name:
        known = ", ".join(by_name.values()) or "none"
        raise Misuse(f'--pay-table: the {wager.display_name} wager has no pay table "{name}"; known: {known}')
    return by_name[name.casefold()]


def _posted(wager: Wager, pay_table: str | None, texts: Iterable[str]) -> dict[str, str]:
    """Read --pays: posted odds by line, over those of a pay table if one is given."""
    lines = list(map(_line, texts))
    labels = [label.casefold() for label, _ in lines]
    if twice := [label for place, label in enumerate(labels) if label in labels[:place]]:
        raise Misuse(f'--pays: "{twice[0]}" is posted twice')
    if pay_table is None:
        return dict(lines)
    meant = {word.casefold(): outcome for outcome in wager.wins for word in (outcome.label, *outcome.also)}
    if unknown := [label for label in labels if label not in meant]:
        known = ", ".join(f'"{outcome.label}"' for outcome in wager.wins)
        raise Misuse(f'--pays: there is no line "{unknown[0]}"; lines: {known}')
    changed = {meant[label] for label in labels}
    kept = {outcome.label: written_pays(pays) for outcome, pays in pay_tables(wager)[pay_table].items()}
    return {**{label: pays for label, pays in kept.items() if meant[label.casefold()] not in changed}, **dict(lines)}


def _line(text: str) -> tuple[str, str]:
    label, equals, pays = text.partition("=")
    if not equals:
        raise Misuse(f'--pays: "{text}" has no "=": write a line and its odds, such as "One match=4 to 1"')
    return label.strip(), pays.strip()
