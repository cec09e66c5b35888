"""upcard audit as a user runs it: what it prints, its exit codes, what is sealed, and where it begins."""

import json
from pathlib import Path

import pytest

from tests.audit.session import keep_checkpoint, recorded
from tests.command import misused, within
from tests.pit.casino import DEALER, KEYS, Casino
from tests.store.making import Place
from upcard.audit.run import AuditOptions, audit_journal
from upcard.money import Cents
from upcard.pit import commands as pc


@pytest.fixture
def casino(folder: Path) -> Path:
    """A folder with a journal whose second shoe is live, its keys and a checkpoint."""
    (folder / "keys").mkdir()
    with recorded(folder / "journal.db") as house:
        house.open(file="free-bet")
        house.seat()
        house.play(rounds=3)
        house.new_shoe()
        house.play(rounds=2)
        key = keep_checkpoint(house.journal, folder / "checkpoints")
    (folder / "keys" / "key-0001.public").write_text(f"{key.verifying}\n", encoding="utf-8")
    (folder / "keys" / "shoe-key-0001.secret").write_text(f"{KEYS.keys[0].secret_text}\n", encoding="utf-8")
    return folder


def report(folder: Path, *options: str) -> dict[str, object]:
    done = within("audit", "journal.db", *options, "--json", cwd=folder)
    answer: dict[str, object] = json.loads(done.out)
    assert done.code == (0 if answer["sound"] else 1)
    return answer


def test_a_sound_journal_is_summed_up(casino: Path) -> None:
    done = within("audit", "journal.db", "--keys", "keys", "--checkpoints", "checkpoints", cwd=casino)
    assert done.code == 0
    first, *lines = done.out.splitlines()
    assert first == "journal.db: sound"
    named = {line[2:16].strip(): line[16:] for line in lines}
    rows = int(named["rows"].split(",")[0])
    assert named["rows"] == f"{rows}, {rows} replayed"
    assert named["rounds"] == "5 finished, 0 voided"
    assert (named["tables"], named["wallets"]) == ("1", "3")
    assert named["shoes"] == "2 verified, 0 sealed; 0 abandoned"
    assert named["checkpoints"] == "1; 0 rows follow the last one"
    assert "  not checked   the journal has no projections to compare" in lines
    assert named["not checked"].startswith("the list of people")
    assert within("audit", "journal.db", "-q", cwd=casino).out == "journal.db: sound\n"


def test_a_live_shoe_is_sealed_without_its_key_and_verified_with_it(casino: Path) -> None:
    assert report(casino)["shoes"] == {"verified": 1, "sealed": 1, "abandoned": 0, "retired": 0}
    assert "1 sealed shoe, neither disclosed nor opened with a key" in str(report(casino)["not_looked_at"])
    assert report(casino, "--keys", "keys")["shoes"] == {"verified": 2, "sealed": 0, "abandoned": 0, "retired": 0}


def test_rows_after_the_last_checkpoint_are_said_to_be_unsigned(casino: Path) -> None:
    where = ("--keys", "keys", "--checkpoints", "checkpoints")
    assert report(casino, *where)["unsigned_rows"] == 0
    with Place(str(casino / "journal.db")).journal() as journal:
        house, rows = Casino(journal, seed=9), journal.head().position
        house.done("system", pc.RecordCheckpoint(rows, "0" * 64))
        house.done("patron Ann", pc.Withdraw("Ann", Cents(1_00), "bank"))
    answer = report(casino, *where)
    assert answer["unsigned_rows"] == 2
    said = f"2 rows from row {rows + 1} on, after the last signed checkpoint: they could be cut or rewritten undetected"
    assert said in answer["not_looked_at"]  # type: ignore[operator]  # a list, in JSON
    assert within("audit", "journal.db", *where, cwd=casino).out.count("1; 2 rows follow the last one") == 1


@pytest.mark.parametrize("left", [0, 1])
def test_a_folder_of_checkpoints_that_is_empty_or_shorter_than_before_is_named(casino: Path, left: int) -> None:
    where = ("--keys", "keys", "--checkpoints", "checkpoints")
    (first,) = (casino / "checkpoints").iterdir()
    with Place(str(casino / "journal.db")).journal() as journal:
        house, rows = Casino(journal, seed=9), journal.head().position
        house.done("system", pc.RecordCheckpoint(rows + left, "0" * 64))
    if not left:
        first.unlink()
    missing = " ".join(report(casino, *where)["not_looked_at"])  # type: ignore[arg-type]  # a list, in JSON
    has = f"ends with one of {rows} rows" if left else "has none"
    recorded = f"row {rows + 1} records a checkpoint of {rows + left} rows, but the folder of checkpoints {has}"
    assert f"{recorded}: it is empty or shorter than before" in missing
    assert ("the folder of checkpoints is empty" in missing) is (left == 0)


def test_a_restore_is_named_with_what_was_lost(casino: Path) -> None:
    with Place(str(casino / "journal.db")).journal() as journal:
        house, rows = Casino(journal, seed=9), journal.head().position
        house.done("administrator Ada", pc.RestoreJournal(rows, rows + 7, "the disk failed"))
    answer = report(casino)
    lost = f"rows {rows + 1} to {rows + 7}, signed before, are lost"
    said = f'row {rows + 1}, by administrator Ada: "the disk failed"; from a copy of {rows} rows; {lost}'
    assert answer["restores"] == [said]
    assert answer["shoes"]["retired"] == 1  # type: ignore[index]  # a dictionary, in JSON
    assert "  restored      row " in within("audit", "journal.db", cwd=casino).out


def test_a_shoe_that_waits_for_its_cut_is_verified_too(folder: Path) -> None:
    with recorded(folder / "journal.db") as house:
        house.open()
        house.done(DEALER, pc.SealShoe("T1"))
        found = audit_journal(house.journal, AuditOptions(shoe_keys=KEYS))
        assert (found.shoes_verified, found.shoes_sealed, found.problems) == (1, 0, ())
        found = audit_journal(house.journal, AuditOptions())
        assert (found.shoes_verified, found.shoes_sealed, found.problems) == (0, 1, ())


def test_the_first_row_that_is_wrong_is_named_with_the_reason(casino: Path) -> None:
    place = Place(str(casino / "journal.db"))
    place.disable_triggers()
    place.change("UPDATE journal_rows SET actor = 'patron Bob' WHERE position IN (7, 9)")
    done = within("audit", "journal.db", "-q", cwd=casino)
    assert done.code == 1
    assert done.out.startswith(
        "journal.db: not sound\n  row 7: its content does not match its hash: it was changed\n  problems: "
    )
    answer = report(casino)
    assert not answer["sound"]
    assert answer["problem_count"] == len(answer["problems"])  # type: ignore[arg-type]


def test_an_audit_from_a_row_on_says_what_it_left_out(casino: Path) -> None:
    whole = report(casino)
    late = report(casino, "--since", "20")
    assert late["sound"]
    assert (late["rows"], late["since"]) == (whole["rows"], 20)
    assert late["decided"] == whole["rows"] - 19  # type: ignore[operator]
    assert late["root"] == whole["root"]
    assert late["shoes"] == whole["shoes"]
    assert late["not_looked_at"][0] == (  # type: ignore[index]
        "rows 1 to 19 were checked for their chain only; their commands were not replayed"
    )


@pytest.mark.parametrize(
    ("since", "first"),
    [
        ("2026-07-01", 1),  # the gaming day begins at 06:00 in New York, the journal at 08:00
        ("2026-07-01T12:00:05Z", 5),
        ("2026-07-01T12:00:05", 5),
        ("2026-07-01T08:00:05-04:00", 5),
        ("2026-06-30", 1),
        ("1", 1),
    ],
)
def test_an_audit_begins_at_a_time_or_a_gaming_day(casino: Path, since: str, first: int) -> None:
    assert report(casino, "--since", since)["since"] == first


@pytest.mark.parametrize("since", ["0", "99999", "yesterday", "2026-13-01", "2026-07-02", "2026-07-02T00:00", "-1", ""])
def test_where_no_audit_can_begin(casino: Path, since: str) -> None:
    assert "--since: " in misused("audit", str(casino / "journal.db"), f"--since={since}")


def test_what_is_missing_is_said(casino: Path) -> None:
    journal = str(casino / "journal.db")
    assert misused("audit", str(casino / "no.db")).startswith("upcard: there is no journal ")
    assert "--keys: there is no folder nowhere" in misused("audit", journal, "--keys", "nowhere")
    checkpoints = ("--checkpoints", str(casino / "checkpoints"))
    assert "give the folder of their public keys" in misused("audit", journal, *checkpoints)
    assert "there is no folder nowhere" in misused("audit", journal, "--checkpoints", "nowhere")
    (casino / "keys" / "shoe-key-0001.secret").write_text("upcard-shoe-key 1 2\n", encoding="utf-8")
    assert "is not a shoe key" in misused("audit", journal, "--keys", str(casino / "keys"))


def test_a_checkpoint_that_nobody_known_has_signed_is_a_problem(casino: Path) -> None:
    (path,) = (casino / "checkpoints").iterdir()
    path.write_text(path.read_text(encoding="utf-8").replace("time 2026-07-02", "time 2026-07-03"), encoding="utf-8")
    answer = report(casino, "--keys", "keys", "--checkpoints", "checkpoints")
    assert [problem["row"] for problem in answer["problems"]] == [None]  # type: ignore[attr-defined]


def test_a_live_journal_is_audited_while_it_is_written(folder: Path) -> None:
    with recorded(folder / "journal.db") as house:
        house.open()
        house.seat()
        for _ in range(3):
            house.play(rounds=1)
            assert within("audit", str(folder / "journal.db"), "-q").code == 0


def test_a_bar_shows_the_progress(casino: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    with Place(str(casino / "journal.db")).journal(read_only=True) as journal:
        found = audit_journal(journal, AuditOptions(), lambda *step: steps.append(step))
    assert steps[-1] == ("replaying every command", found.rows, found.rows)
