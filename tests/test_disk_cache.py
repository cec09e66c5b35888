"""The cache on disk: entries are whole or missing."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from upcard import disk_cache
from upcard.results.cache import cached
from upcard.results.result import Result


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


def test_an_entry_whose_number_has_changed_reads_as_missing(folder: Path) -> None:
    disk_cache.write("key", {"house_advantage": 5.41})
    file = folder / "key.json"
    file.write_bytes(file.read_bytes().replace(b"5.41", b"5.40"))
    assert disk_cache.read("key") is None


def test_every_changed_byte_makes_an_entry_read_as_missing(folder: Path) -> None:
    disk_cache.write("key", {"house_advantage": 5.41, "wager": "buster"})
    file = folder / "key.json"
    whole = file.read_bytes()
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert disk_cache.read("key") is None, place
        file.write_bytes(whole[:place])
        assert disk_cache.read("key") is None, place
    file.write_bytes(whole)
    assert disk_cache.read("key") == {"house_advantage": 5.41, "wager": "buster"}


def test_the_entry_of_another_key_reads_as_missing(folder: Path) -> None:
    disk_cache.write("one", {"decks": 6})
    (folder / "one.json").rename(folder / "other.json")
    assert disk_cache.read("other") is None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Answer(Result):
    """An answer that is kept."""

    figure: float


def counted(answers: list[int], question: dict[str, int]) -> float:
    """Return the answer to a question, noting each time that it is computed."""

    def compute() -> Answer:
        answers.append(question["decks"])
        return Answer(figure=question["decks"] / 8)

    return cached(question, Answer, compute).figure


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("damage", ["cut", "changed", "of another question"])
def test_an_answer_that_is_damaged_on_disk_is_computed_again(folder: Path, damage: str) -> None:
    answers: list[int] = []
    assert counted(answers, {"decks": 6}) == counted(answers, {"decks": 6}) == 0.75
    (file,) = folder.iterdir()
    assert answers == [6]
    content = file.read_bytes()
    if damage == "of another question":
        counted(answers, {"decks": 8})
        (other,) = (path for path in folder.iterdir() if path != file)
        content = other.read_bytes()
    file.write_bytes(content[:-3] if damage == "cut" else content.replace(b"0.75", b"0.74"))
    assert counted(answers, {"decks": 6}) == 0.75
    assert answers[-1] == 6
    assert len(answers) == 2 + (damage == "of another question")
    assert counted(answers, {"decks": 6}) == 0.75
    assert len(answers) == 2 + (damage == "of another question")  # and it is mended


@pytest.mark.usefixtures("folder")
def test_an_answer_of_another_program_is_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[int] = []
    counted(answers, {"decks": 6})
    monkeypatch.setattr("upcard.results.cache._program", lambda: "another")
    counted(answers, {"decks": 6})
    assert answers == [6, 6]
