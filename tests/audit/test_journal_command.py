"""upcard journal: every sub-command does what it says; what is in its way is one clear line, and nothing changed."""

import json
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import apsw
import psycopg
import pytest

from tests.audit.session import Recorded, recorded
from tests.command import ROOT, misused, within
from tests.pit.casino import KEYS, pit_table
from tests.store import cluster
from tests.store.cluster import PASSWORD, Cluster
from tests.store.making import Place, append_all, run_of_rows
from tests.store.test_bad_places import content, without_privileges, without_room
from upcard.cli.journal import _ACTIONS
from upcard.errors import StoreError
from upcard.pit.shoe_keys import read_shoe_keys
from upcard.store.backup import back_up
from upcard.store.journal import all_rows
from upcard.store.keys import signing_keys, verifying_keys
from upcard.store.opening import create_journal, open_journal


def answer(*arguments: str, cwd: Path) -> dict[str, object]:
    done = within("journal", *arguments, "--json", cwd=cwd)
    assert done.code == 0, done.err
    value: dict[str, object] = json.loads(done.out)
    return value


@pytest.fixture
def casino(folder: Path) -> Iterator[Recorded]:
    with recorded(folder / "journal.db") as house:
        house.open()
        house.seat()
        house.play(rounds=2)
        yield house


def test_a_journal_is_created_and_described(place: Place, folder: Path) -> None:
    created = answer("create", place.url, cwd=folder)
    info = answer("info", place.url, cwd=folder)
    assert info["journal"] == created["journal"]
    assert (info["rows"], info["streams"], info["last_time"]) == (0, 0, None)
    with place.journal() as journal:
        rows = append_all(journal, run_of_rows(1, 3))
    info = answer("info", place.url, cwd=folder)
    assert (info["rows"], info["streams"], info["head"]) == (3, 1, rows[-1].hash)
    done = within("journal", "info", place.url)
    assert f"head        {rows[-1].hash}" in done.out
    assert answer("upgrade", place.url, cwd=folder)["upgraded"] is False
    assert "already exists" in misused("journal", "create", place.url) or not place.is_sqlite


def test_keys_are_generated_once_and_rotated_when_asked(folder: Path) -> None:
    create_journal(folder / "journal.db")
    first = answer("keys", "journal.db", "keys", cwd=folder)
    assert str(verifying_keys(folder / "keys")[-1]) == first["checkpoints"]
    assert read_shoe_keys(folder / "keys").keys[-1].identifier == first["shoes"]
    assert (folder / "keys" / "key-0001.secret").stat().st_mode & 0o777 == 0o600
    before = content(folder / "keys")
    done = within("journal", "keys", "journal.db", "keys", cwd=folder)
    assert (done.code, done.out) == (2, "")
    assert done.err == "upcard: keys already has keys: nothing was changed; --rotate adds a new key\n"
    assert content(folder / "keys") == before
    answer("keys", "journal.db", "keys", "--rotate", "shoes", cwd=folder)
    assert (len(read_shoe_keys(folder / "keys").keys), len(signing_keys(folder / "keys"))) == (2, 1)
    answer("keys", "journal.db", "keys", "--rotate", "both", cwd=folder)
    assert (len(read_shoe_keys(folder / "keys").keys), len(signing_keys(folder / "keys"))) == (3, 2)


def test_checkpoints_go_on_after_the_key_was_rotated(folder: Path, casino: Recorded) -> None:
    where = ("--keys", "keys", "--checkpoints", "second")
    answer("keys", "journal.db", "keys", cwd=folder)
    for rotate in (False, False, True, False):
        if rotate:
            answer("keys", "journal.db", "keys", "--rotate", "checkpoints", cwd=folder)
        casino.play(rounds=1)
        kept = answer("checkpoint", "journal.db", *where, cwd=folder)
        assert kept["rows"] == casino.journal.head().position
    signatures = [path.read_text(encoding="utf-8").count("— ") for path in sorted((folder / "second").iterdir())]
    assert signatures == [1, 1, 2, 1]
    (folder / "keys" / "key-0001.secret").unlink()
    assert within("audit", "journal.db", "-q", *where, cwd=folder).code == 0


def test_a_checkpoint_needs_the_keys_of_this_journal(folder: Path, casino: Recorded) -> None:
    assert casino.journal.head().position
    journal, second = str(folder / "journal.db"), str(folder / "second")
    (folder / "empty").mkdir()
    message = misused("journal", "checkpoint", journal, "--keys", str(folder / "empty"), "--checkpoints", second)
    assert "has no secret checkpoint key" in message
    create_journal(folder / "other.db")
    answer("keys", "other.db", "other", cwd=folder)
    message = misused("journal", "checkpoint", journal, "--keys", str(folder / "other"), "--checkpoints", second)
    assert message.endswith("belong to another journal\n")
    assert not (folder / "second").exists()


def test_no_checkpoint_is_signed_over_other_rows(folder: Path, casino: Recorded) -> None:
    where = ("--keys", str(folder / "keys"), "--checkpoints", str(folder / "second"))
    answer("keys", "journal.db", "keys", cwd=folder)
    answer("checkpoint", "journal.db", *where, cwd=folder)
    last = casino.journal.head().position
    place = Place(str(folder / "journal.db"))
    place.disable_triggers()
    place.change(*(f"DELETE FROM {table} WHERE position = {last}" for table in ("journal_streams", "journal_rows")))
    before = content(folder / "second")
    message = misused("journal", "checkpoint", str(folder / "journal.db"), *where)
    assert "does not match the rows signed in" in message
    assert content(folder / "second") == before


def test_a_journal_goes_from_one_database_to_another(folder: Path, casino: Recorded, place: Place) -> None:
    exported = answer("export", "journal.db", "journal.jsonl.gz", cwd=folder)
    target = str(folder / "copy.db") if place.is_sqlite else place.url
    imported = answer("import", "journal.jsonl.gz", target, cwd=folder)
    assert (imported["rows"], imported["head"]) == (exported["rows"], exported["head"])
    assert Place(target).rows() == list(all_rows(casino.journal))
    assert within("audit", target, "-q").code == 0
    again = misused("journal", "import", str(folder / "journal.jsonl.gz"), target)
    assert re.search("already (exists|has the tables .*): nothing was changed", again)
    assert Place(target).rows() == list(all_rows(casino.journal))


def test_a_round_and_a_shoe_are_written_beside_what_they_need(folder: Path, casino: Recorded) -> None:
    done = within("journal", "round", "journal.db", "T1", "2", "-o", "round.toml", cwd=folder)
    assert done.out == "round.toml: round 2 of table T1, with its table file round.table.toml\n"
    assert within("deal", "--round", "round.toml", cwd=folder).code == 0
    printed = within("journal", "round", "journal.db", "T1", "2", cwd=folder).out
    assert printed == (folder / "round.toml").read_text(encoding="utf-8").replace("round.table.toml", "T1.toml")
    before = content(folder)
    again = within("journal", "round", "journal.db", "T1", "1", "-o", "round.toml", cwd=folder)
    assert again.code == 2
    assert again.err.endswith("already exists: nothing was changed\n")
    assert content(folder) == before
    assert json.loads(within("journal", "round", "journal.db", "T1", "2", "--json", cwd=folder).out)["round"] == printed
    within("journal", "shoe", "journal.db", "T1", "1", "-o", "shoe.json", cwd=folder)
    shoe = pit_table(casino.ledger.states).shoe
    assert shoe is not None
    assert json.loads((folder / "shoe.json").read_text(encoding="utf-8"))["root"] == shoe.root
    assert answer("shoe", "journal.db", "T1", "1", cwd=folder)["root"] == shoe.root


@pytest.mark.asked("13:69O-1.8(d)")
def test_a_backup_is_made_while_a_server_writes_and_restored(folder: Path, casino: Recorded) -> None:
    stop: list[bool] = []

    def write() -> None:
        while not stop:
            casino.play(rounds=1)

    writer = Thread(target=write)
    writer.start()
    try:
        copies = [back_up(folder / "journal.db", folder / f"copy-{number}.db")[1].rows for number in range(5)]
    finally:
        stop.append(True)
        writer.join()
    assert copies == sorted(copies)
    assert casino.journal.head().position >= copies[-1] > 0
    rows = list(all_rows(casino.journal))
    for number, count in enumerate(copies):
        assert Place(str(folder / f"copy-{number}.db")).rows() == rows[:count]
    # Restored: the copy under the name of the journal; a server goes on from it.
    (folder / "copy-4.db").rename(folder / "restored.db")
    with closing(open_journal(folder / "restored.db")) as journal:
        again = Recorded(journal, seed=9, keys=KEYS)
        again.play(rounds=1)
    assert within("audit", str(folder / "restored.db"), "-q").code == 0
    assert not list(folder.glob(".*"))


def test_a_backup_needs_a_free_name_and_a_journal(folder: Path, casino: Recorded) -> None:
    assert casino.journal.head().position
    (folder / "taken.db").write_text("mine", encoding="utf-8")
    before = content(folder)
    journal = str(folder / "journal.db")
    assert "already exists" in misused("journal", "backup", journal, str(folder / "taken.db"))
    assert "cannot write" in misused("journal", "backup", journal, str(folder / "no" / "copy.db"))
    assert "not a SQLite database" in misused("journal", "backup", str(folder / "taken.db"), str(folder / "copy.db"))
    assert "pg_dump" in misused("journal", "backup", "postgresql://host/db", str(folder / "copy.db"))
    assert {name: value for name, value in content(folder).items() if not name.endswith("-shm")} == {
        name: value for name, value in before.items() if not name.endswith("-shm")
    }


def test_a_backup_to_a_full_disk_leaves_nothing(folder: Path, casino: Recorded) -> None:
    assert casino.journal.head().position
    before = set(content(folder))
    with without_room(), pytest.raises(StoreError, match=r"cannot back up .*journal\.db to .*copy\.db: the disk "):
        back_up(folder / "journal.db", folder / "copy.db")
    assert set(content(folder)) == before


def test_a_backup_of_a_damaged_journal_is_refused(folder: Path, casino: Recorded) -> None:
    assert casino.journal.head().position
    place = Place(str(folder / "journal.db"))
    place.disable_triggers()
    place.change("UPDATE journal_rows SET actor = 'patron Bob' WHERE position = 3")
    message = misused("journal", "backup", place.url, str(folder / "copy.db"))
    assert "is not sound: row 3: its content does not match its hash" in message
    assert not list(folder.glob("*copy*"))


def test_a_journal_in_postgresql_is_dumped_and_restored(server: Cluster, folder: Path, casino: Recorded) -> None:
    """As docs/journal.md describes it, with the server's own programs."""
    for name in ("floor", "restored"):
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name}")
            connection.execute(f"CREATE DATABASE {name}")
    answer("export", "journal.db", "journal.jsonl", cwd=folder)
    answer("import", "journal.jsonl", server.url("floor"), cwd=folder)
    dump = server.folder / "journal.dump"
    cluster.run("pg_dump", "--format=custom", f"--file={dump}", server.url("floor"))
    cluster.run("pg_restore", "--exit-on-error", f"--dbname={server.url('restored')}", str(dump))
    assert Place(server.url("restored")).rows() == list(all_rows(casino.journal))
    assert within("audit", server.url("restored"), "-q").code == 0
    with pytest.raises(psycopg.errors.RaiseException):  # what keeps the tables append-only has come back too
        Place(server.url("restored")).change("DELETE FROM journal_rows")


# Bad input: for every sub-command and for the audit, with what comes after the database.
REST = {
    "audit": ("audit",),
    "info": ("journal", "info"),
    "upgrade": ("journal", "upgrade"),
    "keys": ("journal", "keys", "{}", "{keys}"),
    "checkpoint": ("journal", "checkpoint", "{}", "--keys", "{folder}", "--checkpoints", "{folder}/second"),
    "export": ("journal", "export", "{}", "{folder}/new.jsonl"),
    "round": ("journal", "round", "{}", "T1", "1"),
    "shoe": ("journal", "shoe", "{}", "T1", "1"),
    "backup": ("journal", "backup", "{}", "{folder}/new.db"),
    "restore": ("journal", "restore", "{}", "--by", "jo", "--reason", "the disk failed"),
    "projections": ("journal", "projections"),
    "report": ("journal", "report", "{}", "2026-07-01"),
    "patron": ("journal", "patron", "{}", "Ann", "{folder}/new.csv", "--from", "2026-07-01", "--to", "2026-07-01"),
}


def command(name: str, database: str, folder: Path) -> tuple[str, ...]:
    words = REST[name] if "{}" in REST[name] else (*REST[name], "{}")
    return tuple(word.format(database, folder=folder, keys=folder / "new-keys") for word in words)


def refused(name: str, database: str, folder: Path) -> str:
    """Return the one line by which a command refuses a database; nothing has changed."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    line = misused(*command(name, database, folder)).removesuffix("\n")
    assert "\n" not in line
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    # A reader of a SQLite file in WAL mode may leave its empty log beside it.
    side = {path for path in after if path.name.endswith(("-wal", "-shm"))}
    assert {path: text for path, text in after.items() if path not in side} == {
        path: text for path, text in before.items() if path not in side
    }
    return line


def test_every_sub_command_is_tried() -> None:
    assert {"create", "import", *REST} - {"audit"} == set(_ACTIONS)


@pytest.mark.parametrize("name", REST)
def test_places_without_a_journal(name: str, folder: Path) -> None:
    answer_of = {}
    (folder / "notes.txt").write_bytes(b"shopping list\n" * 100)
    (folder / "empty.db").touch()
    with closing(apsw.Connection(str(folder / "other.db"))) as database:
        database.execute("CREATE TABLE accounts (name TEXT)")
    for file in ("no.db", "notes.txt", "empty.db", "other.db"):
        answer_of[file] = refused(name, str(folder / file), folder)
    assert answer_of["no.db"] == f"upcard: there is no journal {folder / 'no.db'}: create it first"
    assert answer_of["notes.txt"].startswith("upcard: the file is not a SQLite database")
    assert answer_of["empty.db"].endswith("empty.db is not an upcard journal")
    assert answer_of["other.db"].endswith("other.db is not an upcard journal")


@pytest.mark.parametrize("name", REST)
def test_tables_that_are_newer_than_the_program(name: str, folder: Path) -> None:
    create_journal(folder / "journal.db")
    Place(str(folder / "journal.db")).change("UPDATE journal_revision SET version_num = '9999'")
    line = refused(name, str(folder / "journal.db"), folder)
    assert line.endswith("use a newer upcard")


@pytest.mark.parametrize("name", sorted(set(REST) - {"backup"}))
def test_servers_that_cannot_be_used(name: str, folder: Path, server: Cluster) -> None:
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS guarded")
        connection.execute(f"CREATE ROLE guarded LOGIN PASSWORD '{PASSWORD}'")
    line = refused(name, server.url(login="guarded:secret"), folder)
    assert 'password authentication failed for user "guarded"' in line
    assert "secret" not in line
    assert "refused the connection" in refused(name, f"postgresql://upcard@/postgres?host={folder}", folder)
    foreign = Place(server.new_schema())
    foreign.change("CREATE TABLE accounts (name TEXT)")
    assert refused(name, foreign.url, folder).endswith("has no upcard journal: create it first")


@pytest.mark.parametrize("name", ["upgrade", "keys", "checkpoint", "export", "backup", "create", "import"])
def test_a_folder_or_file_that_may_not_be_written(name: str, folder: Path) -> None:
    with recorded(folder / "journal.db") as house:
        house.open()
    answer("keys", "journal.db", "k", cwd=folder)
    answer("export", "journal.db", "journal.jsonl", cwd=folder)
    journal = folder / "journal.db"
    locked = folder / "locked"
    locked.mkdir()
    words = {
        "upgrade": ("upgrade", str(journal)),
        "keys": ("keys", str(journal), str(locked / "keys")),
        "checkpoint": ("checkpoint", str(journal), "--keys", str(folder / "k"), "--checkpoints", str(locked / "c")),
        "export": ("export", str(journal), str(locked / "new.jsonl")),
        "backup": ("backup", str(journal), str(locked / "new.db")),
        "create": ("create", str(locked / "new.db")),
        "import": ("import", str(folder / "journal.jsonl"), str(locked / "new.db")),
    }[name]
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o444 if path == journal else 0o644)
    locked.chmod(0o555)
    before = journal.read_bytes()
    with without_privileges():
        line = misused("journal", *words).removesuffix("\n")
    assert "\n" not in line
    assert line.startswith("upcard: ")
    assert "read-only" in line if name == "upgrade" else "annot" in line
    assert (journal.read_bytes(), list(locked.iterdir())) == (before, [])


LIMIT = 45_000  # bytes: less than the journal has


def _small_disk() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))


@pytest.mark.parametrize("name", ["export", "import", "backup"])
def test_a_disk_that_is_full(name: str, folder: Path) -> None:
    with recorded(folder / "journal.db") as house:
        house.open()
        house.seat()
        house.play(rounds=7)
    answer("export", "journal.db", "journal.jsonl", cwd=folder)
    assert min((folder / file).stat().st_size for file in ("journal.db", "journal.jsonl")) > LIMIT
    words = {
        "export": ("export", "journal.db", "new.jsonl"),
        "import": ("import", "journal.jsonl", "new.db"),
        "backup": ("backup", "journal.db", "new.db"),
    }[name]
    before = set(folder.iterdir())
    done = subprocess.run(
        [sys.executable, "-m", "upcard", "journal", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        preexec_fn=_small_disk,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("upcard: ")
    assert done.stderr.count("\n") == 1
    assert {path for path in folder.iterdir() if path.name.startswith((".", "new"))} == set()
    assert before <= set(folder.iterdir())
    assert within("audit", str(folder / "journal.db"), "-q").code == 0


@pytest.mark.parametrize("words", [(), ("open",), ("create",), ("round", "x.db", "T1", "one"), ("keys", "x.db")])
def test_a_command_line_that_cannot_be_parsed(words: tuple[str, ...]) -> None:
    assert "usage: upcard journal" in misused("journal", *words)


def test_what_the_journal_needs_is_said_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith(("upcard.store.opening", "upcard.store.sqlite"))]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "apsw", None)
    assert misused("journal", "create", "x.db") == (
        f"upcard: a journal needs the package apsw: pip install -e '{ROOT}[all]'\n"
    )


@pytest.mark.asked("13:69O-1.8(b)")
def test_what_a_journal_has_of_a_patron_is_exported(folder: Path, casino: Recorded) -> None:
    place = folder / "ann.jsonl"
    assert casino.journal.head().position
    options = ("--from", "2026-07-01", "--to", "2026-07-02")
    done = within(*("journal", "patron", str(folder / "journal.db"), "Ann", str(place)), *options, "--json")
    rows = [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()]
    assert json.loads(done.out)["lines"] == len(rows) > 0
    own = [row for row in rows if "wallet Ann" in dict(row["streams"])]
    assert {row["command"]["command"] for row in own} >= {"MakeAccount", "Deposit", "BuyIn"}
    assert any(event["event"] == "CardDealt" for row in rows for event in row["events"])
    statement = folder / "ann.csv"
    within("journal", "patron", str(folder / "journal.db"), "Ann", str(statement), *options)
    assert statement.read_text(encoding="utf-8").startswith("position,time,what,table,reference,amount,balance,by\n")
    assert "already exists" in misused(*("journal", "patron", str(folder / "journal.db"), "Ann", str(place)), *options)
    late = ("--from", "2026-07-03", "--to", "2026-07-02")
    assert "is before the first" in misused("journal", "patron", str(folder / "journal.db"), "Ann", "x.csv", *late)
