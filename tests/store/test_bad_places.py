"""What cannot be opened: one clear line each, and nothing changed."""

import os
import pwd
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import apsw
import psycopg
import pytest

from tests.store.cluster import PASSWORD, Cluster
from tests.store.making import Place, append_all, run_of_rows
from upcard.errors import StoreError
from upcard.store import opening, postgresql, sqlite
from upcard.store.migrate import JOURNAL
from upcard.store.opening import create_journal, open_journal, upgrade_journal


def refusal(place: str | Path, *, read_only: bool = False) -> str:
    """Return the line that opening a place gives."""
    with pytest.raises(StoreError) as refused:
        open_journal(place, read_only=read_only)
    line = str(refused.value)
    assert "\n" not in line
    return line


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@contextmanager
def without_privileges() -> Iterator[None]:
    """Be a user whom the permissions of files bind, where the tests are run by root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def without_room(left: int = 0) -> Iterator[None]:
    """Have the system refuse to write more than a few bytes to a file, as a full disk does."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (left, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_file_that_does_not_exist(folder: Path) -> None:
    assert refusal(folder / "no.db") == f"there is no journal {folder / 'no.db'}: create it first"
    assert content(folder) == {}


def test_a_folder_instead_of_a_file(folder: Path) -> None:
    assert refusal(folder) == f"{folder} is a folder, not a journal"
    with pytest.raises(StoreError, match="already exists: nothing was changed"):
        create_journal(folder)
    assert content(folder) == {}


@pytest.mark.parametrize("place", ["mysql://ann:secret@host/casino", "http://host/casino", "sqlite:///casino.db"])
def test_a_url_of_something_else(place: str) -> None:
    expected = "not a journal: give a SQLite file, or a URL such as postgresql://user@host:port/database"
    assert refusal(place) == expected
    for attempt in (create_journal, upgrade_journal):
        with pytest.raises(StoreError) as refused:
            attempt(place)
        assert str(refused.value) == expected


def test_a_file_that_is_no_database(folder: Path) -> None:
    (folder / "notes.txt").write_bytes(b"shopping list\n" * 100)
    before = content(folder)
    assert refusal(folder / "notes.txt").startswith("the file is not a SQLite database (journal ")
    assert content(folder) == before


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_a_database_of_another_program(folder: Path, mode: str) -> None:
    with closing(apsw.Connection(str(folder / "other.db"))) as database:
        database.pragma("journal_mode", mode)
        database.execute("CREATE TABLE accounts (name TEXT); INSERT INTO accounts VALUES ('Ann')")
    before = content(folder)
    assert refusal(folder / "other.db") == f"{folder / 'other.db'} is not an upcard journal"
    assert content(folder)["other.db"] == before["other.db"]
    assert set(content(folder)) - {"other.db-wal", "other.db-shm"} == set(before)


def test_an_empty_file(folder: Path) -> None:
    (folder / "empty.db").touch()
    assert refusal(folder / "empty.db") == f"{folder / 'empty.db'} is not an upcard journal"
    assert content(folder) == {"empty.db": b""}


def test_a_read_only_file_is_read_and_not_written(folder: Path) -> None:
    path = folder / "journal.db"
    with Place(str(path)).new_journal() as journal:
        rows = append_all(journal, run_of_rows(1, 3))
    path.chmod(0o444)
    before = path.read_bytes()
    folder.chmod(0o777)
    with without_privileges():
        line = refusal(path)
        assert Place(str(path)).rows() == rows
    assert line == f"the journal {path} is read-only: change its permissions, or open it read-only"
    assert path.read_bytes() == before


def test_a_journal_in_a_folder_that_cannot_be_written(folder: Path) -> None:
    path = folder / "journal.db"
    with Place(str(path)).new_journal() as journal:
        append_all(journal, run_of_rows(1, 3))
    before = content(folder)
    folder.chmod(0o555)
    with without_privileges():
        line = refusal(path, read_only=True)
    expected = "reading it needs a side file, and its folder is not writable: copy it to another folder"
    assert line.startswith(f"{expected} (journal {path}; SQLite: ")
    assert content(folder) == before


def test_a_folder_in_which_nothing_may_be_written(folder: Path) -> None:
    folder.chmod(0o555)
    path = folder / "journal.db"
    denied = r"cannot create the journal .*journal\.db: Permission denied"
    with without_privileges(), pytest.raises(StoreError, match=denied):
        create_journal(path)
    assert content(folder) == {}


def test_a_disk_without_room_for_the_log(folder: Path) -> None:
    path = folder / "journal.db"
    with Place(str(path)).new_journal() as journal:
        rows = append_all(journal, run_of_rows(1, 3))
    before, names = path.read_bytes(), {file.name for file in folder.iterdir()}
    with without_room(left=1000):
        lines = refusal(path, read_only=True), refusal(path)
    assert set(lines) == {f"the disk is full: nothing was changed (journal {path}; SQLite: disk I/O error)"}
    with without_room():
        line = refusal(path)
        with pytest.raises(StoreError) as upgrading:
            upgrade_journal(path)
        with pytest.raises(StoreError, match="nothing was changed"):
            create_journal(folder / "another.db")
    assert line == str(upgrading.value) == f"cannot lock the journal {path}: File too large"
    assert path.read_bytes() == before
    assert {file.name for file in folder.iterdir()} - {"journal.db-shm", "journal.db-wal"} == names
    assert Place(str(path)).rows() == rows


def test_a_second_server_on_one_file(folder: Path) -> None:
    place = Place(str(folder / "journal.db"))
    with place.new_journal() as journal:
        assert refusal(place.url) == (
            f"the journal {place.url} is open in another server (process {os.getpid()}): "
            "only one server can write a file; stop that one, or use PostgreSQL"
        )
        append_all(journal, run_of_rows(1, 1))
    with place.journal() as journal:
        assert journal.head().position == 1


def test_a_second_process_on_one_file_until_the_first_is_killed(folder: Path) -> None:
    place = Place(str(folder / "journal.db"))
    create_journal(place.url)
    program = (
        f"from upcard.store.opening import open_journal as o; j = o({place.url!r}); print('open', flush=True); input()"
    )
    other = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        assert f"(process {other.pid})" in refusal(place.url)
    finally:
        other.kill()
        other.communicate()
    with place.journal() as journal:
        append_all(journal, run_of_rows(1, 1))


def test_an_old_library_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    create_journal(folder / "journal.db")
    monkeypatch.setattr(sqlite, "OLDEST_LIBRARY", apsw.SQLITE_VERSION_NUMBER + 1)
    assert "can damage a journal: install apsw 3.51.3 or newer" in refusal(folder / "journal.db")


def test_tables_newer_than_the_program(place: Place) -> None:
    with place.new_journal() as journal:
        rows = append_all(journal, run_of_rows(1, 1))
    place.change("UPDATE journal_revision SET version_num = '9999'")
    expected = "has table revision 9999, newer than this upcard's 1001: use a newer upcard"
    assert refusal(place.url).endswith(expected)
    assert refusal(place.url, read_only=True).endswith(expected)
    with pytest.raises(StoreError, match="use a newer upcard"):
        upgrade_journal(place.url)
    place.change("UPDATE journal_revision SET version_num = '1001'")
    assert place.rows() == rows


def test_tables_made_before_the_first_release(place: Place) -> None:
    with place.new_journal() as journal:
        append_all(journal, run_of_rows(1, 1))
    place.change("UPDATE journal_revision SET version_num = '0001'")
    expected = "was made by an upcard before its first release, which nothing reads now: begin in an empty place"
    assert refusal(place.url).endswith(expected)
    assert refusal(place.url, read_only=True).endswith(expected)
    with pytest.raises(StoreError, match=expected):
        upgrade_journal(place.url)


NEXT_REVISION = """
from alembic import op
revision, down_revision = "1002", "1001"
def upgrade():
    op.execute("CREATE TABLE journal_extra (name TEXT)")
"""


@pytest.fixture
def next_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later upcard, whose tables have one more revision."""
    folder = tmp_path / "migrations"
    shutil.copytree(JOURNAL.folder, folder)
    (folder / "versions" / "revision_1002.py").write_text(NEXT_REVISION, encoding="utf-8")
    monkeypatch.setattr(opening, "JOURNAL", replace(JOURNAL, folder=folder))


def test_tables_older_than_the_program_are_upgraded_when_asked(place: Place, request: pytest.FixtureRequest) -> None:
    with place.new_journal() as journal:
        rows = append_all(journal, run_of_rows(1, 1))
    assert upgrade_journal(place.url) is False
    request.getfixturevalue("next_revision")
    expected = "has table revision 1001, older than this upcard's 1002: upgrade it first"
    assert refusal(place.url).endswith(expected)
    assert upgrade_journal(place.url) is True
    assert upgrade_journal(place.url) is False
    assert place.rows() == rows
    with place.journal() as journal:
        assert journal.info.revision == "1002"
        append_all(journal, run_of_rows(2, 1))


def test_a_database_that_does_not_exist(server: Cluster) -> None:
    line = refusal(server.url("nowhere"))
    assert line.startswith(
        "the server cannot be reached or refused the connection (journal postgresql://upcard@/nowhere;"
    )
    assert 'database "nowhere" does not exist' in line


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    assert "refused the connection" in refusal(f"postgresql://upcard@/postgres?host={tmp_path}")


def test_a_wrong_password_is_refused_and_not_shown(server: Cluster) -> None:
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS guarded")
        connection.execute(f"CREATE ROLE guarded LOGIN PASSWORD '{PASSWORD}'")
    line = refusal(server.url(login="guarded:secret"))
    assert 'password authentication failed for user "guarded"' in line
    assert "secret" not in line
    assert "postgresql://guarded@/postgres" in line
    assert refusal(server.url(login=f"guarded:{PASSWORD}")).endswith("has no upcard journal: create it first")


@pytest.mark.parametrize(
    "url", ["postgresql://ann:pass word@host/db", "postgresql://ann:word@host:port/db?x", "postgresql://[::1/db"]
)
def test_a_url_that_cannot_be_read_is_not_shown(url: str) -> None:
    line = refusal(url)
    assert line == "the URL of the database cannot be read: write postgresql://user@host:port/database"


def test_a_schema_of_another_program(server: Cluster) -> None:
    place = Place(server.new_schema())
    place.change("CREATE TABLE accounts (name TEXT)")
    assert refusal(place.url).endswith("has no upcard journal: create it first")
    place.change("CREATE TABLE journal_rows (name TEXT)")
    with pytest.raises(StoreError, match="already has the tables journal_rows: nothing was changed"):
        create_journal(place.url)


def test_a_user_without_rights(server: Cluster) -> None:
    place = Place(server.new_schema())
    create_journal(place.url)
    place.change("DROP ROLE IF EXISTS visitor", "CREATE ROLE visitor LOGIN")
    assert "has no upcard journal" in refusal(place.url.replace("upcard@", "visitor@"))
    (schema,) = place.url.split("%3D")[1:]
    place.change(f"GRANT USAGE ON SCHEMA {schema} TO visitor")
    assert refusal(place.url.replace("upcard@", "visitor@")).startswith("the database user is not allowed to do this")
    place.change("DROP OWNED BY visitor", "DROP ROLE visitor")


def test_a_database_that_is_read_only(server: Cluster) -> None:
    place = Place(server.new_schema())
    read_only = place.url + "%20-cdefault_transaction_read_only%3Don"
    with pytest.raises(StoreError, match=r"^the database is read-only \(journal postgresql://upcard@/postgres; "):
        create_journal(read_only)
    with place.new_journal() as journal:
        rows = append_all(journal, run_of_rows(1, 3))
    with closing(open_journal(read_only)) as journal, pytest.raises(StoreError, match=r"^the database is read-only"):
        journal.append(run_of_rows(4, 1))
    assert place.rows() == rows


@pytest.mark.parametrize("name", ["fsync", "full_page_writes", "server_encoding"])
def test_a_server_that_can_lose_rows(server: Cluster, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    place = Place(server.new_schema())
    create_journal(place.url)
    monkeypatch.setitem(postgresql.SETTINGS, name, "another")
    assert f"can lose or change rows: its {name} is " in refusal(place.url)
    assert place.rows() == []
