"""The cache on disk: entries are whole or missing, and the law read from it is the law as written."""

from pathlib import Path

import pytest

from upcard import disk_cache
from upcard.law.files import law_files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_an_entry_is_read_as_it_was_written_and_leaves_no_draft(folder: Path) -> None:
    assert disk_cache.read("a/key") is None
    disk_cache.write("a/key", {"rule": "Dealer's 22"})
    assert disk_cache.read("a/key") == {"rule": "Dealer's 22"}
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["key.json"]


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"{}", b"null", b"\xff\xfe", b"[" * 100_000])
def test_a_damaged_entry_reads_as_missing(folder: Path, content: bytes) -> None:
    folder.mkdir()
    (folder / "key.json").write_bytes(content)
    assert disk_cache.read("key") is None


def test_a_cache_that_cannot_be_written_is_no_failure(folder: Path) -> None:
    folder.write_text("a file where a folder should be", encoding="utf-8")
    disk_cache.write("key", {"a": 1})
    assert disk_cache.read("key") is None


def test_nothing_is_written_where_no_cache_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_CACHE", "")
    monkeypatch.chdir(tmp_path)
    disk_cache.write("key", {"a": 1})
    assert disk_cache.read("key") is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", [b"{", b'{"orders.toml": {}}'])
def test_the_law_from_the_cache_is_the_law_as_parsed(folder: Path, damage: bytes) -> None:
    parsed = law_files.__wrapped__()
    (entry,) = (folder / "law").iterdir()
    assert law_files.__wrapped__() == parsed
    assert list(law_files.__wrapped__()) == list(parsed)  # the order of the sections
    entry.write_bytes(damage)
    assert law_files.__wrapped__() == parsed
    assert entry.read_bytes() != damage  # and it is mended


def test_an_entry_for_another_text_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("upcard.law.files.HERE", tmp_path)
    (tmp_path / "orders.toml").write_text('rule = "once"', encoding="utf-8")
    assert law_files.__wrapped__() == {"orders.toml": {"rule": "once"}}
    (tmp_path / "orders.toml").write_text('rule = "more"', encoding="utf-8")
    assert law_files.__wrapped__() == {"orders.toml": {"rule": "more"}}
    assert len(list((folder / "law").iterdir())) == 2
