"""Journals of older releases: kept as test data, read through upcasts, and what was changed on purpose is named."""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

import upcard
from tests.audit.making import journal_of
from tests.audit.session import Recorded, recorded
from tests.audit.tampering import command_of, events_of, rewritten
from tests.command import ROOT, within
from tests.pit.casino import KEYS
from upcard.audit import differences
from upcard.audit.differences import KnownChange
from upcard.audit.lines import import_lines, read_lines
from upcard.audit.report import AuditReport
from upcard.audit.rows import NewerRow
from upcard.audit.run import AuditOptions, audit_journal
from upcard.law import cite
from upcard.pit import commands as pc
from upcard.pit import json_codec as codec
from upcard.store.database import DatabaseJournal
from upcard.store.journal import all_rows
from upcard.store.keys import verifying_keys
from upcard.store.opening import open_journal
from upcard.store.rows import JournalRow

JOURNALS = ROOT / "tests" / "audit" / "journals"
RELEASES = sorted(path.name for path in JOURNALS.iterdir())


def kept(release: str, folder: Path) -> Path:
    """Import the journal that a release has left."""
    path = folder / f"{release}.db"
    import_lines(JOURNALS / release / "journal.jsonl.gz", str(path))
    return path


def test_this_release_has_left_its_journal() -> None:
    assert upcard.__version__ in RELEASES, "make release-journal"


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("keys", [True, False], ids=["with keys", "without keys"])
def test_the_journal_of_every_release_is_sound_for_ever(release: str, folder: Path, keys: bool) -> None:
    place = JOURNALS / release
    with closing(open_journal(kept(release, folder), read_only=True)) as journal:
        options = AuditOptions(
            shoe_keys=KEYS if keys else AuditOptions().shoe_keys,
            public_keys=verifying_keys(place / "keys"),
            checkpoints=place / "checkpoints",
        )
        report = audit_journal(journal, options)
    assert report.problems == ()
    assert report.checkpoints == 1
    assert (report.shoes_sealed == 0) is keys
    assert report.shoes_abandoned == 1
    # What a command moves stands in no row: the balances that it led to are kept beside them.
    assert report.balances == json.loads((place / "balances.json").read_text(encoding="utf-8"))


def coverage(rows: Iterable[JournalRow]) -> tuple[set[str], set[str]]:
    """Return the commands and groups of linked tables in rows."""
    commands, groups = set(), set()
    for row in rows:
        command = command_of(row)
        commands |= {command["command"], command.get("action", command)["command"]}
        groups |= {command["group"]} if command.get("group") else set()
    return commands, groups


def test_the_journal_of_this_release_has_every_command_and_linked_tables() -> None:
    _, rows = read_lines(JOURNALS / upcard.__version__ / "journal.jsonl.gz")
    commands, groups = coverage(rows)
    assert commands == {each.__name__ for each in (*get_args(pc.PitCommand), *get_args(pc.TableAction))}
    assert groups


def test_the_session_that_is_kept_is_the_same_each_time(folder: Path) -> None:
    with recorded(folder / "one.db") as one, recorded(folder / "other.db") as other:
        for house in (one, other):
            house.open()
            house.seat()
            house.play(rounds=2)
        assert rows_of(one) == rows_of(other)


@pytest.fixture
def session(folder: Path) -> Iterator[Recorded]:
    with recorded(folder / "session.db") as house:
        house.open()
        house.seat()
        house.play(rounds=4)
        yield house


def rows_of(house: Recorded) -> list[JournalRow]:
    return list(all_rows(house.journal))


def audited(journal: DatabaseJournal) -> AuditReport:
    return audit_journal(journal, AuditOptions(shoe_keys=KEYS))


def renamed(value: Any, old: str, new: str) -> Any:
    """Return JSON with a key renamed wherever it stands in an object of the pit's."""
    if isinstance(value, list):
        return [renamed(item, old, new) for item in value]
    return {(new if key == old else key): item for key, item in value.items()} if isinstance(value, dict) else value


def newer(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """Have the program know one more schema, in which a key has another name."""
    for kind in codec.UPCASTS:
        monkeypatch.setitem(codec.UPCASTS, kind, (lambda value: renamed(value, old, new),))
    codec._writers.cache_clear()


@pytest.fixture
def _writers() -> Iterator[None]:
    yield
    codec._writers.cache_clear()


@pytest.mark.usefixtures("_writers")
def test_rows_of_an_older_schema_are_compared_after_the_upcast(
    session: Recorded, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = rows_of(session)
    deposits = {row.position for row in rows if command_of(row)["command"] == "Deposit"}
    older = [
        rewritten(
            row,
            command=renamed(command_of(row), "reference", "receipt"),
            events=renamed(events_of(row), "reference", "receipt"),
        )
        for row in rows
    ]
    assert deposits
    with journal_of(older, folder / "older.db") as journal:
        assert {problem.position for problem in audited(journal).problems} >= deposits
        newer(monkeypatch, "receipt", "reference")
        assert codec.schema() == 2
        assert audited(journal).problems == ()
    changed = [rewritten(row, events=_with_amount(row, "99.99")) for row in older]
    with journal_of(changed, folder / "changed.db") as journal:
        assert audited(journal).problems[0].position == min(deposits)


def _with_amount(row: JournalRow, amount: str) -> list[dict[str, Any]]:
    return [{**event, "amount": amount} if event["event"] == "Deposited" else event for event in events_of(row)]


@pytest.mark.usefixtures("_writers")
def test_a_journal_of_this_release_is_sound_after_a_change_of_schema(
    session: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch, "nothing", "of it")
    assert audited(session.journal).problems == ()


def test_a_row_of_a_newer_release_is_not_judged(session: Recorded, folder: Path) -> None:
    rows = rows_of(session)
    for change in ({"schema": 99}, {"engine": "99.0.0"}):
        path = folder / f"{next(iter(change))}.db"
        with (
            journal_of([*rows[:-1], replace(rows[-1], **change)], path) as journal,
            pytest.raises(NewerRow, match=rf"row {len(rows)} was written by upcard .* use a newer upcard"),
        ):
            audited(journal)
        assert within("audit", str(path)).code == 2


def paid_differently(rows: list[JournalRow], engine: str) -> tuple[JournalRow, list[JournalRow]]:
    """Return the first row that pays a wager, and the rows up to it as left by a release that paid more."""
    place, row = next((n, row) for n, row in enumerate(rows) if '"WagerPaid"' in row.events)
    events = events_of(row)
    for event in events:
        if event["event"] == "WagerPaid":
            event["won"] = "777.00"
    return row, [*rows[:place], replace(rewritten(row, events=events), engine=engine)]


def test_a_settlement_that_a_release_changed_is_named_and_no_error(
    session: Recorded, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, rows = paid_differently(rows_of(session), "0.0.9")
    paragraphs = {event["cite"] for event in events_of(row) if event["event"] == "WagerPaid"}
    changes = tuple(
        KnownChange(since="0.0.1", until="0.0.9", event="WagerPaid", cite=cite(number), because="It paid too much.")
        for number in paragraphs
    )
    with journal_of(rows, folder / "changed.db") as journal:
        report = audited(journal)
        assert [problem.position for problem in report.problems] == [row.position]
        assert "won is 777.00 but should be " in report.problems[0].text
        monkeypatch.setattr(differences, "KNOWN_CHANGES", changes)
        report = audited(journal)
        assert report.problems == ()
        assert str(report.known_changes[0]).startswith(
            f"row {row.position}, written by upcard 0.0.9: It paid too much. ["
        )
        done = within("audit", str(folder / "changed.db"))
        assert done.code == 0
        assert "It paid too much." in done.out
        assert json.loads(within("audit", str(folder / "changed.db"), "--json").out)["known_change_count"] == 1


@pytest.mark.parametrize(
    "other",
    [
        {"since": "0.0.1", "until": "0.0.8"},
        {"since": "0.0.10", "until": "0.1.0"},
        {"event": "WagerCollected"},
        {"cite": cite("13:69F-2.6(h)")},
    ],
)
def test_a_change_of_another_release_event_or_paragraph_explains_nothing(
    session: Recorded, folder: Path, monkeypatch: pytest.MonkeyPatch, other: dict[str, Any]
) -> None:
    row, rows = paid_differently(rows_of(session), "0.0.9")
    (number, *_) = {event["cite"] for event in events_of(row) if event["event"] == "WagerPaid"}
    change = KnownChange(since="0.0.1", until="0.0.9", event="WagerPaid", cite=cite(number), because="So.")
    monkeypatch.setattr(differences, "KNOWN_CHANGES", (replace(change, **other),))
    with journal_of(rows, folder / "changed.db") as journal:
        assert [problem.position for problem in audited(journal).problems] == [row.position]


def test_a_known_change_explains_nothing_else_in_its_row(
    session: Recorded, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, rows = paid_differently(rows_of(session), "0.0.9")
    numbers = {event["cite"] for event in events_of(row) if event["event"] == "WagerPaid"}
    changes = [KnownChange(since="0", until="0.0.9", event="WagerPaid", cite=cite(n), because="So.") for n in numbers]
    monkeypatch.setattr(differences, "KNOWN_CHANGES", tuple(changes))
    with journal_of(rows, folder / "explained.db") as journal:
        assert audited(journal).problems == ()
    rows[-1] = rewritten(rows[-1], events=events_of(rows[-1])[:-1])
    with journal_of(rows, folder / "more.db") as journal:
        assert [problem.position for problem in audited(journal).problems] == [row.position]
