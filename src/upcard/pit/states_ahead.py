"""The states that the next command of a ledger is decided on."""

from upcard.pit.decide import Decided
from upcard.pit.replay import Folding
from upcard.pit.streams import States
from upcard.store.rows import NewRow


class StatesAhead:
    """The states that the next command is decided on: those on the disk, and the waiting commands."""

    def __init__(self, folding: Folding) -> None:
        self._folding = folding
        self.reset()

    def reset(self) -> None:
        """Drop the waiting commands."""
        self.states, self.versions = States(self._folding.states), dict(self._folding.versions)

    def refresh(self, streams: frozenset[str]) -> None:
        """Take streams as they are on the disk."""
        for stream in streams:
            self.states[stream], self.versions[stream] = self._folding.states[stream], self._folding.versions[stream]

    def advance(self, row: NewRow, decided: Decided) -> None:
        """Add a waiting command."""
        self.states.update(zip(decided.streams, decided.after, strict=True))
        self.versions.update(row.streams)
