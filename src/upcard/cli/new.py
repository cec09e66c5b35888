"""upcard new: a commented table file for a game and wagers, lawful as it stands."""

import sys
from argparse import Namespace
from pathlib import Path

from upcard.api.findings import finding_json
from upcard.api.new_table import edition_given, made_on
from upcard.cli.render import print_json, wrap
from upcard.cli.shared_arguments import last_of
from upcard.errors import Misuse
from upcard.table.new_table import UnlawfulTable

EMPTY_ANSWER: dict[str, object] = {"file": None, "text": None, "findings": []}


def run(arguments: Namespace) -> int:
    """Write or print a new table file; a combination that is not lawful is refused with the paragraphs."""
    try:
        made = made_on(arguments.game, arguments.wager, edition_given(last_of(arguments.law)), arguments.date)
    except UnlawfulTable as unlawful:
        if arguments.json:
            print_json({**EMPTY_ANSWER, "findings": [finding_json(one) for one in unlawful.findings]})
        elif sys.stderr is not None:
            print("upcard: no lawful table has these together:", file=sys.stderr)
            for one in unlawful.findings:
                print(wrap(str(one), indent="    ", first="  "), file=sys.stderr)
        return 1
    if arguments.output is not None:
        _write(arguments.output, made.text)
    if arguments.json:
        findings = [finding_json(one) for one in made.findings]
        print_json({"file": arguments.output, "text": made.text, "findings": findings})
    elif arguments.output is None:
        print(made.text, end="")
    else:
        print(f"{arguments.output} is written")
    return 0


def _write(name: str, text: str) -> None:
    """Write a new file, whole or not at all; one that exists is never overwritten."""
    path = Path(name)
    try:
        with path.open("xb") as file:
            try:
                file.write(text.encode())
                file.flush()
            except OSError:
                path.unlink(missing_ok=True)
                raise
    except FileExistsError:
        raise Misuse(f"{name} exists and is not overwritten: name another file, or remove it") from None
    except (OSError, ValueError) as wrong:
        raise Misuse(f"{name} cannot be written: {getattr(wrong, 'strerror', None) or wrong}") from None
