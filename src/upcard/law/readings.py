"""The numbered Readings: where the text is misprinted, silent or ambiguous, and what we chose."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from upcard.law.citation import Cite, cite
from upcard.law.code import Edition, Standing
from upcard.law.files import law_files


class ReadingKind(Enum):
    """Why a Reading is needed."""

    SLIP = "slip"
    CHOICE = "choice"
    GAP = "gap"


# A slip leaves the text plain; a choice between readings is our inference; a gap is not known at all.
_STANDINGS = {
    ReadingKind.SLIP: Standing.HELD,
    ReadingKind.CHOICE: Standing.INFERRED,
    ReadingKind.GAP: Standing.UNKNOWN,
}


@dataclass(frozen=True, kw_only=True)
class Alternative:
    """Another way to read the text, and what it would cost."""

    choice: str
    costs: str | None  # in percent at a shipped table


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One numbered choice, with the paragraphs it bears on."""

    number: int
    where: tuple[Cite, ...]
    kind: ReadingKind
    letter: str | None  # what the text says literally, in our words
    problem: str
    choice: str
    alternatives: tuple[Alternative, ...]
    switch: str | None  # a key of `house` in the table file by which a licensee may choose otherwise
    choices: tuple[str, ...]  # the values of the switch; the first is our choice
    edition: Edition | None  # the only edition whose print it is about; None if it holds wherever its paragraphs stand

    @property
    def standing(self) -> Standing:
        """Return how what we chose is known."""
        return _STANDINGS[self.kind]

    @property
    def moves_money(self) -> bool:
        """Whether another choice is open to a licensee, or has a cost that is known."""
        return self.switch is not None or any(alternative.costs for alternative in self.alternatives)

    def stands_in(self, edition: Edition) -> bool:
        """Whether the Reading bears on a paragraph of that edition."""
        return self.edition in (None, edition) and any(cited.stands_in(edition) for cited in self.where)


def _read() -> Mapping[int, Reading]:
    return {
        row["number"]: Reading(
            number=row["number"],
            where=tuple(cite(number) for number in row["where"]),
            kind=ReadingKind(row["kind"]),
            letter=row.get("letter"),
            problem=row["problem"],
            choice=row["choice"],
            alternatives=tuple(
                Alternative(choice=each["choice"], costs=each.get("costs")) for each in row.get("alternatives", ())
            ),
            switch=row.get("switch"),
            choices=tuple(row.get("choices", ())),
            edition=Edition(row["edition"]) if "edition" in row else None,
        )
        for row in law_files()["readings.toml"]["reading"]
    }


READINGS = _read()


def reading(number: int) -> Reading:
    """Return a Reading; raise KeyError, at import, if there is none of that number."""
    return READINGS[number]
