"""How long a person waits for a command: wall time from an empty cache, the median of five runs."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNS = 5
PROMISES = {  # seconds on two cores
    "price --all": 3.0,
    "price tables/free-bet.toml": 0.8,
    "price tables/multiple-action.toml --joint": 2.0,
    "price tables/blackjack.toml --sweep decks=1-8": 2.0,
    "check tables/blackjack.toml": 0.15,
}


def seconds(arguments: str) -> float:
    """Return the wall time of one command, its cache empty."""
    upcard = str(Path(sys.executable).with_name("upcard"))
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "UPCARD_CACHE": cache}
        start = time.perf_counter()
        subprocess.run((upcard, *arguments.split()), cwd=ROOT, check=True, stdout=subprocess.DEVNULL, env=environment)
        return time.perf_counter() - start


def main() -> None:
    """Measure every command in turn, five times."""
    times: dict[str, list[float]] = {arguments: [] for arguments in PROMISES}
    for _ in range(RUNS):
        for arguments, measured in times.items():
            measured.append(seconds(arguments))
    for arguments, measured in times.items():
        median, promise = statistics.median(measured), PROMISES[arguments]
        print(f"upcard {arguments:<52} {median:6.2f} s   {promise:.2f}{'' if median <= promise else '  missed'}")


if __name__ == "__main__":
    main()
