"""Process time of `upcard check`, imports included: the promise is less than 0.3 s for a table."""

import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROMISE = 0.3
RUNS = 20


def seconds(*command: str) -> float:
    """Return the processor time, user and system, of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure the start of Python, a lawful table and an unlawful one, in one run."""
    upcard = str(Path(sys.executable).with_name("upcard"))
    cases = {
        "python3 -c pass": (sys.executable, "-c", "pass"),
        "upcard --version": (upcard, "--version"),
        "upcard check tables/in-between.toml": (upcard, "check", "tables/in-between.toml"),
        "upcard check tables/unlawful/excluded-together.toml": (
            upcard,
            "check",
            "tables/unlawful/excluded-together.toml",
        ),
    }
    for name, command in cases.items():
        seconds(*command)
        times = [seconds(*command) for _ in range(RUNS)]
        print(f"{name:<55} median {statistics.median(times):.3f} s, worst of {RUNS} {max(times):.3f} s")
    print(f"promise: less than {PROMISE} s of process time")


if __name__ == "__main__":
    main()
