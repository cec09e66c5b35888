"""Checkpoints: their public form, when they are due, where they are kept, and what they find."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.store.making import Place, append_all, run_of_rows
from upcard.errors import StoreError
from upcard.store.checkpoints import (
    CheckpointPolicy,
    CheckpointWriter,
    TreeHead,
    checkpoint_files,
    keep,
    origin_of,
    read_checkpoint,
    read_head,
)
from upcard.store.clock import system_random
from upcard.store.database import DatabaseJournal
from upcard.store.disk import SystemDisk
from upcard.store.journal import all_hashes
from upcard.store.keys import generate_key, signing_keys, verifying_keys
from upcard.store.opening import create_journal
from upcard.store.rows import Head, JournalRow, as_new, chained
from upcard.store.signed_note import new_key, read_note, read_signing_key, read_verifying_key, signed
from upcard.store.tree import tree_of
from upcard.store.verify import verify_journal

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
DISK = SystemDisk()

# The example of the package of Go with which notes in this form are made elsewhere.
SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
PUBLIC = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
NOTE = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)


def test_a_note_of_another_implementation_is_read_and_written_alike() -> None:
    key, note = read_signing_key(SECRET), read_note(NOTE)
    assert str(key.verifying) == PUBLIC
    assert note.signers([read_verifying_key(PUBLIC)]) == (key.verifying,)
    assert str(signed(note.text, [key])) == str(note) == NOTE
    assert key.secret_text == SECRET
    assert "AYEKFAL" not in repr(key)


@pytest.mark.parametrize(
    "content",
    ["", "text\n", "text\n\n", "text\n\nx y\n", NOTE[:-1], NOTE.replace("— ", "- "), NOTE.replace("x08go", "x08g")],
)
def test_what_is_not_a_note(content: str) -> None:
    with pytest.raises(ValueError, match="not a sign"):
        read_note(content)


def test_a_changed_text_or_another_key_verifies_nothing() -> None:
    note = read_note(NOTE)
    key = read_verifying_key(PUBLIC)
    assert replace(note, text=note.text.replace("answer", "anwser")).signers([key]) == ()
    assert note.signers([new_key("PeterNeumann", system_random).verifying]) == ()


@pytest.mark.parametrize("text", ["", "a+b", PUBLIC.replace("c74", "c75"), PUBLIC.replace("Peter", "Pete"), "a+b+AAAA"])
def test_what_is_not_a_key(text: str) -> None:
    with pytest.raises(StoreError, match=r"this is not .* key"):
        read_verifying_key(text)


def test_the_name_of_a_key_fits_the_line_of_a_signature() -> None:
    for name in ("", "a b", "a+b", "a\nb"):
        with pytest.raises(ValueError, match="not the name of a key"):
            new_key(name, system_random)


def test_a_checkpoint_has_the_public_form(folder: Path) -> None:
    key = read_signing_key(SECRET)
    head = TreeHead("PeterNeumann", 7, tree_of([b"x"]).root, NOON)
    kept = keep(folder, head, [key], disk=DISK)
    lines = kept.path.read_text(encoding="utf-8").split("\n")
    root = "PH6byTDck/AfppmF7yQtn56GHzxTVaokzl70tLinDMs="  # of one leaf, x
    assert lines[:5] == ["PeterNeumann", "7", root, "time 2026-07-01T12:00:00.000000Z", ""]
    assert kept.path.name == "000000000000007-20260701T120000.000000Z.checkpoint"
    assert read_checkpoint(kept.path) == kept
    with pytest.raises(StoreError, match=r"cannot write the checkpoint .*File exists"):
        keep(folder, head, [key], disk=DISK)
    assert [path.name for path in folder.iterdir()] == [kept.path.name]


@pytest.mark.parametrize("line", [0, 1, 2, 3])
def test_a_checkpoint_with_a_line_less_or_more_is_none(line: int) -> None:
    note = signed(TreeHead("PeterNeumann", 7, b"x" * 32, NOON).text, [read_signing_key(SECRET)])
    lines = note.text.split("\n")
    with pytest.raises(ValueError):  # noqa: PT011  # each line has its own
        read_head(replace(note, text="\n".join(lines[:line] + lines[line + 1 :])))
    with pytest.raises(ValueError):  # noqa: PT011
        read_head(replace(note, text="\n".join([*lines[:line], "07", *lines[line:]])))


DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("rows", "passed", "due"),
    [
        (999, DAY - timedelta(microseconds=1), False),
        (1000, timedelta(0), True),
        (1001, timedelta(0), True),
        (0, DAY, True),
        (0, DAY + timedelta(seconds=1), True),
        (0, timedelta(0), False),
        (0, timedelta(microseconds=-1), True),  # the clock was set back
    ],
)
def test_when_a_checkpoint_is_due(rows: int, passed: timedelta, due: bool) -> None:
    last = TreeHead("x", 50, b"", NOON)
    assert CheckpointPolicy(rows=1000, interval=DAY).is_due(last, 50 + rows, NOON + passed) is due
    assert CheckpointPolicy(rows=1000, interval=DAY).is_due(None, rows, NOON) is True


class Desk:
    """A journal with its keys, its second place and a clock that a test sets."""

    def __init__(self, folder: Path, journal: DatabaseJournal) -> None:
        self.journal, self.now = journal, NOON
        self.keys, self.kept = folder / "keys", folder / "kept"
        self.new_key()

    def new_key(self) -> None:
        generate_key(self.keys, origin_of(self.journal.info), disk=DISK, random=system_random)

    def writer(self, *, last: int = 1, rows: int = 10) -> CheckpointWriter:
        keys = signing_keys(self.keys)[-last:]
        return CheckpointWriter(
            self.journal, self.kept, keys, policy=CheckpointPolicy(rows=rows), clock=lambda: self.now
        )

    def problems(self) -> list[str]:
        result = verify_journal(self.journal, checkpoints=self.kept, keys=verifying_keys(self.keys))
        return [str(problem) for problem in result.problems]


def test_checkpoints_are_written_when_due_and_go_on_after_a_restart(place: Place, folder: Path) -> None:
    with place.new_journal() as journal:
        desk = Desk(folder, journal)
        writer = desk.writer()
        first = writer.update()
        assert first is not None
        assert first.head.size == 0
        append_all(journal, run_of_rows(1, 9))
        assert writer.update() is None
        append_all(journal, run_of_rows(10, 3))
        second = writer.update()
        assert second is not None
        assert second.head == TreeHead(
            origin_of(journal.info), 12, tree_of(map(bytes.fromhex, all_hashes(journal))).root, NOON
        )
        desk.now += timedelta(hours=23)
        writer = desk.writer()
        assert writer.update() is None
        desk.now += timedelta(hours=1)
        third = writer.update()
        assert third is not None
        assert third.head.size == 12
        assert writer.update(now=True) is None, "nothing new to state"
        assert len(checkpoint_files(desk.kept)) == 3
        assert desk.problems() == []


def test_a_checkpoint_that_could_not_be_written_is_written_at_the_next_look(place: Place, folder: Path) -> None:
    with place.new_journal() as journal:
        desk = Desk(folder, journal)
        append_all(journal, run_of_rows(1, 3))
        writer = desk.writer()
        desk.kept.write_text("in the way of the folder")
        with pytest.raises(StoreError, match="cannot write the checkpoint"):
            writer.update()
        desk.kept.unlink()
        written = writer.update()
        assert written is not None
        assert written.head.size == 3
        assert desk.problems() == []


def test_keys_are_rotated_by_one_checkpoint_with_two_signatures(folder: Path) -> None:
    place = Place(str(folder / "journal.db"))
    with place.new_journal() as journal:
        desk = Desk(folder, journal)
        desk.writer().update()
        desk.new_key()
        assert (desk.keys / "key-0002.secret").stat().st_mode & 0o777 == 0o600
        with pytest.raises(StoreError, match="none of these keys signed"):
            desk.writer(last=1)
        append_all(journal, run_of_rows(1, 20))
        both = desk.writer(last=2).update()
        assert both is not None
        assert both.note.signers(verifying_keys(desk.keys)) == verifying_keys(desk.keys)
        (desk.keys / "key-0001.secret").unlink()
        append_all(journal, run_of_rows(21, 20))
        new = desk.writer(last=1).update()
        assert new is not None
        assert new.note.signers(verifying_keys(desk.keys)) == verifying_keys(desk.keys)[1:]
        assert desk.problems() == []
        (desk.keys / "key-0001.public").unlink()
        assert desk.problems() == [f"the checkpoint {checkpoint_files(desk.kept)[0].name} is not signed by a known key"]


def test_no_checkpoint_without_a_key(folder: Path) -> None:
    with (
        Place(str(folder / "journal.db")).new_journal() as journal,
        pytest.raises(StoreError, match="needs a signing key"),
    ):
        CheckpointWriter(journal, folder, [])


# Each takes the journal's rows and returns the rows that somebody puts in their place, with true hashes.
def cut(rows: list[JournalRow]) -> list[JournalRow]:
    return rows[:-1]


def cut_much(rows: list[JournalRow]) -> list[JournalRow]:
    return rows[:5]


def cut_all(rows: list[JournalRow]) -> list[JournalRow]:
    return rows[:0]


def rewritten_from(number: int) -> Callable[[list[JournalRow]], list[JournalRow]]:
    def rewritten(rows: list[JournalRow]) -> list[JournalRow]:
        result: list[JournalRow] = []
        for row in rows:
            head = Head(result[-1].position, result[-1].hash) if result else Head()
            new = replace(as_new(row), actor="nobody") if row.position == number else as_new(row)
            result.append(chained(new, head))
        return result

    return rewritten


FRAUDS = {
    cut: "row 30: the journal ends, but the checkpoint of 2026-07-01T12:00:00.000000Z signed 30 rows: rows were cut",
    cut_much: "row 6: the journal ends, but",
    cut_all: "row 1: the journal ends, but",
    rewritten_from(1): "row 10: rows 1 to 10 are not those that the checkpoint of 2026-07-01T12:00:00.000000Z signed",
    rewritten_from(15): "row 20: rows 1 to 20 are not those",
    rewritten_from(30): "row 30: rows 1 to 30 are not those",
}


@pytest.mark.parametrize("fraud", FRAUDS, ids=range(len(FRAUDS)))
def test_a_chain_that_is_sound_in_itself_is_compared_with_what_was_signed(
    place: Place, folder: Path, fraud: Callable[[list[JournalRow]], list[JournalRow]]
) -> None:
    with place.new_journal() as journal:
        desk = Desk(folder, journal)
        writer = desk.writer()
        for first in (1, 11, 21):
            append_all(journal, run_of_rows(first, 10))
            writer.update()
        assert desk.problems() == []
    rows = place.rows()
    place.disable_triggers()
    place.change("DELETE FROM journal_streams", "DELETE FROM journal_rows")
    with place.journal() as journal:
        if replaced := fraud(rows):
            append_all(journal, [as_new(row) for row in replaced])
        desk.journal = journal
        assert verify_journal(journal).problems == (), "without checkpoints nothing is wrong"
        assert desk.problems()[0].startswith(FRAUDS[fraud])
        with pytest.raises(StoreError, match="does not match the rows signed"):
            desk.writer()


def test_a_damaged_or_foreign_checkpoint_is_named(folder: Path) -> None:
    place = Place(str(folder / "journal.db"))
    with place.new_journal() as journal:
        desk = Desk(folder, journal)
        kept = desk.writer().update()
        assert kept is not None
        (desk.kept / "1.checkpoint").write_text(str(kept.note).replace("time 2026", "time 2025"), encoding="utf-8")
        (desk.kept / "2.checkpoint").write_text("?", encoding="utf-8")
        other = TreeHead("upcard-journal/other", 0, kept.head.root, NOON)
        (desk.kept / "3.checkpoint").write_text(str(signed(other.text, signing_keys(desk.keys))), encoding="utf-8")
        assert sorted(desk.problems()) == [
            "the checkpoint 1.checkpoint is not signed by a known key",
            "the checkpoint 3.checkpoint belongs to another journal",
            f"the file {desk.kept / '2.checkpoint'} is not a checkpoint, or is damaged",
        ]


def test_two_journals_have_two_identities(folder: Path) -> None:
    for name in ("a", "b"):
        create_journal(folder / name)
    with Place(str(folder / "a")).journal() as one, Place(str(folder / "b")).journal() as other:
        assert one.info.identity != other.info.identity
