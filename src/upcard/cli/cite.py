"""upcard cite: a paragraph in our words, how it is known, and the code and tests that cite it."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import date
from typing import Any

from upcard.api.days import read_day
from upcard.api.paragraphs import (
    cited_reading_json,
    find_cited,
    hit_json,
    near_numbers,
    number_in,
    paragraph_json,
    paragraph_on_json,
    paragraphs_below,
    readings_on,
    search_hits,
)
from upcard.cli.render import print_json, styled, wrap
from upcard.cli.shared_arguments import add_law
from upcard.english import either
from upcard.errors import Misuse
from upcard.law import (
    READINGS,
    Alternative,
    Cite,
    Edition,
    Paragraph,
    Reading,
    Source,
    SourceKind,
    UnknownCite,
    in_edition,
    rule_in,
)
from upcard.law.citing_code import citing_code, citing_tests
from upcard.law.folder import law_file_words, law_folder_in_force

EMPTY_ANSWER: dict[str, object] = {}


ABOUT = """\
With each: its standing, its other number, when it took effect, the Readings that bear on it, and the code that
cites it. A section lists its paragraphs. "reading 8" shows a Reading.

  upcard cite '13:69F-2.11(e)'                   one paragraph
  upcard cite 2.11 reading 8                     a section, and a Reading
  upcard cite 2.11 --date 2016-01-10             whether it was in effect on a day, and what it said
  upcard cite '2.11(e)' --law FOLDER             with what a law folder of the licensee says of it
  upcard cite --search notice surrender          paragraphs and Readings with these words, the best first"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard cite."""
    verb.add_argument("numbers", nargs="*", metavar="PARAGRAPH", help="a citation, such as 2.11(e)")
    verb.add_argument("--search", nargs="+", metavar="WORD", help="find paragraphs and Readings by words")
    verb.add_argument(
        "--date", metavar="DAY", help="say whether it was in effect on this day, such as 2016-01-11, and in which form"
    )
    add_law(verb)
    verb.add_argument("--tests", action="store_true", help="list the tests that cite it too (source tree only)")


def run(request: Namespace) -> int:
    """Show each paragraph or Reading of the request."""
    if request.search is not None:
        return _search(request)
    words = _joined(request.numbers)
    if not words:
        raise Misuse("name a paragraph, such as 13:69F-2.11(e), or search with --search WORD")
    try:
        subjects = [find_cited(word) for word in words]
    except UnknownCite as unknown:
        raise Misuse(f"{unknown}{near_numbers(words)}") from None
    day = None if request.date is None else read_day(request.date)
    if request.json:
        answers = [_json(subject, day) for subject in subjects]
        print_json(answers[0] if len(answers) == 1 else {"citations": answers})
        return 0
    for subject in subjects:
        if isinstance(subject, Reading):
            _print_reading(subject)
        else:
            _print(subject, with_tests=request.tests, day=day)
    return 0


def _search(request: Namespace) -> int:
    """Find paragraphs and Readings by words."""
    if request.numbers:
        raise Misuse("--search: leave out the paragraphs, or the search")
    day = None if request.date is None else read_day(request.date)
    hits = search_hits(request.search, day)
    if request.json:
        print_json({"search": request.search, "results": [hit_json(hit) for hit in hits]})
        return 0
    words = '" and "'.join(request.search)
    if not hits:
        print(wrap(f'no paragraph or Reading has "{words}"', "  ", ""))
    for hit in hits:
        row = hit_json(hit)
        former = f" ({row['former']})" if row["former"] else ""
        number = f"reading {row['reading']}" if row["cite"] is None else f"{row['cite']}{former}"
        print(styled(wrap(f"{number}  {row['title']}" if row["title"] else number, "  ", ""), "bold"))
        print(wrap(f"{row['rule']} [{row['standing']}{_by_law_file(row, hit.subject)}]"))
        if row["former_rule"]:
            print(wrap(f"Formerly: {row['former_rule']}"))
    return 0


def _by_law_file(row: dict[str, Any], subject: Cite | Reading) -> str:
    """Return on what a result of a search rests where a licensee's law folder amends its paragraph."""
    if row["law_file"] is None or isinstance(subject, Reading):
        return ""
    last = subject.paragraph.amendments[-1]
    return f"; {law_file_words(row['law_file'])}, {last.became.value} on {last.day}"


def _json(subject: Cite | Reading, day: date | None) -> dict[str, Any]:
    if isinstance(subject, Reading):
        return cited_reading_json(subject)
    return {**paragraph_json(subject), **({"on": paragraph_on_json(subject, day)} if day else {})}


def _joined(words: Sequence[str]) -> list[str]:
    """Join "reading" and "N.J.A.C." with the word that follows, as people write them."""
    return re.findall(r"(?i:(?:reading:?|N\.J\.A\.C\.) ?)?\S+", " ".join(words))


def _print_reading(reading: Reading) -> None:
    print(styled(f"reading {reading.number}", "bold"))
    for part in _parts(reading):
        print(wrap(part, indent="    ", first="  "))
    print(wrap(f"on: {', '.join(map(str, reading.where))}", "    ", "  "))
    print(f"  standing: {reading.standing.value}")
    if reading.switch:
        choices = either(f'"{choice}"' for choice in reading.choices)
        print(wrap(f"a table may choose otherwise: house = {{ {reading.switch} = {choices} }}", "    ", "  "))


def _alternative(alternative: Alternative) -> str:
    return f"{alternative.choice} {alternative.costs}" if alternative.costs else alternative.choice


def _reading_text(number: int, edition: Edition) -> str:
    """Return a Reading as it stands below a paragraph of an edition."""
    return in_edition(" ".join(_parts(READINGS[number])), edition)


def _parts(reading: Reading) -> list[str]:
    """Return the parts of a Reading, each with what it is."""
    letter = [f"The letter: {reading.letter}"] if reading.letter else []
    others = [f"Otherwise: {_alternative(alternative)}" for alternative in reading.alternatives]
    return [*letter, f"The question: {reading.problem}", f"Our Reading: {reading.choice}", *others]


def _is_former(citation: Cite) -> bool:
    return citation.edition is Edition.FORMER


def _on_day(citation: Cite, day: date) -> str:
    """Return in words whether a paragraph was in effect on a day, and what it said then."""
    on = paragraph_on_json(citation, day)
    words = f"on {day}: {on['effect']}"
    if on["rule"] is None:
        return f"{words}: {on['why']}" if on["why"] else words
    doubt = f" ({on['why']})" if on["why"] else ""
    return f"{words} {on['form']}{doubt}, as {on['cite']}: {on['rule']}"


def _print_law_file(citation: Cite) -> None:
    """Print what the licensee's law folder says of a paragraph: its text, and what became of it."""
    folder, law = law_folder_in_force(), citation.paragraph
    if folder is None or not (law.amendments or law.letter):
        return
    print(wrap(f"{folder.words}:"))
    for each in law.amendments:
        rule = f": {each.rule}" if each.rule else ""
        words = f"{each.became.value} on {each.day} by {each.by.name} ({each.by.did}; {each.by.where}){rule}"
        print(wrap(words, "      ", "    "))
        for source in each.source:
            print(wrap(f"known from: {_where(citation, source)}", "      ", "    "))
    if law.letter:
        print(wrap(f"the letter: {' '.join(law.letter.text.split())}", "      ", "    "))
        for source in law.letter.source:
            print(wrap(f"the letter stands in: {_where(citation, source)}", "      ", "    "))
    if law.amended_rule is not None and law.amended_rule != law.rule:
        print(wrap(f"In the code held: {law.rule}"))


def _where(citation: Cite, source: Source) -> str:
    """Return where a source of a paragraph stands, with the paragraph's number in it if it is a text."""
    number = f", as {number}" if (number := number_in(citation, source)) else ""
    not_held = f"; not held: {source.not_held}" if source.not_held else ""
    return f"{source.name}{number}: {source.where}{not_held}"


def _print(citation: Cite, *, with_tests: bool, day: date | None) -> None:
    law = citation.paragraph
    print(styled(f"{citation}  {law.title}", "bold"))
    if day:
        print(wrap(_on_day(citation, day), "    ", "  "))
    print(wrap(citation.rule))
    _print_law_file(citation)
    if citation.path in law.formerly_also and _is_former(citation):
        print(wrap(f"Now part of {law.number}: {law.rule}"))
    elif law.former_rule and law.path:
        if _is_former(citation):
            print(wrap(f"Now, as {law.number}: {law.rule}"))
        else:
            print(wrap(f"Formerly, as {law.former}: {rule_in(law, Edition.FORMER)}"))
    held = f", only under its former number, {citation.held_as}" if citation.held_as else ""
    sources = ", ".join(source.name for source in law.source)
    print(wrap(f"standing: {citation.standing.value}{held} ({sources})", "    ", "  "))
    for source in (source for source in law.source if source.kind is not SourceKind.OURS):
        print(wrap(f"known from: {_where(citation, source)}", "    ", "  "))
    if law.unchanged_by:
        print(wrap(f"left as it is by: {_where(citation, law.unchanged_by)}", "    ", "  "))
    print(wrap(f"current number: {law.number}; former number: {law.former or 'none'}", "    ", "  "))
    since = f"{law.since.effective}, rulemaking {law.since.rank} ({law.since.name}): {law.since.where}"
    print(wrap(f"in effect: {since}", "    ", "  "))
    for number in readings_on(citation):
        print(wrap(f"reading {number}: {_reading_text(number, citation.edition)}", indent="    ", first="  "))
    print(wrap(f"cited by code: {', '.join(citing_code(law)) or law.not_modelled or 'nothing'}", "    ", "  "))
    if with_tests:
        print(wrap(f"cited by tests: {_tests(law)}", "    ", "  "))
    for child in paragraphs_below(citation):
        print(wrap(f"{child.path} {child.rule} ({child.standing.value})", indent="    ", first="  "))


def _tests(law: Paragraph) -> str:
    tests = citing_tests(law)
    if tests is None:
        return "not listed here; tests are listed in a source tree of upcard only"
    return ", ".join(tests) or "nothing"
