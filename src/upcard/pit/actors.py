"""The actor of a command: a role, and the name of a person if there is one."""

import re
from functools import lru_cache
from typing import NamedTuple

from upcard.game.roles import Role

LONGEST = 60
_NAME = re.compile(r"[^\s/](?:[^/]*[^\s/])?")


class Actor(NamedTuple):
    """Who commands.

    >>> str(Actor(Role.DEALER, "7")), str(Actor(Role.CLOCK))
    ('dealer 7', 'clock')
    """

    role: Role
    name: str = ""

    def __str__(self) -> str:
        return f"{self.role} {self.name}" if self.name else self.role.value

    @property
    def is_complete(self) -> bool:
        """Whether its text can be read again: a name is one that a person may have, and a patron has one."""
        return is_name(self.name) if self.name else self.role is not Role.PATRON


BY_SYSTEM = Actor(Role.SYSTEM)


def is_name(text: str) -> bool:
    """Whether a text may be the name of a person, a table or a group: printable, no slash, no space at either end."""
    return 0 < len(text) <= LONGEST and text.isprintable() and _NAME.fullmatch(text) is not None


NAME_RULE = f"must have 1 to {LONGEST} printable characters, no slash, and no space at either end"


def name_of(text: str) -> str:
    """Return the name of the person whom the text of an actor names; empty if it names none.

    >>> name_of("supervisor Sue"), name_of("system")
    ('Sue', '')
    """
    actor = read_actor(text)
    return "" if actor is None else actor.name


@lru_cache(maxsize=4096)  # the same actors send most commands
def read_actor(text: str) -> Actor | None:
    """Read an actor, "ROLE NAME" or "ROLE"; None if the text is not an actor. A patron must have a name.

    >>> read_actor("patron Zoë"), read_actor("patron"), read_actor("king Lear")
    (Actor(role=<Role.PATRON: 'patron'>, name='Zoë'), None, None)
    """
    word, space, name = text.partition(" ")
    try:
        role = Role(word)
    except ValueError:
        return None
    actor = Actor(role, name)
    return actor if actor.is_complete and bool(space) is bool(name) else None
