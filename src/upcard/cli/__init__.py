"""The command line: thin verbs that render what the core returns; each is imported only when it is used."""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

from upcard.cli.verbs import parser


def main(arguments: list[str] | None = None) -> None:
    """Run one verb and leave with its exit code: 0 done, 1 findings that violate, 2 misuse."""
    if sys.stdout is None:  # closed by the caller, who wants the exit code only
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # open as long as the process is
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that cannot show a sign gets its number instead
            stream.reconfigure(errors="backslashreplace")
    asked = parser().parse_args(arguments)
    try:
        code: int = import_module(f"upcard.cli.{asked.verb}").run(asked)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has seen enough
        _drop_output()
        code = 0
    except OSError as wrong:
        _drop_output()
        print(f"upcard: the output cannot be written: {wrong.strerror}", file=sys.stderr)
        code = 2
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def _drop_output() -> None:
    """Keep Python from trying again to write what cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
