"""The database of people: its tables, its file, its errors; and that no secret shows itself."""

import copy
import logging
import pickle
import shutil
import stat
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import apsw
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from tests.service.making import PASSWORD, QUICK, WRONG, World
from tests.store.cluster import Cluster
from tests.store.making import Place
from upcard.errors import StoreError
from upcard.pit.streams import States
from upcard.service import people as opening
from upcard.service.password_changes import make_link
from upcard.service.people import create_people, open_people, upgrade_people
from upcard.service.people_rows import read_secrets
from upcard.service.people_tables import METADATA, PEOPLE
from upcard.service.secret_text import Secret
from upcard.store.opening import create_journal, open_journal

GOLDEN = Path(__file__).parent / "tables"


def test_the_migrations_lead_to_the_tables_as_defined(place: Place) -> None:
    create_people(place.url)
    url = f"sqlite:///{place.url}" if place.is_sqlite else place.url.replace("postgresql:", "postgresql+psycopg:")
    with create_engine(url, poolclass=NullPool).connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": PEOPLE.revision_table})
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() == PEOPLE.revisions()[-1]


# A list made by an earlier upcard has these tables: a revision may add to them, never rewrite what was.
@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
@pytest.mark.parametrize("revision", ["1001"])
def test_a_revision_is_what_it_was(dialect: str, revision: str) -> None:
    sql = PEOPLE.upgrade_sql(dialect, None)
    lines = "\n".join(line.rstrip() for line in sql.strip().splitlines())
    assert lines + "\n" == (GOLDEN / f"{revision}-{dialect}.sql").read_text(encoding="utf-8")


def test_a_list_is_created_once_and_opened_after_it(place: Place) -> None:
    missing = "there is no list of people" if place.is_sqlite else "has no upcard list of people: create it first"
    with pytest.raises(StoreError, match=missing):
        open_people(place.url, States(), hashing=QUICK)
    create_people(place.url)
    with pytest.raises(StoreError, match=r"already .*: nothing was changed"):
        create_people(place.url)
    open_people(place.url, States(), hashing=QUICK).close()
    assert upgrade_people(place.url) is False


@pytest.mark.parametrize(
    ("revision", "words"),
    [
        ("9999", "has table revision 9999, newer than this upcard's 1001: use a newer upcard"),
        ("0001", "was made by an upcard before its first release, which nothing reads now: begin in an empty place"),
    ],
)
def test_tables_of_another_program_are_refused(place: Place, revision: str, words: str) -> None:
    create_people(place.url)
    place.change(f"UPDATE people_revision SET version_num = '{revision}'")
    words = f"the list of people .* {words}"
    with pytest.raises(StoreError, match=words):
        open_people(place.url, States(), hashing=QUICK)
    with pytest.raises(StoreError, match=words):
        upgrade_people(place.url)


def test_people_and_journal_share_a_database_of_postgresql_and_no_file(place: Place) -> None:
    create_journal(place.url)
    if place.is_sqlite:
        Path(place.url).chmod(0o600)
        with pytest.raises(StoreError, match="is not an upcard list of people"):
            open_people(place.url, States(), hashing=QUICK)
    else:
        create_people(place.url)
        people, journal = open_people(place.url, States(), hashing=QUICK), open_journal(place.url)
        journal.close()
        people.close()


def test_only_the_owner_may_read_the_file_and_its_side_files(folder: Path) -> None:
    with World.at(Place(str(folder / "people.db"))) as world:
        world.person()
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert {name: mode for name, mode in modes.items() if not name.endswith(".lock")} == {
        "people.db": 0o600,
        "people.db-wal": 0o600,
        "people.db-shm": 0o600,
    }


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o622])
def test_a_file_that_others_may_read_or_write_is_refused(folder: Path, mode: int) -> None:
    file = folder / "people.db"
    create_people(file)
    file.chmod(mode)
    with pytest.raises(StoreError, match=r"other users can read or write .*: run chmod 600 on it"):
        open_people(file, States(), hashing=QUICK)


def test_one_open_session_a_person_and_a_terminal_is_a_rule_of_the_database(world: World) -> None:
    world.person("anna")
    world.person("ben")
    world.log_on("anna")
    add = (
        "INSERT INTO people_sessions (digest, person, terminal, created, seen, expires) "
        "SELECT substr('0' || digest, 1, 64), {person}, {terminal}, created, seen, expires FROM people_sessions"
    )
    errors = (apsw.ConstraintError, psycopg.errors.UniqueViolation)
    for person, terminal in (("'anna'", "'another'"), ("'ben'", "terminal")):
        with pytest.raises(errors):
            world.place.change(add.format(person=person, terminal=terminal))
    world.place.change(add.format(person="'ben'", terminal="'another'"))


def delete_and_fail(world: World) -> None:
    with world.people.database.writing() as query:
        query("DELETE FROM people_secrets")
        query("DELETE FROM no_such_table")


def test_after_an_error_a_new_connection_goes_on(world: World) -> None:
    world.person()
    with pytest.raises(StoreError, match="no_such_table"):
        delete_and_fail(world)
    assert world.try_log_on().value is not None  # nothing of the change is there


def test_a_lost_connection_is_an_error_once(server: Cluster) -> None:
    with World.at(Place(server.new_schema())) as world:
        world.person()
        world.place.change(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND application_name = 'upcard'"
        )
        with pytest.raises(StoreError, match="list of people postgresql://"):
            world.try_log_on()
        assert world.try_log_on().value is not None


def test_a_closed_list_says_so(world: World) -> None:
    world.people.close()
    world.people.close()
    with pytest.raises(StoreError, match="the list of people is closed"):
        world.try_log_on()


def add_many(world: World) -> None:
    for number in range(200):
        world.person(f"patron{number}")


def test_a_full_disk_is_an_error_and_nothing_has_changed(folder: Path) -> None:
    with World.at(Place(str(folder / "people.db"))) as world:
        world.person()
        with world.people.database.reading() as query:
            ((pages,),) = query("PRAGMA page_count")
            query(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="the disk is full: the change was not acknowledged"):
            add_many(world)
        assert world.try_log_on().value is not None


@pytest.mark.parametrize("show", [repr, str, lambda value: f"{value}"])
def test_a_secret_shows_itself_nowhere(world: World, show: Callable[[object], str]) -> None:
    world.person()
    result = world.try_log_on()
    link = make_link(world.people, "anna", by="root")
    assert result.value is not None
    assert link.value is not None
    with world.people.database.reading() as query:
        row = read_secrets(query, "anna")
    assert row is not None
    secrets = [result.value.token.reveal(), link.value.reveal(), PASSWORD.reveal(), str(row.password)]
    secrets += [world.people.nobody, world.people.database.described["link_key"]]
    for value in (result, link, row, world.people, world.people.database, result.value, PASSWORD):
        assert not [secret for secret in secrets if secret in show(value)]


def test_no_secret_is_in_events_logs_or_exceptions(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    world.person()
    results = [world.try_log_on(password=WRONG), world.try_log_on(), world.try_log_on(WRONG.reveal(), WRONG)]
    written = repr([event.as_json() for result in results for event in result.events]) + caplog.text
    world.place.change("DROP TABLE people_links", "DROP TABLE people_sessions")
    try:
        world.try_log_on()
    except StoreError as error:
        written += "".join(traceback.format_exception(error))
    assert "people_sessions" in written
    assert PASSWORD.reveal() not in written
    assert WRONG.reveal() not in written


def test_a_secret_is_compared_but_not_copied_to_a_file() -> None:
    secret = Secret("text")
    assert secret == Secret("text")
    assert secret != Secret("texts")
    assert secret != "text"
    with pytest.raises(TypeError, match="a secret is not written"):
        pickle.dumps(secret)
    with pytest.raises(TypeError):
        hash(secret)
    with pytest.raises(TypeError):
        copy.deepcopy(secret)


def test_tables_older_than_the_program_are_upgraded_when_asked(place: Place, tmp_path: Path) -> None:
    create_people(place.url)
    folder = tmp_path / "migrations"
    shutil.copytree(PEOPLE.folder, folder)
    (folder / "versions" / "revision_1002.py").write_text(
        'from alembic import op\nrevision, down_revision = "1002", "1001"\n'
        'def upgrade():\n    op.execute("CREATE TABLE people_extra (name TEXT)")\n',
        encoding="utf-8",
    )
    with pytest.MonkeyPatch.context() as later:
        later.setattr(opening, "PEOPLE", replace(PEOPLE, folder=folder))
        with pytest.raises(StoreError, match="older than this upcard's 1002: upgrade it first"):
            open_people(place.url, States(), hashing=QUICK)
        assert upgrade_people(place.url) is True
        assert upgrade_people(place.url) is False
        open_people(place.url, States(), hashing=QUICK).close()
