"""The command line: thin verbs that render what the core returns; each is imported only when it is used."""

import gc
import os
import signal
import sys
import warnings
from argparse import Namespace
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib import import_module
from io import BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from upcard.cli.shared_arguments import take_law_folder
from upcard.cli.verbs import WrongArguments, parser
from upcard.errors import MissingKernelsWarning, Misuse, UpcardError

INTERRUPTED = 130  # as shells report a program that Ctrl-C has ended
LONGEST_NAME = 200  # of a file, in a message


def main(arguments: list[str] | None = None) -> None:
    """Run one verb and exit with its code: 0 done, 1 findings that violate, 2 misuse, 130 interrupted."""
    if arguments is None:
        leave_when_interrupted()
    _prepare_streams()
    # Exact analysis has threads of its own, and those of NumPy's matrix products would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            code = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except OSError as wrong:
        _drop_output()
        print(f"upcard: the output cannot be written: {wrong.strerror}", file=sys.stderr)
        code = 2
    except KeyboardInterrupt:
        code = INTERRUPTED
    if arguments is None:  # a second Ctrl-C while Python cleans up ends it without a traceback
        leave_when_interrupted()
        if code == INTERRUPTED:
            leave(code)
        gc.freeze()  # nor is garbage looked for at the end
    sys.exit(code)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Write a warning to the terminal: that of upcard as one line, any other as Python does."""
    stream = file or sys.stderr
    if stream is not None:
        is_own = issubclass(category, MissingKernelsWarning)
        written = (
            f"upcard: {message}\n" if is_own else warnings.formatwarning(message, category, filename, lineno, line)
        )
        stream.write(written)


def leave_when_interrupted() -> None:
    """Have Ctrl-C end the program at once, without a traceback, unless its caller ignores Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _leave_at_once)


def _leave_at_once(*_: object) -> None:
    os._exit(INTERRUPTED)


def leave(code: int) -> None:
    """End the program at once: rounds that are still being played are not waited for."""
    with suppress(OSError):
        sys.stdout.flush()
    os._exit(code)


def _run(words: list[str]) -> int:
    """Run the verb of a command line; what is wrong with its input is printed, as JSON too where that is asked for."""
    try:
        parsed = parser(words).parse_args(words)
    except WrongArguments as wrong:
        from upcard.cli.render import fail

        return fail(wrong, {}, as_json="--json" in words, usage=wrong.usage)
    verb = import_module(f"upcard.cli.{parsed.verb}")
    if signal.getsignal(signal.SIGINT) is _leave_at_once:  # from here on there may be something to print
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        if parsed.json and getattr(parsed, "csv", False):
            raise Misuse("give --json or --csv, not both")
        with _law_in_force(parsed):
            code: int = verb.run(parsed)
    except (UpcardError, OSError) as wrong:
        if isinstance(wrong, OSError) and wrong.filename is None:  # the output
            raise
        from upcard.cli.render import fail

        return fail(_of_file(wrong), verb.EMPTY_ANSWER, as_json=parsed.json)
    return code


def _law_in_force(parsed: Namespace) -> AbstractContextManager[object]:
    """Return the context of a verb that answers by the licensee's law folder, if one is named for it."""
    named = take_law_folder(parsed)
    if named is None:
        return nullcontext()
    from upcard.law.folder import in_force  # only where it is needed: help comes at once
    from upcard.table.law_folder import read_law_folder

    return in_force(read_law_folder(named))


def _of_file(wrong: UpcardError | OSError) -> UpcardError:
    """Return what is wrong; a file that the system refuses is named."""
    if isinstance(wrong, UpcardError):
        return wrong
    name = str(wrong.filename)
    return Misuse(f"{name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME] + '…'}: {wrong.strerror}")


class _UntilClosed(FileIO):
    """A stream that discards what is written once its reader, such as head, has gone."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            return len(data)


def _prepare_streams() -> None:
    """Make output that nobody reads harmless, so that a verb ends with its own exit code."""
    if sys.stdout is None:  # closed by the caller, who wants the exit code only
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # open as long as the process is
    if sys.stdout is sys.__stdout__ and isinstance(sys.stdout, TextIOWrapper):
        sys.stdout = _forgiving(sys.stdout)
    if sys.stderr is sys.__stderr__ and isinstance(sys.stderr, TextIOWrapper):
        sys.stderr = _forgiving(sys.stderr)


def _forgiving(stream: TextIOWrapper) -> TextIOWrapper:
    """Return a stream that outlives its reader, and shows the code of a character that it cannot show."""
    stream.flush()
    raw = _UntilClosed(stream.fileno(), "wb", closefd=False)
    return TextIOWrapper(
        cast(BinaryIO, raw) if stream.write_through else BufferedWriter(raw),  # PYTHONUNBUFFERED has no buffer
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=stream.line_buffering or stream.write_through,  # the buffer below holds the rest
        write_through=stream.write_through,
    )


def _drop_output() -> None:
    """Discard the output, so that Python does not try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
