"""upcard: New Jersey casino blackjack, from the regulation to the felt."""

from importlib import import_module

TYPE_CHECKING = False  # that of `typing`, whose import would delay the handling of Ctrl-C
if TYPE_CHECKING:
    from typing import Any

    from upcard.analysis import analyse, price
    from upcard.analysis.simulation import simulate
    from upcard.errors import UpcardError
    from upcard.law import cite
    from upcard.table import BadConfig, Finding, FindingKind, TableConfig, Verdict, check, load

__version__ = "0.1.0"
__all__ = [
    "BadConfig",
    "Finding",
    "FindingKind",
    "TableConfig",
    "UpcardError",
    "Verdict",
    "__version__",
    "analyse",
    "check",
    "cite",
    "load",
    "price",
    "simulate",
]

# Imported when first used, so that each command of the terminal starts with no more than it needs.
_HOME = {
    "BadConfig": "upcard.table",
    "Finding": "upcard.table",
    "FindingKind": "upcard.table",
    "TableConfig": "upcard.table",
    "UpcardError": "upcard.errors",
    "Verdict": "upcard.table",
    "analyse": "upcard.analysis",
    "check": "upcard.table",
    "cite": "upcard.law",
    "load": "upcard.table",
    "price": "upcard.analysis",
    "simulate": "upcard.analysis.simulation",
}


def __getattr__(name: str) -> "Any":
    if name not in _HOME:
        raise AttributeError(f"module 'upcard' has no attribute '{name}'")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__
