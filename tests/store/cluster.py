"""A throw-away PostgreSQL server for tests: Debian's programs, an unprivileged user, a folder that is removed again."""

import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

PASSWORD = "correct-horse"
SETTINGS: Mapping[str, object] = {
    "listen_addresses": "",  # a socket in its own folder, so that no port can be taken
    "max_connections": 40,
    "shared_buffers": "16MB",
    "wal_sync_method": "fdatasync",
    "lc_messages": "C",
    "autovacuum": "off",  # the tables of tests live for seconds
    "logging_collector": "off",
}


def programs() -> Path:
    """Return the folder of the server's programs."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    if folders:
        return folders[-1]
    done = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


def user() -> str | None:
    """Return the user that runs the server: it refuses to be run by root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def folder_for_server(parent: Path) -> Path:
    """Make a folder that the user of the server owns."""
    folder = Path(tempfile.mkdtemp(prefix="upcard-", dir=parent))
    give(folder)
    return folder


@contextmanager
def removed_folder() -> Iterator[Path]:
    """Make a folder in memory for a server, and remove it at the end of the block."""
    folder = folder_for_server(memory())
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def give(folder: Path) -> None:
    """Make the user of the server the owner of a folder and of all in it."""
    name = user()
    if name is not None:
        entry = pwd.getpwnam(name)
        for path in (folder, *folder.rglob("*")):
            os.chown(path, entry.pw_uid, entry.pw_gid)


def memory() -> Path:
    """Return a folder for much writing that need not last: in memory if there is one."""
    shared = Path("/dev/shm")
    return shared if os.access(shared, os.W_OK) else Path(tempfile.gettempdir())


def run(program: str, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run one of the server's programs as its user."""
    return subprocess.run(
        [programs() / program, *arguments],
        user=user(),
        capture_output=True,
        text=True,
        check=check,
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
    )


def template(shared: Path) -> Path:
    """Return a data folder fresh from initdb, made once in a folder that all processes of the tests share."""
    place = shared / "initdb"
    with (shared / "initdb.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            folder = folder_for_server(memory())
            data = folder / "data"
            try:
                options = ["-U", "upcard", "-A", "trust", "-E", "UTF8", "--locale=C", "-N", "--wal-segsize=1"]
                run("initdb", "-D", str(data), *options)
                access = "local all guarded scram-sha-256\nlocal all all trust\n"
                (data / "pg_hba.conf").write_text(access, encoding="utf-8")
                shutil.copytree(data, shared / "initdb.new")
                (shared / "initdb.new").rename(place)
            finally:
                shutil.rmtree(folder)
    return place


@dataclass
class Cluster:
    """A running server; `url` names one of its databases."""

    folder: Path
    data: Path
    process: subprocess.Popen[bytes] = field(repr=False)
    schemas: int = 0

    def url(self, database: str = "postgres", *, login: str = "upcard") -> str:
        return f"postgresql://{login}@/{database}?host={self.folder}"

    def new_schema(self) -> str:
        """Create an empty schema, quicker than a database, and return a URL that leads to it."""
        self.schemas += 1
        name = f"test_{self.schemas}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"{self.url()}&options=-csearch_path%3D{name}"

    def stop(self) -> None:
        """End the server at once, as a power loss would: its folder is not needed any more."""
        self.process.send_signal(3)
        self.process.wait(30)


def start(
    data: Path, folder: Path, settings: Mapping[str, object], environment: Mapping[str, str] | None = None
) -> Cluster:
    """Start a server on a data folder and wait until it answers."""
    options = [f"-c{name}={value}" for name, value in {**SETTINGS, **settings}.items()]
    with (folder / "server.log").open("ab") as log:
        process = subprocess.Popen(
            [programs() / "postgres", "-D", str(data), f"-k{folder}", *options],
            user=user(),
            stdout=log,
            stderr=log,
            cwd="/",
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", **(environment or {})},
        )
    cluster = Cluster(folder, data, process)
    deadline = time.monotonic() + 60
    while not _answers(cluster):
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            process.wait()
            raise RuntimeError((folder / "server.log").read_text(encoding="utf-8", errors="replace"))
        time.sleep(0.01)
    return cluster


def _answers(cluster: Cluster) -> bool:
    try:
        psycopg.connect(cluster.url(), connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def running(
    initdb: Path, settings: Mapping[str, object] | None = None, *, parent: Path | None = None
) -> Iterator[Cluster]:
    """Run a server on a copy of a fresh data folder until the end of the block."""
    folder = folder_for_server(parent or memory())
    try:
        data = folder / "data"
        shutil.copytree(initdb, data)
        data.chmod(0o700)
        give(folder)
        cluster = start(data, folder, settings or {})
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder)
