"""Checkpoints: what was counted so far, in a file, so that a run goes on where it was left."""

import io
import json
import os
import time
import zipfile
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from upcard.errors import Misuse
from upcard.sim.meters import RunningMeter
from upcard.sim.run import Job, Progress
from upcard.sim.tally import Tally

FORMAT = 1
EVERY = 5.0  # seconds between two writings


@dataclass(kw_only=True)
class Checkpoint:
    """A file that keeps the progress of a run."""

    path: Path
    resume: bool = False
    every: float = EVERY
    _written: float = field(default=0.0, repr=False)

    def taken_up(self, job: Job) -> Progress | None:
        """Give the progress that the file keeps of this very run; nothing if there is no file yet."""
        if not self.path.exists():
            if self.resume:
                raise Misuse(f"--resume: {self.path} is not there")
            if not self.path.parent.is_dir():
                raise Misuse(f"--checkpoint: {self.path.parent} is no folder")
            return None
        if not self.resume:
            raise Misuse(f"--checkpoint: {self.path} is there already; --resume goes on with it")
        told, progress = read(self.path)
        for name, wanted in _told(job).items():
            if told.get(name) != wanted:
                raise Misuse(f"--resume: {self.path} is of another run: {_WORDS[name]}")
        if told["rounds"] != job.rounds and progress.tally.rounds != job.before(progress.chunks):
            raise Misuse(
                f"--resume: {self.path} ended with {told['rounds']:,} rounds and cannot go on to {job.rounds:,}"
            )
        return progress

    def keep(self, job: Job, progress: Progress, *, last: bool) -> None:
        """Write the progress from time to time, and at the end; whole or not at all."""
        now = time.monotonic()
        if not last and now - self._written < self.every:
            return
        self._written = now
        draft = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            draft.write_bytes(written(job, progress))
            draft.replace(self.path)
        except OSError as wrong:
            draft.unlink(missing_ok=True)
            raise Misuse(f"--checkpoint: {self.path} cannot be written: {wrong.strerror or wrong}") from None


_WORDS = {
    "format": "it was written by another version",
    "plan": "its table, strategy, wagers or amounts are not those asked for",
    "seed": "its seed is another",
    "lane_rounds": "its rounds were divided otherwise",
}


def _told(job: Job) -> dict[str, Any]:
    return {"format": FORMAT, "plan": job.plan.digest, "seed": job.seed, "lane_rounds": job.lane_rounds}


def written(job: Job, progress: Progress) -> bytes:
    """Write progress as a file: arrays, and all else as JSON beside them."""
    arrays, numbers = {}, {}
    for one in fields(Tally):
        value = getattr(progress.tally, one.name)
        if isinstance(value, np.ndarray):
            arrays[one.name] = value
        elif one.name != "meter_wins":
            numbers[one.name] = value
    said = {**_told(job), "chunks": progress.chunks, "rounds": job.rounds, "numbers": numbers}
    said["meter"] = asdict(progress.meter) if progress.meter else None
    held = io.BytesIO()
    arrays["said"] = np.frombuffer(json.dumps(said).encode(), np.uint8)
    np.savez_compressed(held, allow_pickle=False, **arrays)
    return held.getvalue()


def read(path: Path) -> tuple[dict[str, Any], Progress]:
    """Read a file that keeps progress."""
    try:
        with np.load(path, allow_pickle=False) as held:
            said = json.loads(held["said"].tobytes())
            arrays = {name: held[name] for name in held.files if name != "said"}
        tally = Tally(**arrays, **said["numbers"])
        meter = RunningMeter(**said["meter"]) if said["meter"] else None
        return said, Progress(chunks=said["chunks"], tally=tally, meter=meter)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as wrong:
        raise Misuse(f"--resume: {path} is no checkpoint: {wrong}") from None
