"""Build the PAR sheet of a table, or read the one that was kept: the definition, play and program decide all of it."""

from dataclasses import dataclass

from upcard.api.days import asked
from upcard.api.table import Table, config_of, table_of
from upcard.money import Cents
from upcard.paper.document_head import table_fingerprint
from upcard.paper.par_sheet import ParSheet
from upcard.results.cache import cached
from upcard.results.result import Progress


@dataclass(frozen=True, kw_only=True)
class StatedPlay:
    """The play for which the expected hold is stated."""

    rounds: int = 60
    amount: Cents | None = None  # None: the least that may be wagered
    buy_in: Cents | None = None  # None: twenty blackjack wagers


def par_sheet(table: Table, play: StatedPlay, progress: Progress, *, keep: bool = True) -> ParSheet:
    """Return the PAR sheet of a table, kept on disk if asked to."""
    config = asked(config_of(table))
    config.require_one_game()
    question = {
        "verb": "par",
        "fingerprint": table_fingerprint(config),
        "set": list(config.changes),
        "date": config.day.isoformat(),
        "play": [play.rounds, play.amount, play.buy_in],
    }

    def computed() -> ParSheet:
        from upcard.paper.par_compute import computed_sheet  # only where it is not kept: it loads the simulator

        return computed_sheet(table_of(config), play, progress)

    return cached(question, ParSheet, computed) if keep else computed()
