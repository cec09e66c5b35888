"""Processor time to draw, commit to and seal a shoe of six decks, to open it, and to prove a card."""

import time
from collections.abc import Callable

from upcard.pit.shoe_keys import MasterKey, ShoeKeys, ShoeLabel
from upcard.pit.shoes import commit, draw_contents
from upcard.store.clock import system_random

PROMISES = {"seal": 3.0, "open": 3.0, "prove a card": 1.0}  # milliseconds
RUNS = 200
LABEL = ShoeLabel("0f8c3a", "BJ-101", 3)
KEYS = ShoeKeys((MasterKey(system_random(32)),))


def milliseconds(act: Callable[[], object]) -> float:
    """Return the processor time of one of many runs."""
    start = time.process_time()
    for _ in range(RUNS):
        act()
    return (time.process_time() - start) / RUNS * 1000


def seal() -> None:
    """Do all that the command to seal a shoe does with its cards."""
    shoe = commit(draw_contents(6, system_random))
    KEYS.seal(shoe.contents, LABEL, random=system_random)


def main() -> None:
    """Print each time beside what is promised."""
    shoe = commit(draw_contents(6, system_random))
    sealed = KEYS.seal(shoe.contents, LABEL, random=system_random)
    acts: dict[str, Callable[[], object]] = {
        "seal": seal,
        "open": lambda: KEYS.open(sealed, LABEL, root=shoe.root),
        "prove a card": lambda: shoe.proof(200, cut=117),
    }
    for name, act in acts.items():
        print(f"{name:14}{milliseconds(act):8.3f} ms   (promised: below {PROMISES[name]:.0f} ms)")


if __name__ == "__main__":
    main()
