"""Speed and memory of the exact mathematics, all in one run.

No exact analyzer of the blackjack wager is on PyPI, so no peer is measured here; the best public program needs
0.20 s and 36 MB for the eight-deck analysis on a machine of this class, the best in Python 80 s and 3.6 GB.
"""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
RUNS = 5
MOST_TIMES = 20  # how much longer the programs in NumPy may take


def compiled() -> Callable[[], float]:
    """Time the compiled programs; return a function that returns the seconds spent since its last call."""
    from upcard.exact.blackjack import compiled_programs, programs

    spent = 0.0

    class Timed:
        def __getattr__(self, name: str) -> Any:
            program = getattr(compiled_programs, name)

            def run(*arguments: Any) -> Any:
                nonlocal spent
                start = time.perf_counter()
                result = program(*arguments)
                spent += time.perf_counter() - start
                return result

            return run

    timed = Timed()
    programs.backend = lambda: timed

    def seconds() -> float:
        nonlocal spent
        elapsed, spent = spent, 0.0
        return elapsed

    return seconds


def eight_decks() -> None:
    """Analyze eight decks, every hand and upcard, pairs resplit to four hands."""
    from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
    from upcard.exact.blackjack.solve import best
    from upcard.rules.blackjack import BlackjackRules
    from upcard.rules.enums import HoleCard

    compiled_seconds = compiled()
    rules, shoe = BlackjackRules(splits=3, hole_card=HoleCard.DOWN), (32,) * 9 + (128,)
    whole, inside = [], []
    for _ in range(RUNS):
        start = time.perf_counter()
        value = best(BlackjackKernel(rules, shoe)).value
        whole.append(time.perf_counter() - start)
        inside.append(compiled_seconds())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"8 decks, resplit to 4 hands: value {value:+.16f} (published -0.0043058062897037)")
    print(f"  compiled {min(inside):.3f} s (promise 0.2), with Python {min(whole):.3f} s, the first {whole[0]:.3f} s")
    print(f"  peak memory of the process {memory:.0f} MB (promise 100)")


def net_results() -> None:
    """Compute the net results and the variance of a round, pairs split up to three times."""
    from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
    from upcard.exact.blackjack.nets import nets
    from upcard.exact.blackjack.solve import best
    from upcard.rules.blackjack import BlackjackRules
    from upcard.rules.enums import HoleCard

    compiled_seconds = compiled()
    print("net results and variance, all hands of a box together (target 2 s compiled, in all threads together):")
    for hole_card, splits, decks in (
        *((HoleCard.DOWN, splits, decks) for splits in (1, 2, 3) for decks in (1, 2, 6, 8)),
        (HoleCard.UP, 1, 6),
        (HoleCard.UP, 3, 6),
    ):
        kernel = BlackjackKernel(BlackjackRules(splits=splits, hole_card=hole_card), (4 * decks,) * 9 + (16 * decks,))
        solution = best(kernel)
        compiled_seconds()
        start = time.perf_counter()
        results = nets(kernel, solution)
        seconds, error = time.perf_counter() - start, max(results.errors.values())
        inside = compiled_seconds()
        bound = f"greatest ± {error:.0e}" if error else "exact"
        print(
            f"  hole card {hole_card.value}, {decks} decks, {splits} splits: compiled {inside:.2f} s,"
            f" in all {seconds:.2f} s; variance {results.variance:.6f}, {bound}"
        )


def fractions() -> None:
    """Price every optional wager at every pay table and 1 to 8 decks."""
    from upcard.results.default_table import assumed_table
    from upcard.results.prices import price
    from upcard.table import pay_tables
    from upcard.wagers import ALL

    began, prices = time.perf_counter(), 0
    by_wager = {}
    for wager in ALL:
        start = time.perf_counter()
        settings: dict[str, Any] = {}
        if wager.displayed:
            settings = {wager.displayed: [["5.00", "0.9"], ["100.00", "0.1"]]}
        elif not pay_tables(wager):
            settings = {"pays": {outcome.label: "3 to 1" for outcome in wager.wins}}
        for decks in range(1, 9):
            priced = price(assumed_table(wager, decks=decks, settings=settings))
            if settings:
                prices += len(priced.of(wager.name))
            else:
                prices += sum(len(priced.posted(wager.name, name)) for name in pay_tables(wager))
        by_wager[wager.name] = time.perf_counter() - start
    standing = sum(by_wager[wager.name] for wager in ALL if wager.sees_results)
    seconds = time.perf_counter() - began
    print(f"all optional wagers, all pay tables, 1 to 8 decks: {prices} prices in {seconds:.2f} s (promise 3)")
    print(f"  of these {standing:.2f} s for wagers on results of rounds, which are based on double precision")
    print("  " + ", ".join(f"{name} {seconds:.2f}" for name, seconds in by_wager.items()))


def cold() -> None:
    """Price every table that ships with upcard, each in a process of its own and without a cache."""
    upcard = str(Path(sys.executable).with_name("upcard"))
    print("upcard price TABLE.toml, cold process, nothing kept (promise 1 s):")
    for table in sorted((ROOT / "tables").glob("*.toml")):
        times = []
        for _ in range(3):
            start = time.perf_counter()
            subprocess.run((upcard, "price", str(table), "--no-cache"), check=True, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - start)
        print(f"  {table.name:<34} {min(times):.2f} s")


def processor_seconds(command: Sequence[str], kernel: str) -> float:
    """Return the processor time of a command in a process of its own, with its threads and workers."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "UPCARD_CACHE": "", "UPCARD_KERNEL": kernel}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def without_compiler() -> None:
    """Price every table that ships with upcard by the compiled programs and by those in NumPy."""
    upcard = str(Path(sys.executable).with_name("upcard"))
    print(f"upcard price TABLE.toml, cold, processor time compiled and in NumPy (promise {MOST_TIMES} times at most):")
    for table in sorted((ROOT / "tables").glob("*.toml")):
        command = (upcard, "price", str(table), "--no-cache")
        compiled_time = min(processor_seconds(command, "auto") for _ in range(3))
        numpy_time = processor_seconds(command, "numpy")
        times = numpy_time / compiled_time
        missed = "" if times <= MOST_TIMES else "  missed"
        print(f"  {table.name:<34} {compiled_time:6.2f} s {numpy_time:7.2f} s {times:6.1f} times{missed}", flush=True)


BENCHMARKS = {
    "eight_decks": eight_decks,
    "net_results": net_results,
    "fractions": fractions,
    "cold": cold,
    "without_compiler": without_compiler,
}


def main() -> None:
    """Run each benchmark in a process of its own, so that none warms the caches of another."""
    if len(sys.argv) > 1:
        BENCHMARKS[sys.argv[1]]()
        return
    for name in BENCHMARKS:
        subprocess.run((sys.executable, __file__, name), check=True, env={**os.environ, "UPCARD_CACHE": ""})


if __name__ == "__main__":
    main()
