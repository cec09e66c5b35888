"""The law that an answer rests on: the edition, the day, the licensee's law folder, and the sides of Readings taken."""

from dataclasses import dataclass

from upcard.results.result import Result
from upcard.table import ReadingFollowed, TableConfig, readings_followed


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SideTaken(Result):
    """A Reading that moves money at a table, the side that the table takes, and the others."""

    reading: int
    switch: str
    chosen: str
    others: tuple[str, ...]


def side_of(followed: ReadingFollowed) -> SideTaken:
    """Return the side of a Reading that a table takes."""
    return SideTaken(
        reading=followed.reading.number, switch=followed.switch, chosen=followed.chosen, others=followed.others
    )


def sides_taken(table: TableConfig) -> tuple[SideTaken, ...]:
    """Return the sides of every Reading that moves money at a table."""
    return tuple(map(side_of, readings_followed(table)))
