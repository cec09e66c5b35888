"""Price tables in a separate process, so that no page waits: tables in, prices out as they are ready."""

import json
import os
import sys
from contextlib import suppress
from fractions import Fraction
from queue import SimpleQueue
from threading import Thread
from typing import Any

from upcard.api.mathematics import price
from upcard.api.table import loads
from upcard.errors import UpcardError
from upcard.law.folder import in_force
from upcard.pit.evolve import law_of
from upcard.web.price_values import LobbyPrice

NICE = 10  # dealing goes before pricing


def prices_of(text: str, law: str) -> tuple[LobbyPrice, ...]:
    """Return the house advantage of every wager of a table file by a law folder; nothing where it has no price."""
    try:
        with in_force(law_of(law)):
            prices = price(loads(text)).values()
        return tuple(LobbyPrice(each.wager, each.choice, each.house_advantage, each.exact) for each in prices)
    except UpcardError:
        return ()


def answered(question: str) -> str:
    """Answer a line (a table file and what its law folder says, as JSON) with a line of its prices."""
    prices = prices_of(*json.loads(question))
    return json.dumps([(each.wager, each.choice, str(each.house_advantage), each.exact) for each in prices])


def read_answer(line: bytes) -> tuple[LobbyPrice, ...]:
    """Read a line with prices."""
    rows: list[Any] = json.loads(line)
    return tuple(LobbyPrice(wager, choice, Fraction(part), exact) for wager, choice, part, exact in rows)


def main() -> None:
    """Price the tables on standard input, one after the other, until it ends."""
    os.nice(NICE)
    questions: SimpleQueue[str] = SimpleQueue()
    Thread(target=_read, args=(questions,), daemon=True).start()
    with suppress(BrokenPipeError):  # nobody waits for prices any more
        while True:
            print(answered(questions.get()), flush=True)


def _read(questions: "SimpleQueue[str]") -> None:
    """Pass requests on; exit as soon as the server is gone, even if it was killed, without finishing a long price."""
    for question in sys.stdin:
        questions.put(question)
    os._exit(0)


if __name__ == "__main__":
    main()
