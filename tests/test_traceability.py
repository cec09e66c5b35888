"""Every normative paragraph has citing code and a citing test, or says why not."""

import pytest
from tools.tracing import NO_CITATIONS, index, readings_in_tests

from upcard.law import CODE, READINGS, Paragraph

NORMATIVE = [paragraph for paragraph in CODE.paragraphs if paragraph.normative]


@pytest.mark.parametrize("paragraph", NORMATIVE, ids=lambda paragraph: paragraph.number)
def test_a_normative_paragraph_is_cited_by_code_and_by_a_test_or_says_why_not(paragraph: Paragraph) -> None:
    citations = index().get(paragraph.number, NO_CITATIONS)
    if paragraph.not_modelled:
        assert not citations["code"], "the paragraph is modelled now: drop not_modelled"
    else:
        assert citations["code"], "no code cites it"
        assert citations["tests"] or citations["rounds"], "no test cites it"


def test_every_reading_named_by_a_paragraph_exists() -> None:
    assert {number for paragraph in CODE.paragraphs for number in paragraph.readings} <= set(READINGS)


def test_every_reading_has_a_test_that_names_it() -> None:
    assert set(READINGS) - readings_in_tests() == set()
