"""Verify the shoe in SHOE.json, against the root that you noted before the cut: python verify_shoe.py SHOE.json [ROOT].

Needs only Python 3.11. Prints "yes" (exit code 0), the first thing that is wrong (1), or why it cannot be verified (2).
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path
from typing import Any

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def need(condition: bool, problem: str) -> None:
    """Stop at the first thing that is wrong."""
    if not condition:
        raise ValueError(problem)


def read(value: Any, **fields: type) -> list[Any]:
    """Return fields of a JSON object; a TypeError where they are not what they should be."""
    for name, kind in fields.items():
        if type(value) is not dict or type(value.get(name)) is not kind:
            raise TypeError(f"'{name}' is missing or of another type")
    return [value[name] for name in fields]


def unhex(text: str) -> bytes:
    """Read 32 bytes: everything hashed has a fixed length, so that no bytes can be taken in two ways."""
    need(len(text) == 64 and set(text) <= set("0123456789abcdef"), f"not 64 hexadecimal digits: {text[:70]!a}")
    return bytes.fromhex(text)


def leaf_hash(salt: bytes, place: int, card: str) -> bytes:
    """Hash a card with its salt and its place before the cut."""
    return hashlib.sha256(b"\0" + salt + place.to_bytes(2, "big") + card.encode()).digest()


def root_of(level: list[bytes]) -> bytes:
    """Compute the root of all leaves; a last node without a neighbor moves up as it is."""
    while len(level) > 1:
        pairs = [hashlib.sha256(b"\1" + level[at - 1] + level[at]).digest() for at in range(1, len(level), 2)]
        level = pairs + level[2 * len(pairs) :]
    return level[0]


def root_from(node: bytes, place: int, size: int, path: list[bytes]) -> bytes:
    """Compute the root from one leaf and its path: the neighbors on its way up, where there is one."""
    while size > 1:
        if place ^ 1 < size:
            need(bool(path), "a path is too short")
            beside, *path = path
            node = hashlib.sha256(b"\1" + (beside + node if place % 2 else node + beside)).digest()
        place, size = place // 2, (size + 1) // 2
    need(not path, "a path is too long")
    return node


def verify(shoe: dict[str, Any], noted: str) -> str:
    """Return what is true of a shoe; a ValueError with the first thing that is wrong."""
    form, decks, root, burned, dealt = read(shoe, format=str, decks=int, root=str, burned=int, dealt=list)
    table, number, cut = read(shoe, table=str, number=int, cut=type(None) if shoe.get("cut") is None else int)
    if form != "upcard shoe 1":
        raise TypeError(f"the format is {form!a}, not 'upcard shoe 1'")
    need(noted in ("", unhex(root).hex()), f"the root is {root}, not the one that you noted")
    need(1 <= decks <= 1260 and 0 <= burned <= 52 * decks, f"{burned} cards burned of {decks} decks is impossible")
    need(0 <= cut < 52 * decks if cut is not None else not (burned or dealt), f"a cut after {cut} cards is impossible")
    last, size, cards, salts = burned - 1, 52 * decks, {}, {}
    for one in dealt:
        index, card, salt, path = read(one, index=int, card=str, salt=str, path=list)
        need(last < index < size, f"card {index} is burned, out of order, or not in the shoe")
        place, last = (index + cut) % size, index
        cards[place], salts[place] = card, unhex(salt)
        need(card in DECK and [*cards.values()].count(card) <= decks, f"card {index}: there is no {card!a}, or no more")
        node = root_from(leaf_hash(salts[place], place, card), place, size, [unhex(part) for part in path])
        need(node == unhex(root), f"card {index}, {card}, is not what the root binds: card, salt, path or cut is wrong")
    stage = "not cut yet" if cut is None else f"cut after {cut} cards"
    proved = f"yes: shoe {number} of table {table!a}, {stage}, {len(dealt)} dealt cards proved"
    if shoe.get("disclosure") is None:
        return f"{proved}, not disclosed yet, root {root}"
    text, seed = read(shoe["disclosure"], order=str, seed=str)
    order = [text[at : at + 2] for at in range(0, len(text), 2)]
    need(sorted(order) == sorted(DECK * decks), f"the order disclosed is not that of {decks} whole decks")
    derived = [hmac.digest(unhex(seed), place.to_bytes(2, "big"), "sha256") for place in range(size)]
    need(all((order[at], derived[at]) == (cards[at], salts[at]) for at in cards), "a dealt card is not as disclosed")
    need(root_of([*map(leaf_hash, derived, range(size), order)]) == unhex(root), "what is disclosed has another root")
    return f"{proved}, all {size} cards disclosed, root {root}"


if __name__ == "__main__":
    try:
        print(verify(json.loads(Path(*sys.argv[1:2]).read_bytes()), "".join(sys.argv[2:]).lower()))
    except (OSError, TypeError, RecursionError, UnicodeDecodeError, json.JSONDecodeError) as problem:
        print(f"nothing to verify: {problem}; run: python verify_shoe.py SHOE.json [ROOT]")
        sys.exit(2)
    except ValueError as problem:
        print(f"no: {problem}")
        sys.exit(1)
