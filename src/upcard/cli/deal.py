"""upcard deal: rule on a written round, or play in the terminal."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from upcard.cli.event_lines import event_line, print_readings, print_results
from upcard.cli.render import print_json, styled, wrap
from upcard.cli.shared_arguments import A_TABLE, add_law, add_set
from upcard.english import listed
from upcard.errors import Misuse
from upcard.game.narrate import faces
from upcard.game.payout_review import OutOfOrder, PayoutReview, over_or_short
from upcard.game.ruling import PLAYED_AT_SUCH_A_TABLE, Ruling, rule
from upcard.game.written_round import WrittenRound, load_round
from upcard.law import Edition
from upcard.results.rulings import ruled_round
from upcard.table import TableConfig, load

EMPTY_ANSWER: dict[str, object] = {"events": [], "seats": []}

STANDARD_INPUT = "-"
AT_A_TABLE_THAT_VIOLATES = (
    f"the table violates the rules; the round is settled by the rules that it states [reading {PLAYED_AT_SUCH_A_TABLE}]"
)
OF_THE_GAME = ("seed", "seats", "transcript", "bankroll")  # options that a written round does not take


ABOUT = """\
With --round, the written cards and decisions are dealt and settled, chip by chip, each with its paragraph; findings
about the table are warnings. Where the file says what was really paid and collected and in which order, the ruling
says who is over or short, and what was out of order (docs/written-round.md).
Exit code 0: settled, and done as due; 1: the rules do not allow the round as written, it was not done as due, or a
transcript cannot be written; 2: misuse, or a file cannot be read; 130: interrupted. A player who leaves in mid-hand
loses the wagers in play.

  upcard deal TABLE.toml                         play in the terminal
  upcard deal TABLE.toml --seed 7                play a shoe that can be dealt again
  upcard deal --round ROUND.toml                 what should have been collected and paid, and why?"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard deal."""
    verb.add_argument("table", nargs="?", metavar="TABLE.toml", help=f"{A_TABLE} (that of the written round)")
    verb.add_argument("--round", metavar="ROUND.toml", help="settle this written round")
    verb.add_argument("--seed", type=int, metavar="N", help="shuffle reproducibly")
    verb.add_argument("--seats", type=int, metavar="N", help="how many seats you play (1)")
    verb.add_argument("--bankroll", metavar="DOLLARS", help="your chips (100 times the least wager of a round)")
    transcripts = "write each round to a new file for --round to read; the second to FILE-2, and so on"
    verb.add_argument("--transcript", metavar="FILE", help=transcripts)
    add_law(verb)
    add_set(verb)


def run(arguments: Namespace) -> int:
    """Rule on a written round if one is given; otherwise play."""
    _require_one_purpose(arguments)
    table = load(arguments.table, arguments.changes) if arguments.table is not None else None
    written = load_round(arguments.round, table, arguments.changes) if arguments.round is not None else None
    dealt = written.table if written else table
    assert dealt is not None
    dealt.require_one_game()
    return _play(dealt, arguments) if written is None else _rule(written, as_json=arguments.json)


def _require_one_purpose(arguments: Namespace) -> None:
    """Raise Misuse where the options contradict each other: a written round is ruled on, a table is played at."""
    given = [f"--{name}" for name in OF_THE_GAME if getattr(arguments, name) is not None]
    if arguments.round is not None:
        if given:
            raise Misuse(f"{listed(given)}: only for a game in the terminal, not with --round")
        if arguments.table == arguments.round == STANDARD_INPUT:
            raise Misuse("the table and the round cannot both come from standard input: name a file for one of them")
    elif arguments.table is None:
        raise Misuse("nothing to deal: give a table file to play at, or a written round with --round")
    elif arguments.json:
        raise Misuse("--json: a game in the terminal has no JSON: give a written round with --round")
    elif arguments.table == STANDARD_INPUT:
        raise Misuse("standard input has the player's answers, and cannot have the table too: name the table file")


def _play(table: TableConfig, arguments: Namespace) -> int:
    from upcard.cli.arguments import read_amount  # only for a game: the modules of analysis are slow to import
    from upcard.cli.play import play_in_terminal

    return play_in_terminal(
        table,
        seed=arguments.seed,
        seats=arguments.seats,
        transcript=arguments.transcript,
        bankroll=read_amount(arguments.bankroll, "--bankroll"),
    )


def _rule(written: WrittenRound, *, as_json: bool) -> int:
    ruling = rule(written)
    if as_json:
        print_json(ruled_round(ruling, written.table).to_dict())
    else:
        _print(ruling, written.table)
    return ruling.exit_code


def _print(ruling: Ruling, table: TableConfig) -> None:
    if table.law_folder is not None:
        print(wrap(f"ruled {table.law_folder.words}", first=""))
    _print_items("findings about the table, which do not stop the ruling:", map(str, ruling.warnings), "yellow")
    for event, words in ruling.lines:
        if line := event_line(event, table.law, words):
            print(line)
    if ruling.refusals:
        refusals = (f"{refusal.message} [{refusal.cite}]" for refusal in ruling.refusals)
        _print_items("the round could not be as written:", refusals, "bold", "red")
    else:
        _print_settled(ruling, table)
    _print_procedure(ruling)
    _print_items("irregularities:", (each.message for each in ruling.irregularities), "bold")
    if ruling.table_violates and not ruling.refusals:
        print(styled(wrap(AT_A_TABLE_THAT_VIOLATES, first=""), "bold", "red"))


def _print_settled(ruling: Ruling, table: TableConfig) -> None:
    if ruling.unfinished:
        print(styled(wrap(f"the round is unfinished: {ruling.unfinished}", first=""), "bold"))
    print()
    print_results(ruling.events)
    if ruling.cards_left:
        print(wrap(f"cards left over: {faces(ruling.cards_left)}", first=""))
    print_readings(table, ruling.events)
    if ruling.done or ruling.as_done:
        print()
    if ruling.as_done:
        print(styled("done as due", "bold", "green"))
    if ruling.done:
        _print_done(ruling.done, table.law)


def _print_done(done: PayoutReview, edition: Edition) -> None:
    """Print what was not done as due, who is over or short, and what was out of order."""
    if not done.as_done:
        otherwise = [f"{each.message} [{each.cite.as_of(edition)}]" for each in done.differences]
        _print_items("not done as due:", (*otherwise, *map(_in_order, done.out_of_order)), "bold", "red")
    for seat, over in done.over.items():
        print(styled(f"seat {seat}: {over_or_short(over)}", "bold"))
    if any(done.over.values()):
        print(styled(f"house: {over_or_short(-sum(done.over.values()))}", "bold"))
    if done.not_written:
        parts = ", ".join(part.words for part in done.not_written)
        print(wrap(f"not compared, since nothing is written down: {parts}", indent="  ", first=""))


def _print_procedure(ruling: Ruling) -> None:
    """Print the steps that were not done, each with its paragraph and what follows; then those not called for."""
    breaches = (f"{each.verdict.value}: {each.message} [{each.cites}]" for each in ruling.breaches)
    _print_items("procedure not followed:", breaches, "bold", "red")
    others = [each for each in ruling.procedure if not each.done and not each.called_for]
    _print_items("procedure not called for:", (f"{each.message} [{each.cites}]" for each in others), "bold")


def _in_order(misplaced: OutOfOrder) -> str:
    reading = f", reading {misplaced.reading}" if misplaced.reading else ""
    return f"{misplaced.message} [{misplaced.cite}{reading}]"


def _print_items(heading: str, items: Iterable[str], *styles: str) -> None:
    """Print lines under a heading; nothing if there are none."""
    lines = list(items)
    if lines:
        print(styled(heading, *styles))
    for line in lines:
        print(wrap(line, indent="    ", first="  "))
