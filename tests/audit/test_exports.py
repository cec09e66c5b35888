"""Rounds, shoes and whole journals that leave a journal: what others make of them is what happened."""

import gzip
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.audit.session import CUT, Recorded, recorded
from tests.audit.tampering import events_of
from tests.command import ROOT, within
from tests.pit.casino import DEALER, KEYS, SHIPPED, SUPERVISOR, pit_table, wager
from tests.store.making import Place
from upcard.audit.lines import export_lines, import_lines, read_lines
from upcard.audit.rounds import ExportedRound, export_round
from upcard.audit.shoe_exports import shoe_json
from upcard.errors import Misuse, StoreError
from upcard.game import commands as do
from upcard.game.ruling import rule
from upcard.game.written_round import load_round
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.json_codec import event_json
from upcard.pit.shoe_keys import ShoeKeys
from upcard.rules.enums import Play
from upcard.store.journal import all_rows
from upcard.store.opening import open_journal
from upcard.store.rows import canonical

NO_KEYS = ShoeKeys(())
SETTLED = ("WagerCollected", "WagerPaid", "WagerReturned", "WagerLeft", "BonusPaid", "ButtonCollected", "CardDealt")
ROUNDS = 3


def settled(house: Recorded, table: str, exported: ExportedRound) -> Counter[str]:
    """Return what the rows of a round settled."""
    rows = [row for row in all_rows(house.journal) if exported.first_row <= row.position <= exported.last_row]
    own = [row for row in rows if json.loads(row.command).get("table") == table]
    return Counter(canonical(event) for row in own for event in events_of(row) if event["event"] in SETTLED)


def ruled(exported: ExportedRound, folder: Path) -> Counter[str]:
    """Return what a ruling on the written round settles, from its files."""
    (folder / "table.toml").write_text(exported.table, encoding="utf-8")
    (folder / "round.toml").write_text(exported.text, encoding="utf-8")
    events = [event_json(event) for event in rule(load_round(folder / "round.toml")).events]
    return Counter(canonical(event) for event in events if event["event"] in SETTLED)


@pytest.mark.parametrize("file", SHIPPED)
def test_every_finished_round_of_a_random_session_settles_identically(file: str, folder: Path) -> None:
    with recorded(folder / "journal.db", seed=file) as house:
        house.open(file=file)
        house.seat()
        house.play(rounds=ROUNDS)
        house.step()
        for number in range(1, ROUNDS + 1):
            exported = export_round(house.journal, "T1", number, KEYS, file="table.toml")
            assert ruled(exported, folder) == settled(house, "T1", exported)
            assert ruled(exported, folder)
        done = within("deal", "--round", str(folder / "round.toml"), "--json")
        assert done.code == 0
        assert json.loads(done.out)["seats"]


def test_a_round_whose_meter_grows_at_a_linked_table_settles_identically(folder: Path) -> None:
    with recorded(folder / "journal.db") as house:
        house.open("P1", "P2", file="progressive", group="Diamonds")
        for table in ("P1", "P2"):
            house.seat(table)
        house.play("P2", 3)
        house.stack("P1", "As 5h Ac As Ac 6h Td 6c")
        house.at("P1", wager(1))
        house.at("P1", do.PlaceWager(1, "progressive", (Cents(100),)))
        house.at("P1", do.CloseBetting())
        house.play("P2", 2)
        house.at("P1", do.Decide(1, Play.DRAW))
        house.at("P1", do.Decide(1, Play.DRAW))
        house.finish("P1")
        exported = export_round(house.journal, "P1", 1, KEYS, file="table.toml")
        won = [event["won"] for row in all_rows(house.journal) for event in events_of(row) if event.get("from_meter")]
        assert len(won) == 1
        assert ruled(exported, folder) == settled(house, "P1", exported)


def test_what_is_no_finished_round_is_refused_plainly(folder: Path) -> None:
    with recorded(folder / "journal.db") as house:
        house.open(file="free-bet")
        house.seat()
        house.play(rounds=1)
        house.at("T1", wager(1))
        house.at("T1", do.VoidRound(SUPERVISOR, "misdeal"), SUPERVISOR)
        house.at("T1", wager(1))
        for table, number, message in (
            ("T1", 2, f"round 2 of table T1 was voided by {SUPERVISOR} (misdeal): its wagers were returned, not"),
            ("T1", 3, "round 3 of table T1 is not over: export it once its cards have been picked up"),
            ("T1", 4, "table T1 has no round 4: its last one is 2"),
            ("T1", 0, "table T1 has no round 0: its last one is 2"),
            ("T9", 1, "the journal has no table 'T9'; its tables: T1"),
        ):
            with pytest.raises(Misuse) as refused:
                export_round(house.journal, table, number, KEYS, file="table.toml")
            assert str(refused.value).startswith(message)


def test_a_hole_card_that_was_never_shown_is_not_made_up(folder: Path) -> None:
    with recorded(folder / "journal.db") as house:
        house.open(file="free-bet")
        house.seat()
        house.stack("T1", "Th 9h 6c 7s Ks 5d")  # seat 1 draws to 26, and the dealer's hole card stays down
        house.at("T1", wager(1))
        house.at("T1", do.CloseBetting())
        house.at("T1", do.Decide(1, Play.DRAW))
        with pytest.raises(Misuse, match=r"hole card of round 1 of table T1 was never shown, .* with --keys"):
            export_round(house.journal, "T1", 1, NO_KEYS, file="table.toml")
        with_key = export_round(house.journal, "T1", 1, KEYS, file="table.toml")
        house.done(SUPERVISOR, pc.DiscloseShoe("T1", 1))
        assert export_round(house.journal, "T1", 1, NO_KEYS, file="table.toml") == with_key
        assert 'shoe = "Th 9h 6c 7s Ks"' in with_key.text


def verdict(text: str, folder: Path) -> str:
    (folder / "shoe.json").write_text(text, encoding="utf-8")
    program = [sys.executable, str(ROOT / "docs" / "verify_shoe.py"), str(folder / "shoe.json")]
    return subprocess.run(program, capture_output=True, text=True, check=False).stdout


def test_an_exported_shoe_is_verified_by_the_standalone_program(folder: Path) -> None:
    with recorded(folder / "journal.db") as house:
        house.open(file="free-bet")
        house.seat()
        house.done(DEALER, pc.SealShoe("T1"))
        assert "not cut yet" in verdict(shoe_json(house.journal, "T1", 1, KEYS), folder)
        house.done(DEALER, pc.CutShoe("T1", 0, CUT))
        house.play(rounds=2)
        shoe = pit_table(house.ledger.states).shoe
        assert shoe is not None
        live = shoe_json(house.journal, "T1", 1, KEYS)
        assert json.loads(live)["disclosure"] is None
        assert len(json.loads(live)["dealt"]) > 5
        assert "not disclosed yet" in verdict(live, folder)
        assert "0 dealt cards" in verdict(shoe_json(house.journal, "T1", 1, NO_KEYS), folder)
        house.new_shoe("T1", CUT)
        house.play(rounds=1)
        over = shoe_json(house.journal, "T1", 1, NO_KEYS)
        assert verdict(over, folder).startswith("yes: shoe 1 of table 'T1'")
        assert json.loads(over)["dealt"] == json.loads(live)["dealt"]
        assert json.loads(over)["root"] == shoe.root
        with pytest.raises(Misuse, match="table T1 has no shoe 3: its last one is 2"):
            shoe_json(house.journal, "T1", 3, KEYS)


@pytest.fixture
def lines(folder: Path) -> Path:
    """A journal of a few rows as JSON lines."""
    with recorded(folder / "source.db") as house:
        house.open(file="blackjack")
        house.done(SUPERVISOR, pc.Deposit("Ann", Cents(5), 'bank "Zoë"\\ ♠'))
        export_lines(house.journal, folder / "journal.jsonl")
        export_lines(house.journal, folder / "journal.jsonl.gz")
    return folder / "journal.jsonl"


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_a_journal_comes_back_with_the_same_identity_and_hashes(lines: Path, folder: Path, suffix: str) -> None:
    header = import_lines(folder / f"journal.jsonl{suffix}", str(folder / "copy.db"))
    source, copy = open_journal(folder / "source.db", read_only=True), open_journal(folder / "copy.db", read_only=True)
    assert list(all_rows(source)) == list(all_rows(copy))
    assert (source.info.identity, source.info.created) == (copy.info.identity, copy.info.created)
    assert header.rows == source.head().position
    export_lines(copy, folder / f"again.jsonl{suffix}")
    assert (folder / f"again.jsonl{suffix}").read_bytes() == (folder / f"journal.jsonl{suffix}").read_bytes()
    source.close()
    copy.close()
    assert gzip.decompress((folder / "journal.jsonl.gz").read_bytes()) == lines.read_bytes()


def test_every_line_is_one_row_that_anybody_can_read(lines: Path) -> None:
    first, *rows = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert first["format"] == "upcard journal 1"
    assert [row["position"] for row in rows] == list(range(1, first["rows"] + 1))
    assert rows[-1]["command"]["command"] == "Deposit"
    assert rows[-1]["events"][0]["event"] == "Deposited"


def changed_lines(lines: Path, number: int, old: str, new: str) -> None:
    texts = lines.read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in texts[number]
    texts[number] = texts[number].replace(old, new)
    lines.write_text("".join(texts), encoding="utf-8")


@pytest.mark.parametrize(
    ("number", "old", "new", "message"),
    [
        (0, "upcard journal 1", "upcard journal 2", "its first line must say 'upcard journal 1'"),
        (0, '"rows":', '"lines":', "its first line must say"),
        (0, '"created":"2026', '"created":"26', "no journal identity or no creation time"),
        (3, '"actor":"supervisor Sam"', '"actor":"patron Bob"', "line 4: row 3 does not follow from the previous row"),
        (3, '"amount":"', '"amount":"1', "line 4: row 3 does not follow from the previous row: it was changed"),
        (3, '"position":3', '"position":4', "line 4: row 4 does not follow from the previous row"),
        (3, '"schema":1,"previous"', '"previous"', "line 4: not a row of a journal"),
        (3, '"schema":1,"previous"', '"schema":"1","previous"', "line 4: not a row of a journal"),
        (3, "{", "[", "a line cannot be read"),
        (3, "Ann", "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"), "line 4: row 3"),
    ],
)
def test_lines_that_were_changed_are_refused_and_nothing_is_written(
    lines: Path, folder: Path, number: int, old: str, new: str, message: str
) -> None:
    changed_lines(lines, number, old, new)
    before = sorted(folder.iterdir())
    with pytest.raises(Misuse) as refused:
        import_lines(lines, str(folder / "copy.db"))
    assert message in str(refused.value)
    assert sorted(folder.iterdir()) == before


def test_lines_that_were_cut_are_refused(lines: Path, folder: Path) -> None:
    texts = lines.read_text(encoding="utf-8").splitlines(keepends=True)
    for kept in (texts[:-1], texts[:1], texts[:2] + texts[3:], []):
        lines.write_text("".join(kept), encoding="utf-8")
        with pytest.raises(Misuse):
            import_lines(lines, str(folder / "copy.db"))
    packed = (folder / "journal.jsonl.gz").read_bytes()
    (folder / "journal.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    with pytest.raises(Misuse, match="cannot read"):
        import_lines(folder / "journal.jsonl.gz", str(folder / "copy.db"))
    assert not (folder / "copy.db").exists()


def test_a_journal_that_is_not_sound_is_not_exported(lines: Path, folder: Path) -> None:
    assert read_lines(lines)[0].rows > 0
    place = Place(str(folder / "source.db"))
    place.disable_triggers()
    place.change("UPDATE journal_rows SET actor = 'nobody' WHERE position = 4")
    with place.journal(read_only=True) as journal, pytest.raises(StoreError, match="not exported: row 4"):
        export_lines(journal, folder / "bad.jsonl")
    assert not list(folder.glob("*bad*"))
