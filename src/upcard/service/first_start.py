"""The first start: a one-time link for the administrator; in a demonstration, people with play money."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from upcard.game.roles import SYSTEM, Role
from upcard.pit import commands as pc
from upcard.pit.actors import BY_SYSTEM, Actor
from upcard.pit.ledger import Answer
from upcard.pit.streams import significant
from upcard.service.accounts import find_person
from upcard.service.password_changes import make_link, set_first_password
from upcard.service.people import People
from upcard.service.person_values import PeopleResult
from upcard.service.secret_text import Secret, new_secret

FIRST_ADMINISTRATOR = "administrator"
DEMO_NAMES = ("ada", "ben", "cleo", "dan", "eve")
DEMO_SUPERVISOR = "sam"  # validates payouts at the demo tables
Send = Callable[[Actor, str, pc.PitCommand], Awaitable[Answer]]


async def first_link(people: People, send: Send) -> PeopleResult[Secret]:
    """Return a one-time link for the first administrator; no value if an administrator already has a password.

    There is no password to begin with. A start before the link was used makes a new link, and the old one is
    worth nothing.
    """

    def administrators() -> list[str]:
        accounts = significant(people.states).accounts
        return sorted(name for name, account in accounts.items() if Role.ADMINISTRATOR in account.roles)

    if not administrators():
        made = pc.MakeAccount(FIRST_ADMINISTRATOR, (Role.ADMINISTRATOR,))
        await send(BY_SYSTEM, f"account {FIRST_ADMINISTRATOR}", made)
    waiting = [find_person(people, name) for name in administrators()]
    if any(person is None or person.has_password for person in waiting):
        return PeopleResult()
    return make_link(people, administrators()[0], by=SYSTEM) if waiting else PeopleResult()


@dataclass(frozen=True)
class DemoPatron:
    """A demo patron; the password is shown once, at the start that created it."""

    name: str
    password: Secret


async def make_demo_people(people: People, send: Send) -> tuple[DemoPatron, ...]:
    """Make the demo supervisor and patrons; return the patrons who have a new random password.

    Commands have fixed keys, so an interrupted start can be resumed.
    """
    for name, role in {DEMO_SUPERVISOR: Role.SUPERVISOR, **dict.fromkeys(DEMO_NAMES, Role.PATRON)}.items():
        await send(BY_SYSTEM, f"account {name}", pc.MakeAccount(name, (role,), demo=True))
    made: list[DemoPatron] = []
    for name in DEMO_NAMES:
        account, password = people.account(name), new_secret(people.random)
        if account is not None and account.demo and set_first_password(people, name, password):
            made.append(DemoPatron(name, password))
    return tuple(made)
