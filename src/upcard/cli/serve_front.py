"""How `upcard serve` is reached and what it logs, read from its arguments."""

import ipaddress
import sys
from argparse import Namespace
from pathlib import Path

from structlog.typing import FilteringBoundLogger

from upcard.errors import Misuse
from upcard.service.logs import LogFormat, LogLevel, open_log
from upcard.service.rate_limit import Limit
from upcard.service.secret_text import Secret
from upcard.store.postgresql import is_url
from upcard.web.serving import Front
from upcard.web.traffic import TrafficLimits

BURST = 5.0  # seconds whose requests a person may send at once
SHORTEST_TOKEN = 20  # characters


def front_of(arguments: Namespace) -> Front:
    """Return how a service is reached; raise Misuse naming the argument that cannot be used."""
    for name, value, least in (
        ("--rate", arguments.rate, 1),
        ("--connections", arguments.connections, 1),
        ("--finish-rounds", arguments.finish_rounds, 0),
    ):
        if value < least:
            raise Misuse(f"{name} {value} is too small: {least} or more")
    if arguments.database is not None and not is_url(arguments.database):
        raise Misuse(
            "--database is not a PostgreSQL URL: write postgresql://HOST/DATABASE; "
            "for a journal in files, use --data FOLDER"
        )
    if arguments.key and not arguments.certificate:
        raise Misuse("--key needs --certificate")
    return Front(
        limits=TrafficLimits(session=Limit(round(arguments.rate * BURST), BURST), connections=arguments.connections),
        certificate=Path(arguments.certificate) if arguments.certificate else None,
        key=Path(arguments.key) if arguments.key else None,
        proxies=tuple(map(_address, arguments.proxy or ())),
        metrics_token=_token(arguments.metrics_token),
        finish=float(arguments.finish_rounds),
    )


def log_of(arguments: Namespace) -> FilteringBoundLogger:
    """Return the log, on standard error."""
    form = arguments.log_format or ("console" if sys.stderr.isatty() else "json")
    return open_log(LogFormat(form), LogLevel(arguments.log_level))


def _address(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise Misuse(f"--proxy {text} is not an address: write one such as 192.0.2.7") from None


def _token(place: str | None) -> Secret | None:
    """Read the token for metrics."""
    if place is None:
        return None
    try:
        text = Path(place).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Misuse(f"cannot read --metrics-token {place}: {getattr(error, 'strerror', None) or error}") from error
    if len(text) < SHORTEST_TOKEN or not text.isascii():
        raise Misuse(f"the token in {place} is too short: use at least {SHORTEST_TOKEN} random letters and digits")
    return Secret(text)
