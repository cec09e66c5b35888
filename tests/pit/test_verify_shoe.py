"""The standalone program finds everything that is wrong with a shoe, and shares no code with the package."""

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.command import ROOT
from tests.pit.making import LABEL, flipped, shoe
from upcard.audit.shoe_exports import export_shoe
from upcard.pit.shoes import commit, is_proved, read_contents

PROGRAM = ROOT / "docs" / "verify_shoe.py"
SHOE, CUT, BURNED = shoe("exported"), 117, 1
SHOWN = [index for index in range(BURNED, 60) if index != 5]  # 5 lies face down
Export = dict[str, Any]


def export(*, disclosed: bool = True) -> Export:
    text = export_shoe(
        LABEL,
        decks=6,
        root=SHOE.root,
        cut=CUT,
        burned=BURNED,
        dealt=[SHOE.proof(index, cut=CUT) for index in SHOWN],
        disclosure=SHOE.contents if disclosed else None,
    )
    read: Export = json.loads(text)
    return read


def run(*arguments: str | Path) -> tuple[int, str]:
    """Run the program with the standard library alone."""
    command = [sys.executable, "-I", "-S", str(PROGRAM), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    return done.returncode, done.stdout


def verified(tmp_path: Path, content: object, *noted: str) -> tuple[int, str]:
    file = tmp_path / "shoe.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return run(file, *noted)


def test_a_true_shoe_is_verified(tmp_path: Path) -> None:
    proved = "yes: shoe 3 of table 'BJ-101', cut after 117 cards, 58 dealt cards proved"
    answer = f"{proved}, all 312 cards disclosed, root {SHOE.root}\n"
    assert verified(tmp_path, export()) == (0, answer)
    assert verified(tmp_path, export(), SHOE.root) == (0, answer)
    assert verified(tmp_path, export(), SHOE.root.upper()) == (0, answer)
    assert verified(tmp_path, export(disclosed=False)) == (0, f"{proved}, not disclosed yet, root {SHOE.root}\n")


def test_a_shoe_before_its_cut_has_a_root_only(tmp_path: Path) -> None:
    content = json.loads(export_shoe(LABEL, decks=6, root=SHOE.root))
    proved = "yes: shoe 3 of table 'BJ-101', not cut yet, 0 dealt cards proved, not disclosed yet"
    assert verified(tmp_path, content) == (0, f"{proved}, root {SHOE.root}\n")


def test_an_export_shows_nothing_that_is_hidden() -> None:
    text = json.dumps(export(disclosed=False))
    for index in (0, 5, *range(60, 312)):
        assert SHOE.proof(index, cut=CUT).salt not in text
    assert SHOE.contents.seed_text not in text
    assert " ".join(json.loads(text)) == "burned cut dealt decks disclosure format journal number root table"


def swapped_cards(content: Export) -> None:
    one, other = content["dealt"][:2]
    assert one["card"] != other["card"]
    one["card"], other["card"] = other["card"], one["card"]


def swapped_proofs(content: Export) -> None:
    one, other = content["dealt"][:2]
    for key in ("card", "salt", "path"):
        one[key], other[key] = other[key], one[key]


def swapped_order(content: Export) -> None:
    order = content["disclosure"]["order"]
    assert order[:2] != order[2:4]
    content["disclosure"]["order"] = order[2:4] + order[:2] + order[4:]


def other_deck(content: Export) -> None:
    """Commit to a shoe with one card in place of another, as only the licensee could."""
    order = SHOE.contents.order_text
    card = "As" if order[:2] != "As" else "Ks"
    false = commit(read_contents(card + order[2:], SHOE.contents.seed_text))
    proofs = [false.proof(index, cut=CUT) for index in SHOWN]
    assert all(is_proved(proof, root=false.root, cut=CUT, decks=6) for proof in proofs)
    text = export_shoe(LABEL, decks=6, root=false.root, cut=CUT, burned=1, dealt=proofs, disclosure=false.contents)
    content.update(json.loads(text))


def seven_alike(content: Export) -> None:
    """Commit to a shoe of aces, as only the licensee could, and disclose nothing."""
    false = commit(read_contents("As" * 312, SHOE.contents.seed_text))
    dealt = [false.proof(index, cut=CUT) for index in range(1, 8)]
    content.update(json.loads(export_shoe(LABEL, decks=6, root=false.root, cut=CUT, burned=1, dealt=dealt)))


def put(*path: str | int, value: object) -> Callable[[Export], None]:
    def change(content: Any) -> None:
        for key in path[:-1]:
            content = content[key]
        content[path[-1]] = value(content[path[-1]]) if callable(value) else value

    return change


OTHER = shoe("other")
BINDS = r"card \d+, .., is not what the root binds"
FALSE: dict[str, tuple[Callable[[Export], None], str]] = {
    "swapped cards": (swapped_cards, BINDS),
    "swapped proofs": (swapped_proofs, BINDS),
    "a changed cut": (put("cut", value=118), BINDS),
    "a cut outside the shoe": (put("cut", value=312), "a cut after 312 cards is impossible"),
    "a negative cut": (put("cut", value=CUT - 312), "a cut after -195 cards is impossible"),
    "no cut": (put("cut", value=None), "a cut after None cards is impossible"),
    "a changed salt": (put("dealt", 9, "salt", value=lambda old: flipped(old, 7)), BINDS),
    "a short salt": (put("dealt", 9, "salt", value=lambda old: old[2:]), "not 64 hexadecimal digits"),
    "a salt in capitals": (put("dealt", 9, "salt", value=str.upper), "not 64 hexadecimal digits"),
    "a changed index": (put("dealt", 57, "index", value=60), BINDS),
    "an index a shoe on": (put("dealt", 57, "index", value=59 + 312), "card 371 is burned, out of order, or not in"),
    "an index twice": (put("dealt", 9, "index", value=9), "card 9 is burned, out of order"),
    "a burned card": (put("burned", value=2), "card 1 is burned"),
    "more burned than there are": (put("burned", value=313), "313 cards burned of 6 decks is impossible"),
    "a truncated path": (put("dealt", 9, "path", value=lambda old: old[:-1]), "a path is too short"),
    "a longer path": (put("dealt", 9, "path", value=lambda old: [*old, old[0]]), "a path is too long"),
    "a changed path": (put("dealt", 9, "path", 3, value=lambda old: flipped(old, 100)), BINDS),
    "two parts as one": (put("dealt", 9, "path", value=lambda old: [old[0] + old[1], *old[2:]]), "not 64 hexadecimal"),
    "no card at all": (put("dealt", 9, "card", value="1h"), "card 11: there is no '1h', or no more"),
    "more than all letters": (put("dealt", 9, "card", value="\ud800"), r"there is no '\\ud800', or no more"),
    "seven of six": (seven_alike, "card 7: there is no 'As', or no more"),
    "a foreign root": (put("root", value=OTHER.root), BINDS),
    "a short root": (put("root", value=SHOE.root[:-2]), "not 64 hexadecimal digits"),
    "fewer decks": (put("decks", value=3), "a path is too long"),
    "no decks": (put("decks", value=0), "of 0 decks is impossible"),
    "too many decks": (put("decks", value=1261), "of 1261 decks is impossible"),
    "wrong decks": (other_deck, "the order disclosed is not that of 6 whole decks"),
    "a swapped order": (swapped_order, "what is disclosed has another root"),
    "a card missing": (put("disclosure", "order", value=lambda old: old[2:]), "not that of 6 whole decks"),
    "a changed seed": (
        put("disclosure", "seed", value=lambda old: flipped(old, 0)),
        "a dealt card is not as disclosed",
    ),
    "a short seed": (put("disclosure", "seed", value=lambda old: old[2:]), "not 64 hexadecimal digits"),
    "the disclosure of another shoe": (
        put("disclosure", value={"order": OTHER.contents.order_text, "seed": OTHER.contents.seed_text}),
        "a dealt card is not as disclosed",
    ),
}


@pytest.mark.parametrize("what", FALSE)
def test_everything_that_is_wrong_is_found(tmp_path: Path, what: str) -> None:
    change, problem = FALSE[what]
    content = export()
    change(content)
    code, answer = verified(tmp_path, content)
    assert (code, answer[:4], answer[-1]) == (1, "no: ", "\n")
    assert re.search(problem, answer), answer


def test_another_shoe_disclosed_is_found_where_no_card_was_dealt(tmp_path: Path) -> None:
    content = {**export(), "dealt": []}
    assert verified(tmp_path, content)[0] == 0
    content["disclosure"] = {"order": OTHER.contents.order_text, "seed": OTHER.contents.seed_text}
    assert verified(tmp_path, content) == (1, "no: what is disclosed has another root\n")


def test_a_shoe_that_is_whole_but_not_the_one_noted_is_found(tmp_path: Path) -> None:
    answer = f"no: the root is {SHOE.root}, not the one that you noted\n"
    assert verified(tmp_path, export(), OTHER.root) == (1, answer)


UNREADABLE: dict[str, tuple[Callable[[Export], None], str]] = {
    "another format": (put("format", value="upcard shoe 2"), "the format is 'upcard shoe 2'"),
    "no format": (lambda content: content.pop("format"), "'format' is missing"),
    "a text for a number": (put("decks", value="6"), "'decks' is missing or of another type"),
    "a truth for a number": (put("burned", value=True), "'burned' is missing or of another type"),
    "a fraction": (put("cut", value=117.0), "'cut' is missing or of another type"),
    "no list": (put("dealt", value=None), "'dealt' is missing or of another type"),
    "a card that is no object": (put("dealt", 0, value="Ah"), "'index' is missing or of another type"),
    "no text in a path": (put("dealt", 0, "path", 0, value=7), "len"),
    "no object": (put("disclosure", value=[]), "'order' is missing or of another type"),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, what: str) -> None:
    change, problem = UNREADABLE[what]
    content = export()
    change(content)
    code, answer = verified(tmp_path, content)
    assert (code, answer[:18]) == (2, "nothing to verify:")
    assert problem in answer


def test_what_is_no_file_of_json_is_one_line(tmp_path: Path) -> None:
    assert verified(tmp_path, [])[0] == 2
    file = tmp_path / "other.json"
    for content in (b"", b"{", b"\xff\xff", b"[" * 100_000):
        file.write_bytes(content)
        assert run(file)[0] == 2
    assert run(tmp_path / "none.json")[0] == 2
    assert run()[0] == 2


PARTS = [
    ("root",),
    ("disclosure", "seed"),
    *(("dealt", place, "salt") for place in range(len(SHOWN))),
    *(("dealt", place, "path", part) for place in range(len(SHOWN)) for part in range(6)),
]
VERIFY = runpy.run_path(str(PROGRAM))["verify"]


@given(some.sampled_from(PARTS), some.integers(0, 255))
@settings(max_examples=40)
def test_a_wrong_bit_anywhere_is_found(path: tuple[str | int, ...], bit: int) -> None:
    content = export()
    put(*path, value=lambda old: flipped(old, bit))(content)
    with pytest.raises(ValueError, match="not"):
        VERIFY(content, "")
