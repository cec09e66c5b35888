"""Every normative paragraph has citing code and a citing test, or says why not; writes docs/traceability.md."""

import json
from pathlib import Path

import pytest

from tests.tracing import ROOT, index, readings_in_tests
from upcard.law import CODE, READINGS, Paragraph
from upcard.law.citing_code import INDEX

DOCUMENT = ROOT / "docs" / "traceability.md"
FOUND = index()
NORMATIVE = [paragraph for paragraph in CODE.paragraphs if paragraph.normative]


@pytest.mark.parametrize("paragraph", NORMATIVE, ids=lambda paragraph: paragraph.number)
def test_a_normative_paragraph_is_cited_by_code_and_by_a_test_or_says_why_not(paragraph: Paragraph) -> None:
    cited = FOUND.get(paragraph.number, {"code": [], "tests": [], "rounds": []})
    if paragraph.not_modelled:
        assert not cited["code"], "the paragraph is modelled now: drop not_modelled"
    else:
        assert cited["code"], "no code cites it"
        assert cited["tests"] or cited["rounds"], "no test cites it"


def test_every_reading_named_by_a_paragraph_exists() -> None:
    assert {number for paragraph in CODE.paragraphs for number in paragraph.readings} <= set(READINGS)


def test_every_reading_has_a_test_that_names_it() -> None:
    assert set(READINGS) - readings_in_tests() == set()


def document() -> str:
    lines = [
        "# Traceability",
        "",
        "Made by `tests/test_traceability.py`: every paragraph held, how it is known, and what cites it.",
    ]
    section = ""
    for paragraph in CODE.paragraphs:
        if paragraph.section != section:
            section = paragraph.section
            lines += [
                "",
                f"## {section} {paragraph.title}",
                "",
                "| paragraph | standing | code | tests |",
                "|---|---|---|---|",
            ]
        if paragraph.path:
            lines.append(_row(paragraph))
    return "\n".join(lines) + "\n"


def _row(paragraph: Paragraph) -> str:
    cited = FOUND.get(paragraph.number, {"code": [], "tests": [], "rounds": []})
    number = f"{paragraph.path} (formerly {paragraph.former_path})" if _moved(paragraph) else paragraph.path
    why = paragraph.not_modelled or ("" if paragraph.normative else "not normative")
    code = "<br>".join(f"`{name}`" for name in cited["code"]) or why
    tests = "<br>".join(f"`{name.removeprefix('tests/').split('::')[0]}`" for name in _once(cited["tests"]))
    rounds = len(cited["rounds"])
    golden = f"{rounds} golden round{'s' * (rounds > 1)}" if rounds else ""
    return (
        f"| {number} | {paragraph.standing.value} | {code} | {'<br>'.join(part for part in (tests, golden) if part)} |"
    )


def _moved(paragraph: Paragraph) -> bool:
    return paragraph.former_path is not None and paragraph.former_path != paragraph.path


def _once(tests: list[str]) -> list[str]:
    return list({name.split("::")[0]: name for name in tests}.values())


@pytest.mark.parametrize(
    ("file", "content"),
    [(DOCUMENT, document()), (INDEX, json.dumps(FOUND, indent=1) + "\n")],
    ids=["docs/traceability.md", "law/cited.json"],
)
def test_the_written_index_is_current(file: Path, content: str) -> None:
    current = file.read_text(encoding="utf-8") if file.exists() else ""
    file.parent.mkdir(exist_ok=True)
    file.write_text(content, encoding="utf-8")
    assert current == content, f"{file.name} was out of date and has been written anew: run the tests again, commit it"
