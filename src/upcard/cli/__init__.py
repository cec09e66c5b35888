"""The command line: thin verbs that render what the core returns; each is imported only when it is used."""

import os
import sys
from importlib import import_module

from upcard.cli.verbs import parser


def main(arguments: list[str] | None = None) -> None:
    """Run one verb and leave with its exit code: 0 done, 1 findings that violate, 2 misuse."""
    asked = parser().parse_args(arguments)
    try:
        code: int = import_module(f"upcard.cli.{asked.verb}").run(asked)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
