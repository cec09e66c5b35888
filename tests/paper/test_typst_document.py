"""The ground of every document: the same bytes anywhere, both standards, text as text, no character lost."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tests.command import ROOT
from tests.tables import TODAY
from upcard.api.days import asked
from upcard.errors import Misuse
from upcard.paper import typst_document
from upcard.paper.document_head import DocumentHead, document_head, table_fingerprint
from upcard.paper.typst_document import PaperDocument, PaperFormat, typeset
from upcard.table import load, loads

TEMPLATE = '#import "page.typ": *\n#show: sheet\n#content.words\n#pagebreak()\n#content.words\n'


@pytest.fixture(autouse=True)
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "cache"))
    shutil.copytree(typst_document.TEMPLATES, tmp_path / "templates")
    (tmp_path / "templates" / "words.typ").write_text(TEMPLATE)
    monkeypatch.setattr(typst_document, "TEMPLATES", tmp_path / "templates")


def words(text: str, head: DocumentHead | None = None) -> PaperDocument:
    return PaperDocument(
        template="words.typ", head=head or document_head(load("in-between").on(TODAY), "Sheet"), content={"words": text}
    )


def text_of(data: bytes) -> list[str]:
    return [re.sub(r"\s+", " ", page.extract_text()) for page in PdfReader(BytesIO(data)).pages]


def test_a_pdf_says_by_its_metadata_which_standards_it_keeps() -> None:
    (pdf,) = typeset(words("x"))
    metadata = PdfReader(BytesIO(pdf)).xmp_metadata
    assert metadata is not None
    xml = metadata.stream.get_data().decode()
    assert "<pdfaid:part>2</pdfaid:part>" in xml
    assert "<pdfaid:conformance>A</pdfaid:conformance>" in xml
    assert "<pdfuaid:part>1</pdfuaid:part>" in xml


def test_markup_in_a_text_is_text() -> None:
    text = '#panic("x") *bold* _it_ $x$ [a] <b> @c = d "q" \\n // e'
    (pdf,) = typeset(words(text))
    assert text in text_of(pdf)[0]


def test_every_page_has_the_fingerprint_the_edition_the_version_and_its_number() -> None:
    table = load("in-between").on(TODAY)
    (pdf,) = typeset(words("x", document_head(table, "Sheet")))
    pages = text_of(pdf)
    for number, page in enumerate(pages, 1):
        for part in (
            table_fingerprint(table),
            "13:69F",
            "upcard ",
            f"page {number} of {len(pages)}",
            "Sheet",
            "BJ-101",
        ):
            assert part in page


def test_a_table_with_violations_says_so_across_each_page_and_lists_them() -> None:
    head = document_head(load(ROOT / "tables/unlawful/buster-stands.toml"), "Sheet")
    assert len(head.violations) == 2
    (pdf,) = typeset(words("x", head))
    pages = text_of(pdf)
    assert [page.count("Not lawful as configured") for page in pages] == [2, 1]
    assert all(re.sub(r"\s+", " ", each) in pages[0] for each in head.violations)


def test_a_lawful_table_says_nothing_of_that() -> None:
    assert not any("lawful" in page for page in text_of(typeset(words("x"))[0]))


def test_fonts_are_embedded_and_none_is_of_the_system() -> None:
    reader = PdfReader(BytesIO(typeset(words("Océan ♠ → ½"))[0]))
    resources: list[Any] = [page["/Resources"] for page in reader.pages]
    for font in (font.get_object() for each in resources for font in each["/Font"].values()):
        descriptor = font["/DescendantFonts"][0]["/FontDescriptor"]
        assert {"/FontFile2", "/FontFile3"} & set(descriptor)
        assert re.search("SourceSansPro|LibertinusSerif|DejaVuSansMono", font["/BaseFont"])


@pytest.mark.parametrize("sign", ["大", "\ue000", "\u0001"])
@pytest.mark.parametrize("made_as", PaperFormat)
def test_a_character_that_no_font_has_is_refused_in_every_format(sign: str, made_as: PaperFormat) -> None:
    with pytest.raises(Misuse, match="cannot be printed: no font of upcard has it"):
        typeset(words(f"a{sign}b"), made_as)


def test_pictures_come_a_page_each_and_from_the_same_source() -> None:
    assert [data[1:4] for data in typeset(words("x"), PaperFormat.PNG)] == [b"PNG"] * 2
    assert [data[:4] for data in typeset(words("x"), PaperFormat.SVG)] == [b"<svg"] * 2


def test_the_cache_gives_the_same_bytes_and_a_damaged_entry_none(tmp_path: Path) -> None:
    first = typeset(words("x"))
    (entry,) = (tmp_path / "cache").iterdir()
    assert typeset(words("x")) == first
    entry.write_bytes(b"damaged")
    assert typeset(words("x")) == first
    assert typeset(words("y")) != first


def test_the_bytes_are_the_same_in_another_folder_process_and_environment(tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere" / "src"
    shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("*.c", "*.h", "*.so", "__pycache__"))
    program = (
        "import sys, hashlib; from pathlib import Path; from tests.paper import test_typst_document as t\n"
        "from upcard.paper import typst_document as d; d.TEMPLATES = Path(sys.argv[1])\n"
        "assert 'elsewhere' in d.__file__\n"
        "print(hashlib.sha256(t.typeset(t.words('x'))[0]).hexdigest())"
    )
    templates = tmp_path / "other templates"
    shutil.copytree(tmp_path / "templates", templates)
    environment = {**os.environ, "PYTHONPATH": f"{copy}:{ROOT}", "UPCARD_CACHE": "", "TZ": "Asia/Tokyo", "LANG": "C"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, str(templates)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == hashlib.sha256(typeset(words("x"))[0]).hexdigest()


def test_the_head_names_the_date_asked_about_and_that_of_the_newest_text() -> None:
    stated, none, former = (
        document_head(asked(loads(text)), "Sheet").dated
        for text in ("decks = 6\ndate = 2015-06-01", "decks = 6", 'decks = 6\nlaw = "19:47"\ndate = 2004-06-01')
    )
    assert stated == "date asked about 2015-06-01, newest text held 2016-01-11"
    assert none == f"date asked about {TODAY}, newest text held 2016-01-11"
    assert former == "date asked about 2004-06-01, newest text held 2001-01-16"


def test_a_fingerprint_is_of_the_definition_not_of_its_file(tmp_path: Path) -> None:
    original = ROOT / "tables/in-between.toml"
    copy = tmp_path / "copy.toml"
    copy.write_text("# a comment\n" + original.read_text())
    assert table_fingerprint(load(copy)) == table_fingerprint(load(original)) == table_fingerprint(load("in-between"))
    assert table_fingerprint(load(copy, ["decks=8"])) != table_fingerprint(load(copy))
