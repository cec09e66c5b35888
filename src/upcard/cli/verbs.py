"""The verbs, their arguments and their help; nothing of the core is imported here."""

from argparse import Action, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable

from upcard import __version__

_ABOUT = """New Jersey casino blackjack, from the regulation to the felt.

Every verb takes --json. Exit code 0: done; 1: findings that violate the rules; 2: misuse or unreadable input."""

_CHECK = """Check table files against the rules, and name the paragraph of every finding.

A finding "violates" a paragraph whose text is held, is "likely" where the rule is known from a sibling section,
another place or by inference, and is "not verifiable" where the text is not held.
Exit code 0: no table violates; 1: some table violates; 2: some file cannot be read."""

_CITE = """Show paragraphs of the rules in our words, such as 13:69F-2.11(e), 2.11, E-1.10(b), 19:47-2.2(a).

With each come its standing, its other number, when it took effect, the Readings that bear on it, and the code that
cites it. A section lists its paragraphs. "reading 8" shows a Reading."""

_WAGERS = """List every wager, game and way of dealing.

With each come its amounts, decks, exclusions and pay tables, and where it is known from."""

_DEAL = """Rule on a written round, or play in the terminal.

With --round, the cards and decisions written down are dealt and settled, chip by chip, each with its paragraph.
Exit code 0: ruled; 1: the round could not be as written, by the paragraphs named; 2: a file cannot be read."""

_PRICE = """Price the wagers of a table exactly: house advantage, hit frequency, variance, every outcome's probability.

Give a table file, or a wager by name. Optional wagers are exact fractions; the blackjack wager is analysed without
replacement, composition-dependent and total-dependent, with its convention named.

  upcard price TABLE.toml                        every wager of a table
  upcard price TABLE.toml --removed "Ah 5c"      with these cards known to be gone
  upcard price NAME --decks 6 --pay-table A      one wager at one pay table
  upcard price NAME --all                        a wager at every pay table and 1 to 8 decks; without NAME every wager

Answers are kept on disk by the content of the question (in ~/.cache/upcard; UPCARD_CACHE= keeps none)."""

_STRATEGY = """Show the best play of a table: the chart by total, the value of every play, the hands whose cards matter.

  upcard strategy TABLE.toml                     the chart
  upcard strategy TABLE.toml --hand 10-6         what every play of a hand is worth, against every upcard
  upcard strategy TABLE.toml --exceptions        the hands that are best played otherwise than the chart says"""

_SIMULATE = """Simulate a table, every wager of it, and compare what came of it with what is exact.

  upcard simulate TABLE.toml --rounds 1e9        real shoes to the cutting card, the best play, every wager made
  upcard simulate TABLE.toml --fresh             a fresh shoe for every round, as the exact figures have it
  upcard simulate TABLE.toml --until 0.001%      until the standard error of the blackjack wager is so small
  upcard simulate TABLE.toml --schedule FILE     amounts by a count of the cards (docs/simulation.md)
  upcard simulate TABLE.toml --session 200 --bankroll 500      sessions, and how many lose the bankroll

The same seed gives the same counts whatever the number of cores or machines. Ctrl-C prints what there is."""

_COMPLETION = """Print the script that teaches a shell to complete upcard's words.

  bash: upcard completion bash > ~/.local/share/bash-completion/completions/upcard
  zsh:  upcard completion zsh > a folder of $fpath, as _upcard"""


def parser(complete_files: Callable[[Action], None] = lambda _: None) -> ArgumentParser:
    """Build the parser of the command line; complete_files marks the arguments that name files."""
    top = ArgumentParser("upcard", description=_ABOUT, formatter_class=RawDescriptionHelpFormatter)
    top.add_argument("--version", action="version", version=f"upcard {__version__}")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", required=True)

    def verb(name: str, about: str) -> ArgumentParser:
        short = about.split("\n")[0]
        added = verbs.add_parser(name, help=short, description=about, formatter_class=RawDescriptionHelpFormatter)
        added.add_argument("--json", action="store_true", help="print the result as JSON")
        return added

    check = verb("check", _CHECK)
    complete_files(
        check.add_argument("tables", nargs="+", metavar="TABLE.toml", help='a table file; "-": standard input')
    )
    cite = verb("cite", _CITE)
    cite.add_argument("numbers", nargs="+", metavar="PARAGRAPH", help="a citation as people write it")
    cite.add_argument("--tests", action="store_true", help="list the tests that cite it too (source tree only)")
    wagers = verb("wagers", _WAGERS)
    wagers.add_argument("names", nargs="*", metavar="NAME", help="show these only")
    wagers.add_argument("--law", metavar="EDITION", help="edition of the rules (the current one)")
    deal = verb("deal", _DEAL)
    table = deal.add_argument("table", nargs="?", metavar="TABLE.toml", help="the table; the round's own if absent")
    complete_files(table)
    complete_files(deal.add_argument("--round", metavar="ROUND.toml", help="rule on this written round"))
    deal.add_argument("--seed", type=int, metavar="N", help="shuffle reproducibly")
    deal.add_argument("--seats", type=int, default=1, metavar="N", help="how many seats you play (1)")
    complete_files(
        deal.add_argument("--transcript", metavar="FILE", help="write each round so that --round can read it")
    )
    _add_price(verb("price", _PRICE), complete_files)
    _add_strategy(verb("strategy", _STRATEGY), complete_files)
    _add_simulate(verb("simulate", _SIMULATE), complete_files)
    completion = verb("completion", _COMPLETION)
    completion.add_argument("shell", choices=("bash", "zsh"))
    return top


def _add_price(price: ArgumentParser, complete_files: Callable[[Action], None]) -> None:
    what = price.add_argument("what", nargs="?", metavar="TABLE.toml|NAME", help="a table file, or a wager by name")
    complete_files(what)
    price.add_argument("--decks", metavar="N", help='how many decks, 1 to 8, or a range such as "1-8"')
    price.add_argument("--pay-table", metavar="NAME", help="of a wager: this pay table")
    price.add_argument(
        "--pays",
        action="append",
        default=[],
        metavar="LINE=ODDS",
        help='of a wager: posted odds of your own, such as "One match=4 to 1"; once for each line',
    )
    price.add_argument("--all", action="store_true", help="every pay table and 1 to 8 decks, as a grid")
    _add_asked(price)
    price.add_argument("--rounds", type=int, default=60, metavar="N", help="rounds an hour (60)")
    price.add_argument("--amount", metavar="DOLLARS", help="amount of each wager (the least that may be made)")
    price.add_argument("--meter", metavar="DOLLARS", help="what stands on a meter (what it begins with)")
    price.add_argument("--joint", action="store_true", help="how several dealer's hands on one upcard fall together")
    price.add_argument("--rational", action="store_true", help="the blackjack wager as a fraction too (slow)")


def _add_strategy(strategy: ArgumentParser, complete_files: Callable[[Action], None]) -> None:
    complete_files(strategy.add_argument("table", metavar="TABLE.toml", help="the table"))
    strategy.add_argument("--decks", metavar="N", help="another number of decks, 1 to 8")
    strategy.add_argument("--hand", metavar="CARDS", help="show the values of one hand, such as 10-6, A-7 or 8-8")
    strategy.add_argument("--exceptions", action="store_true", help="list the hands that depart from the chart")
    _add_asked(strategy)


def _add_simulate(simulate: ArgumentParser, complete_files: Callable[[Action], None]) -> None:
    complete_files(simulate.add_argument("table", metavar="TABLE.toml", help="the table"))
    add = simulate.add_argument
    add("--rounds", metavar="N", help="how many rounds, such as 1000000 or 1e9 (1e8)")
    add("--seed", type=int, default=1, metavar="N", help="of the shuffles (1)")
    add("--seats", type=int, default=1, metavar="N", help="how many seats are played, 1 to 7 (1)")
    add("--fresh", action="store_true", help="a fresh shoe for every round; else shoes are dealt to the cutting card")
    how = "optimum, chart, mimic (the dealer), never-bust, or a file with a chart (optimum)"
    complete_files(add("--strategy", default="optimum", metavar="NAME|FILE", help=how))
    add("--wager", action="append", default=[], metavar="NAME", help="make this optional wager only; once for each")
    add("--no-wagers", action="store_true", help="make the blackjack wager only")
    amount = 'amount of the blackjack wager, or of another: "NAME=5.00"; once for each (the least that may be made)'
    add("--amount", action="append", default=[], metavar="[NAME=]DOLLARS", help=amount)
    complete_files(add("--schedule", metavar="FILE", help="amounts by a count of the cards"))
    add("--insurance", action="store_true", help="take insurance whenever it is offered")
    add("--session", metavar="N", help="follow sessions of so many rounds")
    add("--bankroll", metavar="DOLLARS", help="of a session: how often it is lost")
    add("--until", metavar="ERROR", help="stop at this standard error of the blackjack wager, such as 0.001%%")
    complete_files(add("--checkpoint", metavar="FILE", help="keep there what was counted so far"))
    add("--resume", action="store_true", help="go on with the checkpoint")
    add("--workers", type=int, metavar="N", help="how many cores (all)")
    add("--cluster", metavar="ADDRESS", help="play on the Dask cluster of this scheduler, such as tcp://host:8786")
    kernels = ("auto", "avx2", "portable", "numpy")
    add("--kernel", choices=kernels, default="auto", help="which kernel plays; all give the same counts (auto)")
    add("--details", action="store_true", help="print every outcome, covariances and steps too")


def _add_asked(verb: ArgumentParser) -> None:
    verb.add_argument("--removed", default="", metavar="CARDS", help='cards known to be gone, such as "Ah 5c"')
    verb.add_argument("--no-cache", action="store_true", help="neither use nor keep answers on disk")
