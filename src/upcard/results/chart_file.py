"""A chart of plays from a file: read within the limits of table files, and every play that is not possible named."""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from upcard.errors import Misuse
from upcard.exact.blackjack.chart import TOTALS, charted_as
from upcard.exact.blackjack.solve import policy_keys
from upcard.payoffs.hands import VALUES, all_hands
from upcard.payoffs.plays import PLAY_BITS
from upcard.results.blackjack import BlackjackPrice
from upcard.results.wording import card_words
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.table import BadConfig, Problem
from upcard.table.keys import keys_of, printable, text_of
from upcard.table.value_readers import shown

PAID, FREE = HandKind.INITIAL, HandKind.ADDED_FREE  # hands with chips on them, and without
LARGEST_CHART = 1 << 24  # that of a table with the hole card face up is more than 1 MiB, with the value of every play
EMPTY = 'a chart has "chart": hand, then upcard, then play'
KEYS = {PAID: ("chart", "otherwise"), FREE: ("chart_of_free_hands", "otherwise_of_free_hands")}
ALWAYS = (Play.STAND.value, Play.DRAW.value)  # possible with every hand that has a choice
WORDS = tuple(play.value for play in Play)

Rows = Mapping[str, Mapping[str, str]]  # by hand and upcard


@dataclass(frozen=True, kw_only=True)
class ChartOfHands:
    """The first play of every hand that a file states, and what is played where that is not possible."""

    first: Rows
    otherwise: Rows

    def plays(self, row: str, up: str) -> tuple[Play | None, Play | None]:
        """Return the first play and the other one; None where the file states none."""
        words = (rows.get(row, {}).get(up) for rows in (self.first, self.otherwise))
        first, other = (Play(word) if word else None for word in words)
        return first, other


def read_chart(blackjack: BlackjackPrice, path: str) -> Mapping[HandKind, ChartOfHands]:
    """Read a chart as `upcard strategy --json` writes one; raise Misuse with every play that is not possible."""
    document = _document(path)
    stated = {key: document.get(key, {}) for keys in KEYS.values() for key in keys}
    for key, rows in stated.items():
        if rows is None:  # our JSON may say so
            stated[key] = {}
        elif not isinstance(rows, dict):
            raise Misuse(f"{path}: {key}: not a chart: write it as hand, then upcard, then play")
    if "chart" not in document:
        raise Misuse(
            f'{path}: not a chart: it must have "chart", and may have "otherwise": hand, then upcard, then play'
        )
    wrong = [problem for kind, keys in KEYS.items() for problem in _problems(blackjack, kind, stated, keys)]
    if wrong:
        raise Misuse("\n".join(f"{path}: {problem}" for problem in wrong))
    paid, free = (ChartOfHands(first=stated[first], otherwise=stated[other]) for first, other in KEYS.values())
    return {PAID: paid, FREE: ChartOfHands(first=free.first or paid.first, otherwise=free.otherwise or paid.otherwise)}


def _document(path: str) -> Mapping[str, Any]:
    if not path.endswith(".json"):
        return keys_of(path, EMPTY)[0].raw
    text = text_of(path, EMPTY, largest=LARGEST_CHART)

    def bad(message: str, line: int = 1) -> BadConfig:
        return BadConfig((Problem(file=path, line=line, key=None, message=message),))

    try:
        document = json.loads(text)
    except RecursionError:
        raise bad("is nested too deeply") from None
    except json.JSONDecodeError as wrong:
        raise bad(f"not JSON: {wrong.msg} (column {wrong.colno})", wrong.lineno) from None
    except ValueError:  # the only other one
        raise bad(f"number too large: the limit is {sys.get_int_max_str_digits()} digits") from None
    if not isinstance(document, dict):
        raise Misuse(f"{path}: not a chart: a chart is written by hand, then upcard, then play")
    return document


def _problems(
    blackjack: BlackjackPrice, kind: HandKind, stated: Mapping[str, Any], keys: tuple[str, str]
) -> Iterator[str]:
    """Yield every row, upcard and play that does not exist, and every play that the rules do not allow."""
    showings = {card_words(tree.shown): number for number, tree in enumerate(blackjack.kernel.dealer.trees)}
    for key in keys:
        for row, cells in stated[key].items():
            hand, is_row = _hands_of(row)
            if not is_row or not isinstance(cells, Mapping) or (hand is None and key == "chart"):
                yield f'{key}: "{printable(row)}" is not a hand: write hard 5 to 20, soft 13 to 20, or pair A to 10'
                continue
            for up, word in cells.items():
                if up not in showings:
                    yield f'{key}: {row}: "{printable(up)}" is not an upcard: write A, or 2 to 10'
                elif not isinstance(word, str) or word not in WORDS:
                    known = ", ".join(WORDS)
                    yield f"{key}: {row} against {up}: {shown(word)} is not a play: write one of {known}"
                elif key == "chart":
                    assert hand is not None
                    if Play(word) not in (Play.STAND, *blackjack.kernel.plays.first(hand, _upcard(up))):
                        yield f"{key}: {row} against {up}: {word} is not allowed at this table with {card_words(hand)}"
                elif why := _why_never(
                    blackjack, kind, row, showings[up], Play(word), _before(stated, keys, key, row, up)
                ):
                    yield f"{key}: {row} against {up}: {word} {why}"


def _upcard(showing: str) -> int:
    upcard = showing.partition("-")[0]
    return 1 if upcard == "A" else int(upcard)


def _before(stated: Mapping[str, Any], keys: tuple[str, str], key: str, row: str, up: str) -> str | None:
    """Return the play that is made before another one, where that is possible; None for a first play."""
    first = stated[keys[0]].get(row) if key == keys[1] else None
    return first.get(up) if isinstance(first, Mapping) else None


def _why_never(
    blackjack: BlackjackPrice, kind: HandKind, row: str, showing: int, play: Play, before: str | None
) -> str | None:
    """Return why a play is never made, of a hand that is not split, after a first play that is not possible."""
    masks = [
        blackjack.kernel.masks(showing, key)[number]
        for key in policy_keys(blackjack.kernel)
        if charted_as(key) is kind
        for number in _numbers_of_rows()[row]
    ]
    bit = PLAY_BITS.get(play, 0)
    if not any(mask & bit for mask in masks):
        return "is not possible at this table with such a hand"
    if before in ALWAYS and before != play.value:
        return f"is never played: {before}, the first play, is always possible"
    return None


@cache
def _numbers_of_rows() -> Mapping[str, list[int]]:
    """Return the numbers of the hands of each row: those of its total, or a pair."""
    hands, rows = all_hands(), dict[str, list[int]]()
    for number, (total, cards) in enumerate(zip(hands.totals, hands.lengths, strict=True)):
        if cards > 1:
            rows.setdefault(row_of(total), []).append(number)
    return rows | {row_of_pair(value): [hands.of(value, value)] for value in range(1, VALUES + 1)}


def row_of(total: Total) -> str:
    """Return the name of the row of a total."""
    return f"{'soft' if total.soft else 'hard'} {total.points}"


def row_of_pair(value: int) -> str:
    """Return the name of the row of a pair."""
    return f"pair {card_words((value,))}"


def _hands_of(row: str) -> tuple[tuple[int, int] | None, bool]:
    """Return the values of two cards of a row, if two can make it, and whether there is such a row."""
    for value in range(1, VALUES + 1):
        if row == row_of_pair(value):
            return (value, value), True
    for total in TOTALS:
        if row == row_of(total):
            low, high = (1, total.points - 11) if total.soft else _two_cards(total.points)
            return ((low, high) if max(low, high) <= VALUES else None), True
    return None, False


def _two_cards(points: int) -> tuple[int, int]:
    """Return the values of two cards that make a hard total."""
    low = max(2, points - VALUES)
    return low, points - low
