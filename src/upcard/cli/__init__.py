"""The command line: thin verbs that render what the core returns; each is imported only when it is used."""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

from upcard.cli.verbs import parser


def main(arguments: list[str] | None = None) -> None:
    """Run one verb and exit with its code: 0 done, 1 findings that violate, 2 misuse."""
    if sys.stdout is None:  # closed by the caller, who wants the exit code only
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # open as long as the process is
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that cannot show a character gets its code instead
            stream.reconfigure(errors="backslashreplace")
    parsed = parser().parse_args(arguments)
    try:
        code: int = import_module(f"upcard.cli.{parsed.verb}").run(parsed)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has closed it
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
    """Discard the output, so that Python does not try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
