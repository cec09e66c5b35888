"""What users read is plain: every message is listed, and none uses a private word."""

from pathlib import Path

import pytest

from tests.command import ROOT
from tests.messages import all_messages, dialect, document, help_texts

FILE = ROOT / "docs" / "messages.md"
HELP = tuple(help_texts())
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_the_list_of_messages_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == document(), "docs/messages.md is out of date: run make docs"


def test_the_list_holds_refusals_findings_and_help() -> None:
    messages = [message for module in all_messages().values() for message in module]
    assert "no hand is waiting for a decision" in messages
    assert any("may not be offered at one table" in message for message in messages)
    assert any("print the result as JSON" in message for message in messages)


@pytest.mark.parametrize("module", all_messages())
def test_no_message_uses_a_private_word(module: str) -> None:
    assert {message: dialect(message) for message in all_messages()[module] if dialect(message)} == {}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_document_uses_a_private_word(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    assert [(number, line) for number, line in enumerate(lines, 1) if dialect(line)] == []


@pytest.mark.parametrize(("verb", "text"), HELP, ids=[verb for verb, _ in HELP])
def test_no_help_uses_a_private_word(verb: str, text: str) -> None:
    assert dialect(text) == [], verb


@pytest.mark.parametrize(
    "text",
    ["is told with file and line", "made anew", "what it brings", "it hangs on the upcard", "played by optimum"],
)
def test_the_search_finds_private_words(text: str) -> None:
    assert dialect(text)
    assert not dialect(f"`{text}`")
