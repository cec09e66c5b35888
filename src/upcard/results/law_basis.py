"""The law that an answer rests on: the edition, the day, the licensee's law folder, and the sides of Readings taken."""

import datetime
from dataclasses import dataclass

from upcard.law import Cite, Edition
from upcard.results.result import Result, inline
from upcard.table import ReadingFollowed, TableConfig, ended, readings_followed, side_taken
from upcard.table.config import LawChosenBy


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class EndedOption(Result):
    """An option of a table whose text had ended on the day asked about, with the last day of it."""

    name: str
    cite: Cite
    last_day: datetime.date


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class LawBasis(Result):
    """The edition that a table is held against, what chose it, the day, and up to when its law is known."""

    law: Edition
    law_chosen_by: LawChosenBy
    date: datetime.date | None
    newest_text: datetime.date
    ended: tuple[EndedOption, ...]
    law_file: str | None  # the fingerprint of the licensee's law folder


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class AskedTable(Result):
    """The table that an answer is about, and the law that it rests on."""

    file: str
    set_: tuple[str, ...]  # values that differ from those of the file
    table: str
    basis: LawBasis = inline()


def asked_table(table: TableConfig) -> AskedTable:
    """Return which table an answer is about, and the law that it rests on."""
    return AskedTable(
        file=table.file,
        set_=table.changes,
        table=table.table,
        basis=LawBasis(
            law=table.law,
            law_chosen_by=table.law_chosen_by,
            date=table.date,
            newest_text=table.newest_text,
            ended=tuple(
                EndedOption(name=each.name, cite=each.cite.as_of(table.law), last_day=each.last_day)
                for each in ended(table)
            ),
            law_file=table.law_folder.fingerprint if table.law_folder else None,
        ),
    )


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SideTaken(Result):
    """A Reading that moves money at a table, the side that the table takes, and the others."""

    reading: int
    switch: str
    chosen: str
    others: tuple[str, ...]

    @property
    def words(self) -> str:
        """Return in words which side is taken, and what the licensee may choose instead."""
        return side_taken(self.reading, self.switch, self.chosen, self.others)


def side_of(followed: ReadingFollowed) -> SideTaken:
    """Return the side of a Reading that a table takes."""
    return SideTaken(
        reading=followed.reading.number, switch=followed.switch, chosen=followed.chosen, others=followed.others
    )


def sides_taken(table: TableConfig) -> tuple[SideTaken, ...]:
    """Return the sides of every Reading that moves money at a table."""
    return tuple(map(side_of, readings_followed(table)))
