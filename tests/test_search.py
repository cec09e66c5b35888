"""upcard cite --search: paragraphs and Readings by words, ranked, of both editions."""

import json
from typing import Any

import pytest

from tests.command import misused, within
from upcard.law import CODE, READINGS, Cite, Reading, cite
from upcard.law.search import plain_words, search


def results(*words: str, date: str | None = None) -> list[dict[str, Any]]:
    more = ("--date", date) if date else ()
    answer = json.loads(within("cite", "--search", *words, *more, "--json").out)
    assert answer["search"] == list(words)
    found: list[dict[str, Any]] = answer["results"]
    return found


def test_every_result_has_every_word_and_none_is_left_out() -> None:
    for words in (("notice",), ("free", "bet"), ("cutting", "card"), ("aces",)):
        hits = {hit.subject for hit in search(words)}
        plain = [word for text in words for word in plain_words(text)]

        def has(text: str, plain: list[str] = plain) -> bool:
            return all(any(each.startswith(word) for each in plain_words(text)) for word in plain)

        for law in CODE.paragraphs:
            if has(law.rule):
                assert Cite(law.section, law.path) in hits, law.number
        for reading in READINGS.values():
            if has(f"{reading.problem} {reading.choice}"):
                assert reading in hits, reading.number


def test_results_are_ranked_the_best_first() -> None:
    scores = [row["score"] for row in results("surrender")]
    assert scores == sorted(scores, reverse=True)
    assert results("surrender")[0]["cite"] == "13:69F-2.8"  # its title has the word
    assert results("notice", "surrender")[0]["cite"] == "13:69F-2.8(c)"


def test_readings_are_searched_too() -> None:
    numbers = [row["reading"] for row in results("misprint") if row["reading"]] + [
        row["reading"] for row in results("3:69F") if row["reading"]
    ]
    assert 2 in numbers
    (row, *_) = [row for row in results("3:69F") if row["reading"] == 2]
    assert (row["cite"], row["standing"]) == (None, READINGS[2].standing.value)
    assert "13:69F-2.8(a)3" in row["where"]


def test_words_of_the_former_edition_are_found() -> None:
    rows = results("commission", "color", "cutting")
    assert (rows[0]["cite"], rows[0]["former"]) == ("13:69F-2.2(a)", "19:47-2.2(a)")
    assert "Commission" in rows[0]["former_rule"]
    assert "Formerly:" in within("cite", "--search", "commission", "color", "cutting").out
    assert any(row["former"] == "19:47-2.26(h)" for row in results("in-between", "barred"))


def test_case_and_plural_do_not_matter() -> None:
    assert results("BUTTON") != []
    assert [row["cite"] for row in results("BUTTON")] == [row["cite"] for row in results("buttons")]


def test_a_day_leaves_out_what_was_not_yet_in_effect() -> None:
    before, on = ({row["cite"] for row in results("buster", date=day)} for day in ("2016-01-10", "2016-01-11"))
    assert not any(number and number.startswith("13:69F-2.30") for number in before)
    assert "13:69F-2.30" in on


def test_nothing_found_is_an_answer() -> None:
    assert results("zyzzyva") == []
    done = within("cite", "--search", "zyzzyva")
    assert (done.code, done.out) == (0, 'no paragraph or Reading has "zyzzyva"\n')
    assert within("cite", "--search", "zyzzyva", "notice").out == 'no paragraph or Reading has "zyzzyva" and "notice"\n'


def test_the_list_fits_the_terminal() -> None:
    assert max(map(len, within("cite", "--search", "wager").out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("2.26", "--search", "x"), "--search: leave out the paragraphs"),
        (("--search", "?!"), "--search: use words of letters or digits"),
        ((), "or search with --search WORD"),
        (("--search", "x", "--date", "soon"), "--date: must be a day"),
    ],
)
def test_what_cannot_be_searched_for_is_misuse(arguments: tuple[str, ...], words: str) -> None:
    assert words in misused("cite", *arguments)


def test_a_hit_is_a_citation_or_a_reading() -> None:
    for hit in search(["free"]):
        assert isinstance(hit.subject, Reading) or cite(str(hit.subject)) == hit.subject
