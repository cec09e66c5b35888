"""The verbs, their arguments and their help; nothing of the core is imported here, so that help comes at once."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import NoReturn

from upcard import __version__
from upcard.cli.journal_arguments import AUDIT, JOURNAL, add_audit, add_journal
from upcard.cli.paper_arguments import LAYOUT, SIGN, add_layout, add_report, add_sign
from upcard.cli.par_arguments import PAR, PLOT, add_par, add_plot
from upcard.cli.serve_arguments import SERVE, add_serve
from upcard.cli.shared_arguments import A_TABLE, add_date, add_law, add_law_or_edition, add_set
from upcard.errors import Misuse

_ABOUT = """New Jersey casino blackjack, from the regulation to the felt.

Every verb takes --json. Exit code 0: done; 1: findings that violate the rules, or a round that they do not
allow or that was not done as due; 2: misuse or unreadable input; 130: interrupted. TABLE.toml is a path, or the name
of a table that comes with upcard: a word with a slash, or that ends in .toml, is a path; any other is a name first.

  upcard check TABLE.toml        may this table be opened?
  upcard price TABLE.toml        what does every wager cost?
  upcard tables                  the tables that come with upcard
  upcard VERB --help             all that a verb can do, with examples"""

_CHECK = """Check table files against the rules, and name the paragraph of every finding.

A finding "violates" a paragraph whose text is held, is "likely" where the rule is known from a sibling section,
another jurisdiction or by inference, and is "not verifiable" where the text is not held.
What the rules require and the file does not state is "not stated". A table that violates nothing is lawful only if
nothing is likely, not verifiable or not stated; otherwise it is "not shown" to be lawful.
Exit code 0: no table violates; 1: some table violates, with --strict also if it is not shown; 2: some file cannot be
read.

  upcard check TABLE.toml                        may it be opened, and if not, by which paragraph?
  upcard check blackjack-resplit                 a table that comes with upcard
  upcard check tables/*.toml --json              every table of a folder, for another program
  upcard check TABLE.toml --set decks=8          the same table with eight decks
  upcard check TABLE.toml --date 2015-06-01      under the law of that day
  upcard check TABLE.toml --strict               for a script: code 0 only if the table is shown to be lawful
  upcard check tables/*.toml --law FOLDER        every table, by a law folder of the licensee
  upcard check TABLE.toml --report filing.pdf    a report to be filed: what passed too, the Readings, a place to sign

The law is that of the day given by --date, or by date in the file, or today. If the file does not state law, the
day chooses the edition. Where it is not known whether a paragraph was in effect, a
finding is "not verifiable". A law folder states what became of paragraphs since the texts held; UPCARD_LAW names one
for every verb (docs/guides/law-folder.md)."""

_NEEDS = """List everything that a table must have, and whether its file states it.

Cards and seats, rules, betting areas, inscriptions with their literal text, signs with what they say, equipment,
notices, postings and limits: each with its paragraph and how that is known. What the file does not state, or states
differently, is listed with the key for it.
Exit code 0: the file states everything; 1: something is not stated, or stated differently; 2: misuse.

  upcard needs TABLE.toml                        the list, to be ticked off
  upcard needs TABLE.toml --json                 for another program
  upcard needs TABLE.toml --date 2016-02-01      under the law of that day"""

_DIFF = """Compare two tables, or one table under two editions or on two days.

What changed, key by key; which findings appear or disappear; which notices and postings the change needs
(13:69F-8.3), and whether the second file states them; and what it costs: the house advantage of every wager that both
tables have, with all changes together and with each alone. A wager that only one of them offers is named with its
price. --set, and --law and --date given once, hold for both sides.
Exit code 0: the change adds no violation, and every notice and sign it needs is stated; 1: otherwise; 2: misuse.

  upcard diff A.toml B.toml                      from A to B
  upcard diff TABLE.toml --date 2015-06-01 --date 2016-02-01      one table on two days
  upcard diff TABLE.toml --date 2011-11-13 --date 2011-11-14      and under both editions"""

_CITE = """Show paragraphs of the rules in our words, such as 13:69F-2.11(e), 2.11, E-1.10(b), 19:47-2.2(a).

With each: its standing, its other number, when it took effect, the Readings that bear on it, and the code that
cites it. A section lists its paragraphs. "reading 8" shows a Reading.

  upcard cite '13:69F-2.11(e)'                   one paragraph
  upcard cite 2.11 reading 8                     a section, and a Reading
  upcard cite 2.11 --date 2016-01-10             whether it was in effect on a day, and what it said
  upcard cite '2.11(e)' --law FOLDER             with what a law folder of the licensee says of it
  upcard cite --search notice surrender          paragraphs and Readings with these words, the best first"""

_WAGERS = """List every wager, game and way of dealing.

With each: its amounts, decks, exclusions and pay tables, and its standing.

  upcard wagers                                  all
  upcard wagers WAGER WAGER                      these two
  upcard wagers --law 19:47                      under the former edition"""

_TABLES = """List the tables that come with upcard; every verb takes their names in place of a file.

With a name: print that table file, to begin a table of your own with.

  upcard tables                                  name, game, wagers and what each is for
  upcard tables blackjack > mine.toml            a copy, to be changed
  upcard check blackjack-resplit                 the table itself, by its name"""

_NEW = """Write a commented table file for a game and wagers that violates nothing, every key explained in a line.

A file that exists is never overwritten. Where the law's odds are not held, those of the trade are posted, which check
calls "not verifiable"; so it does where the text of a rule has ended. The first lines of the file say so.
Exit code 0: done; 1: the game and the wagers may not be offered together, by the paragraphs printed; 2: misuse.

  upcard new                                     print a plain table
  upcard new --wager WAGER --wager WAGER -o mine.toml      write a table with two wagers
  upcard new --game GAME                         a table of another game
  upcard new --wager WAGER --date 2005-01-01     under the law of that day"""

_DEAL = """Rule on a written round, or play in the terminal.

With --round, the written cards and decisions are dealt and settled, chip by chip, each with its paragraph; findings
about the table are warnings. Where the file says what was really paid and collected and in which order, the ruling
says who is over or short, and what was out of order (docs/written-round.md).
Exit code 0: settled, and done as due; 1: the rules do not allow the round as written, it was not done as due, or a
transcript cannot be written; 2: misuse, or a file cannot be read; 130: interrupted. A player who leaves in mid-hand
loses the wagers in play.

  upcard deal TABLE.toml                         play in the terminal
  upcard deal TABLE.toml --seed 7                play a shoe that can be dealt again
  upcard deal --round ROUND.toml                 what should have been collected and paid, and why?"""

_PRICE = """Price the wagers of a table exactly: house advantage, hit frequency, variance, every outcome's probability.

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

_STRATEGY = """Show the best play of a table: the chart by total, the value of every play, the exceptions to the chart.

  upcard strategy TABLE.toml                     the chart
  upcard strategy TABLE.toml --hand 10-6         what every play of a hand is worth, against every upcard
  upcard strategy TABLE.toml --hand 2-3-4-7      the same for a hand of more cards
  upcard strategy TABLE.toml --exceptions        the hands whose cards call for a different play than the chart"""

_SIMULATE = """Simulate every wager of a table, and compare the results with the exact figures.

  upcard simulate TABLE.toml --rounds 1e9        shoes dealt to the cutting card, the best play, every wager made
  upcard simulate TABLE.toml --fresh             a fresh shoe for every round, as for the exact figures
  upcard simulate TABLE.toml --until 0.001%      until the standard error of the blackjack wager is this small
  upcard simulate TABLE.toml --schedule FILE     amounts by a count of the cards (docs/simulation.md)
  upcard simulate TABLE.toml --session 200 --bankroll 500      sessions, and how many lose the bankroll

The same seed gives the same counts on any number of cores and machines. Ctrl-C stops, and prints the rounds so far."""

_COMPLETION = """Print the script by which a shell completes upcard's arguments.

  bash: upcard completion bash > ~/.local/share/bash-completion/completions/upcard
  zsh:  upcard completion zsh > a folder of $fpath, as _upcard
  fish: upcard completion fish > ~/.config/fish/completions/upcard.fish"""


class WrongArguments(Misuse):
    """A command line that cannot be parsed."""

    def __init__(self, message: str, usage: str) -> None:
        super().__init__(message)
        self.usage = usage


class VerbParser(ArgumentParser):
    """A parser that raises what is wrong, so that it is reported like every other misuse."""

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong, with the usage of the verb."""
        raise WrongArguments(message, self.format_usage().rstrip())


def parser() -> ArgumentParser:
    """Return the parser of the command line; a shell completes an argument by its metavar (cli/completion.py)."""
    top = VerbParser("upcard", description=_ABOUT, formatter_class=RawDescriptionHelpFormatter)
    top.add_argument("--version", action="version", version=f"upcard {__version__}")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", required=True)

    def verb(name: str, about: str) -> ArgumentParser:
        short = about.split("\n")[0]
        added = verbs.add_parser(name, help=short, description=about, formatter_class=RawDescriptionHelpFormatter)
        added.add_argument("--json", action="store_true", help="print the result as JSON")
        return added

    check = verb("check", _CHECK)
    check.add_argument("tables", nargs="+", metavar="TABLE.toml", help=f'{A_TABLE}; "-": standard input')
    check.add_argument("--strict", action="store_true", help="exit code 1 also if a table is not shown to be lawful")
    add_report(check)
    add_date(check)
    add_law(check)
    add_set(check)
    needs = verb("needs", _NEEDS)
    needs.add_argument("table", metavar="TABLE.toml", help=f'{A_TABLE}; "-": standard input')
    add_date(needs)
    add_law(needs)
    add_set(needs)
    diff = verb("diff", _DIFF)
    diff.add_argument("tables", nargs="+", metavar="TABLE.toml", help=f"{A_TABLE}; one or two of them")
    add_law_or_edition(diff, "edition, 13:69F or 19:47; once for each side")
    diff.add_argument(
        "--date", action="append", default=[], metavar="DAY", help="the law of this day (as check); once for each side"
    )
    add_set(diff)
    cite = verb("cite", _CITE)
    cite.add_argument("numbers", nargs="*", metavar="PARAGRAPH", help="a citation, such as 2.11(e)")
    cite.add_argument("--search", nargs="+", metavar="WORD", help="find paragraphs and Readings by words")
    cite.add_argument(
        "--date", metavar="DAY", help="say whether it was in effect on this day, such as 2016-01-11, and in which form"
    )
    add_law(cite)
    cite.add_argument("--tests", action="store_true", help="list the tests that cite it too (source tree only)")
    wagers = verb("wagers", _WAGERS)
    wagers.add_argument("names", nargs="*", metavar="WAGER", help="a wager, game or way of dealing (all)")
    _add_csv(wagers)
    add_law_or_edition(wagers, "edition of the rules, 13:69F or 19:47 (13:69F)")
    tables = verb("tables", _TABLES)
    tables.add_argument("name", nargs="?", metavar="TABLE", help="print this table file (list all)")
    _add_csv(tables)
    _add_new(verb("new", _NEW))
    deal = verb("deal", _DEAL)
    deal.add_argument("table", nargs="?", metavar="TABLE.toml", help=f"{A_TABLE} (that of the written round)")
    deal.add_argument("--round", metavar="ROUND.toml", help="settle this written round")
    deal.add_argument("--seed", type=int, metavar="N", help="shuffle reproducibly")
    deal.add_argument("--seats", type=int, metavar="N", help="how many seats you play (1)")
    deal.add_argument("--bankroll", metavar="DOLLARS", help="your chips (100 times the least wager of a round)")
    transcripts = "write each round to a new file for --round to read; the second to FILE-2, and so on"
    deal.add_argument("--transcript", metavar="FILE", help=transcripts)
    add_law(deal)
    add_set(deal)
    _add_price(verb("price", _PRICE))
    _add_strategy(verb("strategy", _STRATEGY))
    _add_simulate(verb("simulate", _SIMULATE))
    add_audit(verb("audit", AUDIT))
    add_journal(verb("journal", JOURNAL))
    add_layout(verb("layout", LAYOUT))
    add_sign(verb("sign", SIGN))
    par = verb("par", PAR)
    add_par(par, A_TABLE)
    add_law(par)
    add_set(par)
    _add_no_cache(par)
    plot = verb("plot", PLOT)
    add_plot(plot, A_TABLE)
    add_law(plot)
    add_set(plot)
    add_serve(verb("serve", SERVE))
    completion = verb("completion", _COMPLETION)
    completion.add_argument("shell", choices=("bash", "zsh", "fish"))
    return top


def _add_new(new: ArgumentParser) -> None:
    new.add_argument("--game", metavar="GAME", help="the game (blackjack)")
    new.add_argument(
        "--wager", action="append", default=[], metavar="WAGER", help="offer this wager; once for each (none)"
    )
    add_law_or_edition(new, "edition of the rules, 13:69F or 19:47 (that of the day)")
    new.add_argument("--date", metavar="DAY", help="state this day in the file, such as 2016-01-11 (today, not stated)")
    new.add_argument("-o", "--output", metavar="FILE", help="write the table to this new file (print it)")


def _add_price(price: ArgumentParser) -> None:
    price.add_argument("what", nargs="?", metavar="TABLE.toml|WAGER", help=f"{A_TABLE}, or a wager by name")
    price.add_argument("--table", action="store_true", help="a name that a wager has too is the table's")
    price.add_argument("--decks", metavar="N", help='how many decks, 1 to 8, or several: "6,8", "1-8"')
    price.add_argument("--pay-table", metavar="NAME", help="price a wager at this pay table (all)")
    price.add_argument(
        "--pays",
        action="append",
        default=[],
        metavar="LINE=ODDS",
        help='price a wager at these odds, such as "One match=4 to 1"; once for each line; with --pay-table, the other'
        " lines are those of the pay table",
    )
    price.add_argument("--all", action="store_true", help="every pay table and 1 to 8 decks, as a grid")
    price.add_argument(
        "--sweep",
        action="append",
        default=[],
        metavar="KEY=VALUES",
        help='price every variant of a key of the table file, such as "decks=1-8" or "dealer_soft_17=stand,draw"; once'
        " for each key, and all their combinations are priced",
    )
    _add_csv(price)
    _add_common(price)
    price.add_argument("--rounds", type=int, default=60, metavar="N", help="rounds an hour (60)")
    price.add_argument("--amount", metavar="DOLLARS", help="amount of each wager (the least that may be made)")
    price.add_argument("--meter", metavar="DOLLARS", help="amount on the meter (its initial amount)")
    price.add_argument(
        "--joint", action="store_true", help="joint distribution of several dealer's hands on one upcard"
    )
    price.add_argument("--rational", action="store_true", help="value of the blackjack wager as a fraction too (slow)")


def _add_strategy(strategy: ArgumentParser) -> None:
    strategy.add_argument("table", metavar="TABLE.toml", help=A_TABLE)
    strategy.add_argument("--decks", metavar="N", help="number of decks, 1 to 8 (that of the table)")
    strategy.add_argument("--hand", metavar="CARDS", help="show the values of one hand, such as 10-6, A-7 or 2-3-4-7")
    strategy.add_argument(
        "--exceptions", action="store_true", help="list the hands whose cards call for a different play than the chart"
    )
    _add_csv(strategy)
    _add_common(strategy)


def _add_simulate(simulate: ArgumentParser) -> None:
    simulate.add_argument("table", metavar="TABLE.toml", help=A_TABLE)
    add = simulate.add_argument
    add("--rounds", metavar="N", help="how many rounds, such as 1000000 or 1e9 (1e8)")
    add("--seed", type=int, default=1, metavar="N", help="seed of the shuffles (1)")
    add("--seats", type=int, default=1, metavar="N", help="how many seats are played, 1 to 7 (1)")
    penetration = "share or number of cards in front of the cutting card: 0.7, 70%%, 2/3 or 37 (that of the table)"
    add("--penetration", metavar="SHARE", help=penetration)
    add(
        "--fresh",
        action="store_true",
        help="a fresh shoe for every round; otherwise shoes are dealt to the cutting card",
    )
    how = "optimum, chart, mimic (the dealer), never-bust, or a file with a chart (optimum)"
    add("--strategy", default="optimum", metavar="STRATEGY|FILE", help=how)
    add(
        "--wager",
        action="append",
        default=[],
        metavar="WAGER",
        help="make only this optional wager; once for each (all)",
    )
    add("--no-wagers", action="store_true", help="make the blackjack wager only")
    amount = 'amount of the blackjack wager, or of another: "WAGER=5.00"; once for each (the least that may be made)'
    add("--amount", action="append", default=[], metavar="[WAGER=]DOLLARS", help=amount)
    add("--schedule", metavar="FILE", help="amounts by a count of the cards")
    add("--insurance", action="store_true", help="take insurance whenever it is offered")
    add("--session", metavar="N", help="follow sessions of this many rounds")
    add("--bankroll", metavar="DOLLARS", help="bankroll of a session: count how often it is lost")
    beyond = "simulate wagers and seats beyond the limits of the table too, and list what is exceeded"
    add("--beyond-limits", action="store_true", help=beyond)
    add("--until", metavar="ERROR", help="stop at this standard error of the blackjack wager, such as 0.001%%")
    add("--checkpoint", metavar="FILE", help="save the counts so far in this file")
    add("--resume", action="store_true", help="resume from the checkpoint")
    add("--workers", type=int, metavar="N", help="how many cores (all)")
    add("--cluster", metavar="ADDRESS", help="run on the Dask cluster of this scheduler, such as tcp://host:8786")
    add_law(simulate)
    add_set(simulate)
    kernels = ("auto", "avx2", "portable", "numpy")
    add("--kernel", choices=kernels, default="auto", help="kernel to run; all give the same counts (auto)")
    add("--details", action="store_true", help="print every outcome and covariance too")
    _add_csv(simulate)


def _add_csv(verb: ArgumentParser) -> None:
    verb.add_argument("--csv", action="store_true", help="print the numbers as CSV")


def _add_common(verb: ArgumentParser) -> None:
    add_law(verb)
    add_set(verb)
    verb.add_argument("--removed", default="", metavar="CARDS", help='cards that are out of the shoe, such as "Ah 5c"')
    _add_no_cache(verb)


def _add_no_cache(verb: ArgumentParser) -> None:
    verb.add_argument("--no-cache", action="store_true", help="neither read nor keep answers on disk")
