"""Structured logs: one line per event, as JSON or for a console; never a secret, a request body or a card."""

import logging
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import StrEnum
from typing import TextIO

import structlog
from structlog.typing import EventDict, FilteringBoundLogger, Processor, WrappedLogger

from upcard.store.clock import Clock, system_clock, time_text

LIBRARIES = ("upcard", "uvicorn")  # whose records of the standard library come into the same log


class LogFormat(StrEnum):
    """How lines look."""

    JSON = "json"
    CONSOLE = "console"


class LogLevel(StrEnum):
    """What is logged: requests are info, refusals for overload are warnings."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    @property
    def number(self) -> int:
        """The level of the standard library."""
        return logging.getLevelNamesMapping()[self.name]


def open_log(
    form: LogFormat, level: LogLevel, *, stream: TextIO | None = None, clock: Clock = system_clock
) -> FilteringBoundLogger:
    """Return a log that writes lines to a stream, standard error unless another is given."""
    written = stream or sys.stderr
    is_console = form is LogFormat.CONSOLE
    last: Processor = (
        structlog.dev.ConsoleRenderer(colors=written.isatty(), pad_event_to=0)
        if is_console
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    log: FilteringBoundLogger = structlog.wrap_logger(
        LineWriter(written),
        processors=[structlog.processors.add_log_level, _stamped(clock), last],
        wrapper_class=structlog.make_filtering_bound_logger(level.number),
        cache_logger_on_first_use=True,
    )
    return log


class LineWriter:
    """Writes lines to a stream; a line that cannot be written is dropped, but no request fails because of it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def msg(self, line: str) -> None:
        """Write a line at once."""
        with suppress(OSError, ValueError):  # a full disk, a pipe without a reader, a stream that was closed
            self._stream.write(f"{line}\n")
            self._stream.flush()

    log = debug = info = warning = error = critical = msg


def silent_log() -> FilteringBoundLogger:
    """Return a log that writes nothing."""
    log: FilteringBoundLogger = structlog.wrap_logger(
        structlog.ReturnLogger(),
        processors=[structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL),
        cache_logger_on_first_use=True,
    )
    return log


def _stamped(clock: Clock) -> Callable[[WrappedLogger, str, EventDict], EventDict]:
    def stamp(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
        return {"time": time_text(clock()), **event}

    return stamp


def error_fields(error: BaseException) -> dict[str, object]:
    """Return how a log describes an error: its kind and where it was raised, never its text, which may quote input."""
    frames = traceback.extract_tb(error.__traceback__)
    return {"error": type(error).__name__, "where": [f"{frame.name}:{frame.lineno}" for frame in frames[-5:]]}


class _Bridge(logging.Handler):
    """Passes records of the standard library on."""

    def __init__(self, log: FilteringBoundLogger) -> None:
        super().__init__()
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; of an error, its kind and place."""
        error = record.exc_info[1] if record.exc_info else None
        fields = error_fields(error) if error is not None else {}
        message = record.getMessage().partition("\n")[0]
        self._log.log(min(record.levelno, logging.CRITICAL), message, logger=record.name, **fields)


class LibraryLogs:
    """Forwards the log records of libraries to a log while it is open."""

    def __init__(self, log: FilteringBoundLogger, names: Iterable[str] = LIBRARIES) -> None:
        self._bridge, self._loggers = _Bridge(log), [logging.getLogger(name) for name in names]

    def __enter__(self) -> None:
        for logger in self._loggers:
            logger.addHandler(self._bridge)
            logger.propagate = False

    def __exit__(self, *_: object) -> None:
        for logger in self._loggers:
            logger.removeHandler(self._bridge)
            logger.propagate = True
