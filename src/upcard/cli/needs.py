"""upcard needs: everything that a table must have, and whether its file states it."""

from argparse import ArgumentParser, Namespace
from itertools import groupby

from upcard.api.days import load_asked
from upcard.cli.render import print_json, styled, wrap
from upcard.cli.shared_arguments import A_TABLE, add_date, add_law, add_set
from upcard.english import listed
from upcard.results.needs import HEADINGS, TableNeed, TableNeeds, needs_of
from upcard.table import StatedAs, TableConfig, law_words

EMPTY_ANSWER: dict[str, object] = {"complete": False, "needs": []}
_MARKS = {StatedAs.STATED: "stated", StatedAs.NOT_STATED: "not stated", StatedAs.DIFFERENTLY: "differs"}
_COLORS = {StatedAs.STATED: "green", StatedAs.NOT_STATED: "yellow", StatedAs.DIFFERENTLY: "red"}
_MARK_WIDTH = 12


ABOUT = """\
Cards and seats, rules, betting areas, inscriptions with their literal text, signs with what they say, equipment,
notices, postings and limits: each with its paragraph and how that is known. What the file does not state, or states
differently, is listed with the key for it.
Exit code 0: the file states everything; 1: something is not stated, or stated differently; 2: misuse.

  upcard needs TABLE.toml                        the list, to be ticked off
  upcard needs TABLE.toml --json                 for another program
  upcard needs TABLE.toml --date 2016-02-01      under the law of that day"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard needs."""
    verb.add_argument("table", metavar="TABLE.toml", help=f'{A_TABLE}; "-": standard input')
    add_date(verb)
    add_law(verb)
    add_set(verb)


def run(arguments: Namespace) -> int:
    """List what a table needs; the exit code says whether its file states everything."""
    table = load_asked(arguments.table, arguments.changes, arguments.date)
    listed = needs_of(table)
    if arguments.json:
        print_json(listed.to_dict())
    else:
        _print(table, listed)
    return 0 if listed.complete else 1


def _print(table: TableConfig, listed: TableNeeds) -> None:
    words = ", ".join(f"{many} {state.value}" for state, many in listed.counts.items() if many)
    heading = f"{table.name}: what {table.table} needs under {law_words(table)} ({words})"
    print(styled(wrap(heading, indent="  ", first=""), "bold"))
    for kind, group in groupby(listed, key=lambda need: need.kind):
        print(styled(HEADINGS[kind], "bold"))
        for need in group:
            print_need(need)


def print_need(need: TableNeed) -> None:
    """Print a requirement with its mark, its paragraph and standing, and what the file states where that differs."""
    state = StatedAs(need.stated)
    mark = styled(f"{_MARKS[state]:<{_MARK_WIDTH}}", _COLORS[state])
    text = wrap(need_words(need) + _file_words(need), indent=" " * (_MARK_WIDTH + 2)).lstrip()
    print(f"  {mark}{text}")


def need_words(need: TableNeed) -> str:
    """Return a requirement in words: what, what a sign says, and the paragraph."""
    what = need.what if need.text is None else f"the inscription {need.what}"
    says = f": {listed(need.says)}" if need.says else ""
    reading = f", reading {need.reading}" if need.reading else ""
    return f"{what}{says} [{need.cite}{reading}; {need.standing}]"


def _file_words(need: TableNeed) -> str:
    """Return what the file states, and where it should where it does not."""
    states = f"; the file: {need.states}" if need.states else ""
    return states if need.stated == StatedAs.STATED.value else f"{states}; key: {need.key}"
