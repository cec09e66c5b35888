"""A backup of a server that runs: restored elsewhere, audited clean, served again."""

import shutil
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.command import within
from tests.web.test_serving import buy_in, first_event, logged_on, serving, stopped


@pytest.mark.asked("13:69O-1.5(a)")
def test_a_backup_of_a_running_server_is_restored_and_audited(folder: Path) -> None:
    data, restored = folder / "data", folder / "restored" / "data"
    with serving(folder, "--port", "0") as (process, site):
        name, password = next(iter(site["patrons"].items()))
        with closing(logged_on(site, name, password)) as client:
            first_event(client)
            bought = buy_in(client, "seat")
            assert bought.status_code == 200
            restored.mkdir(parents=True)
            done = within("journal", "backup", str(data / "journal.db"), str(restored / "journal.db"))
            assert done.code == 0, done.err
            assert httpx.get(site["address"] + "/readyz").status_code == 200
        assert stopped(process) == (0, "")
    shutil.copy(data / "people.db", restored)
    (restored / "people.db").chmod(0o600)
    shutil.copytree(data / "keys", restored / "keys")
    with serving(folder / "restored", "--port", "0") as (process, site):
        assert "run upcard journal restore" in site["not_ready"]
        assert httpx.get(site["address"] + "/healthz").status_code == 200
        assert stopped(process)[0] == 0
    words = ("--by", "jo", "--reason", "a new machine")
    restore = within("journal", "restore", str(restored / "journal.db"), *words)
    assert restore.code == 0, restore.err
    audit = within("audit", str(restored / "journal.db"), "--keys", str(restored / "keys"))
    assert audit.code == 0, audit.out + audit.err
    with serving(folder / "restored", "--port", "0") as (process, site):
        with closing(logged_on(site, name, password)) as client:
            assert buy_in(client, "seat").content == bought.content
        assert stopped(process) == (0, "")
