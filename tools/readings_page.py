"""The page of Readings: the letter, what we chose, and what a licensee may choose otherwise, side by side."""

from collections.abc import Iterable, Iterator

from upcard.law import READINGS, Reading, ReadingKind

TITLES = {
    ReadingKind.CHOICE: (
        "Choices",
        "The text allows more than one reading; what another one would cost is not computed.",
    ),
    ReadingKind.GAP: ("Gaps", "The text is not held; what is done instead is reported as not verifiable."),
    ReadingKind.SLIP: ("Slips", "The text is misprinted or at odds with itself, but what it means is plain."),
}


def document() -> str:
    """Write every Reading, those that move money first."""
    money = [reading for reading in READINGS.values() if reading.moves_money]
    lines = [
        "# Readings",
        "",
        "Generated from `src/upcard/law/readings.toml` by `make docs`. Where the text is misprinted, silent or",
        "ambiguous: what it says (in our words), what is unclear about it, what we chose, and what else a table may",
        'choose or what another reading would cost. `upcard cite "reading 23"` prints one of them; findings of',
        "`upcard check` name them by number.",
        "",
        *_section(
            "Readings that move money",
            "A licensee may choose otherwise by a switch under `house` in the table file, or another reading has a"
            " known cost.",
            money,
        ),
    ]
    for kind, (title, about) in TITLES.items():
        rest = [reading for reading in READINGS.values() if reading.kind is kind and not reading.moves_money]
        lines += _section(title, about, rest)
    return "\n".join(lines).rstrip("\n") + "\n"


def _section(title: str, about: str, readings: Iterable[Reading]) -> Iterator[str]:
    yield from (f"## {title}", "", about, "")
    yield "| Reading | the letter, *and the question* | our Reading | otherwise |"
    yield "|---|---|---|---|"
    for reading in sorted(readings, key=lambda reading: reading.number):
        where = "<br>".join(map(str, reading.where))
        letter = f"{reading.letter} *{reading.problem}*" if reading.letter else reading.problem
        otherwise = "<br>".join([*_switch(reading), *_alternatives(reading)])
        cells = (f"**{reading.number}**<br>{where}", letter, reading.choice, otherwise)
        yield f"| {' | '.join(cells)} |"
    yield ""


def _switch(reading: Reading) -> Iterator[str]:
    if reading.switch:
        ours, *others = (f'"{choice}"' for choice in reading.choices)
        values = " or ".join(f"`{choice}`" for choice in others)
        yield f"switch `{reading.switch}`: {values} instead of `{ours}`"


def _alternatives(reading: Reading) -> Iterator[str]:
    for alternative in reading.alternatives:
        yield f"{alternative.choice} {alternative.costs}" if alternative.costs else alternative.choice
