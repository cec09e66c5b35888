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

With each come its standing, its other number, when it took effect, the Readings that bear on it, and the code and
tests that cite it. A section lists its paragraphs. "reading 8" shows a Reading."""

_WAGERS = """List every wager, game and way of dealing.

With each come its amounts, decks, exclusions and pay tables, and where it is known from."""

_DEAL = """Rule on a written round, or play in the terminal.

With --round, the cards and decisions written down are dealt and settled, chip by chip, each with its paragraph.
Exit code 0: ruled; 1: the round could not be as written, by the paragraphs named; 2: a file cannot be read."""

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
    wagers = verb("wagers", _WAGERS)
    wagers.add_argument("names", nargs="*", metavar="NAME", help="show these only")
    wagers.add_argument("--law", choices=("13:69F", "19:47"), default="13:69F", help="edition of the rules")
    deal = verb("deal", _DEAL)
    table = deal.add_argument("table", nargs="?", metavar="TABLE.toml", help="the table; the round's own if absent")
    complete_files(table)
    complete_files(deal.add_argument("--round", metavar="ROUND.toml", help="rule on this written round"))
    deal.add_argument("--seed", type=int, metavar="N", help="shuffle reproducibly")
    deal.add_argument("--seats", type=int, default=1, metavar="N", help="how many seats you play (1)")
    complete_files(
        deal.add_argument("--transcript", metavar="FILE", help="write each round so that --round can read it")
    )
    completion = verb("completion", _COMPLETION)
    completion.add_argument("shell", choices=("bash", "zsh"))
    return top
