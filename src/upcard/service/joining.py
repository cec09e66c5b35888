"""Make the account of a person; a patron also gets a wallet, first in the list of people, then in the journal."""

import asyncio
from collections.abc import Iterable
from functools import partial

from upcard.pit import commands as pc
from upcard.pit.ledger import Answer
from upcard.pit.streams import wallet_of
from upcard.service.accounts import create_person, find_person
from upcard.service.house import House
from upcard.service.person_values import PeopleResult, PersonAccount, PersonRole, PersonStatus


async def make_account(house: House, by: str, name: str, roles: Iterable[PersonRole]) -> PeopleResult[PersonAccount]:
    """Make an account; one whose wallet could not be opened when it was made is gone on with."""
    held = frozenset(roles)
    result = await asyncio.to_thread(partial(create_person, house.people, name=name, roles=held, by=by))
    if result.value is not None or held != {PersonRole.PATRON}:
        return result
    known = await asyncio.to_thread(find_person, house.people, name)
    if known is None or known.roles != held or known.status is not PersonStatus.ACTIVE:
        return result
    return result if wallet_of(house.floor.states, known.name).open else PeopleResult(value=known)


async def open_wallet_of(house: House, actor: str, person: PersonAccount) -> Answer | None:
    """Open the wallet of a patron; None for everybody else."""
    if PersonRole.PATRON not in person.roles:
        return None
    return await house.send(actor, f"wallet {person.name}", pc.OpenWallet(person.name))
