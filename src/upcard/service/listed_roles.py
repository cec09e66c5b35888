"""The roles that a list of people has, read without changing it: the journal says what they should be."""

from contextlib import closing
from pathlib import Path

from upcard.service.people_tables import PEOPLE
from upcard.service.person_values import PersonStatus
from upcard.store.database import Lines
from upcard.store.disk import SystemDisk
from upcard.store.postgresql import PostgresqlConnection, is_url
from upcard.store.sqlite import SqliteFile

ROLES = "SELECT name, roles, status FROM people_persons ORDER BY name"


def roles_of(lines: Lines) -> dict[str, str]:
    """Return the roles of each account; of a closed one, none."""
    return {name: "" if status == PersonStatus.CLOSED else roles for name, roles, status in lines}


def listed_roles(place: str) -> dict[str, str]:
    """Return the roles of each account in a list of people, even while a server uses it."""
    connection = (
        PostgresqlConnection(place, schema=PEOPLE, read_only=True)
        if is_url(place)
        else SqliteFile(Path(place), schema=PEOPLE, read_only=True, disk=SystemDisk())
    )
    with closing(connection):
        return roles_of(connection.query(ROLES))
