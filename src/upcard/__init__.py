"""upcard: New Jersey casino blackjack, from the regulation to the felt."""

from upcard.errors import UpcardError
from upcard.law import cite
from upcard.table import BadConfig, Finding, TableConfig, Verdict, check, load

__version__ = "0.1.0"
__all__ = ["BadConfig", "Finding", "TableConfig", "UpcardError", "Verdict", "__version__", "check", "cite", "load"]
