"""Every line of the checklist has a test that stands on it, or a stated reason why not; no line has both."""

import pytest

from tests.service.checklist import ASKED, NOT_DONE
from tests.service.test_rights import marked_lines


@pytest.fixture(scope="module")
def marked() -> set[str]:
    return marked_lines()


@pytest.mark.parametrize("line", ASKED)
def test_a_line_has_a_test_or_a_reason(line: str, marked: set[str]) -> None:
    assert (line in marked) is not (line in NOT_DONE)


def test_marks_and_reasons_are_about_lines_of_the_checklist(marked: set[str]) -> None:
    assert marked | set(NOT_DONE) == set(ASKED)
    assert all(reason.strip() for reason in NOT_DONE.values())
