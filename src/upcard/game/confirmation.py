"""Who confirmed a spoken wager with cash before the first card."""

from typing import NamedTuple

from upcard.english import listed
from upcard.rules.wager import Person


class Confirmation(NamedTuple):
    """A person who confirmed a spoken wager, with a name where one was written down.

    >>> Confirmation(Person.DEALER, "J. Smith").words
    'the dealer (J. Smith)'
    """

    person: Person
    name: str = ""

    @property
    def words(self) -> str:
        """Return the person in words."""
        return f"the {self.person.value}{f' ({self.name})' if self.name else ''}"


def by(*persons: Person) -> tuple[Confirmation, ...]:
    """Return the confirmations of persons without names, in the order of the persons' declaration."""
    return tuple(Confirmation(person) for person in Person if person in persons)


def in_words(confirmations: tuple[Confirmation, ...]) -> str:
    """Return who confirmed a spoken wager, in words."""
    return listed(each.words for each in confirmations) or "nobody"
