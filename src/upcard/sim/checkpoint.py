"""Checkpoints: the progress of a run in a file, so that the run can be resumed."""

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

FORMAT = 2
HEADER = "said"  # the name of the JSON part in the file
SECONDS_BETWEEN_WRITES = 5.0  # seconds between two writes


@dataclass(kw_only=True)
class Checkpoint:
    """A file that keeps the progress of a run."""

    path: Path
    resume: bool = False
    every: float = SECONDS_BETWEEN_WRITES
    _written: float = field(default=0.0, repr=False)

    def resumed(self, job: Job) -> Progress | None:
        """Return the progress of this run that the file keeps; None if there is no file yet."""
        if not self.path.exists():
            if self.resume:
                raise Misuse(f"--resume: {self.path} does not exist; start the run without --resume")
            if not self.path.parent.is_dir():
                raise Misuse(f"--checkpoint: {self.path.parent} is not a folder; create it first")
            return None
        if not self.resume:
            raise Misuse(
                f"--checkpoint: {self.path} exists already; add --resume to go on with it, or name another file"
            )
        header, progress = read_checkpoint(self.path)
        for name, value in _identity(job).items():
            if header.get(name) != value:
                raise Misuse(f"--resume: {self.path} is of another run: {_WORDS[name]}")
        if header["rounds"] != job.rounds and progress.tally.rounds != job.before(progress.chunks):
            raise Misuse(
                f"--resume: {self.path} ended with {header['rounds']:,} rounds and cannot go on to {job.rounds:,}"
            )
        return progress

    def keep(self, job: Job, progress: Progress, *, last: bool) -> None:
        """Write the progress if the last write is long ago or this is the last; atomically."""
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
    "plan": "its table, strategy, wagers or amounts differ",
    "seed": "its seed differs",
    "lane_rounds": "its rounds are divided differently",
}


def _identity(job: Job) -> dict[str, Any]:
    return {"format": FORMAT, "plan": job.plan.digest, "seed": job.seed, "lane_rounds": job.lane_rounds}


def written(job: Job, progress: Progress) -> bytes:
    """Return progress as the bytes of a file: the arrays, and everything else as JSON beside them."""
    arrays, numbers = {}, {}
    for count in fields(Tally):
        value = getattr(progress.tally, count.name)
        if isinstance(value, np.ndarray):
            arrays[count.name] = value
        elif count.name != "meter_wins":
            numbers[count.name] = value
    header = {**_identity(job), "chunks": progress.chunks, "rounds": job.rounds, "numbers": numbers}
    header["meter"] = asdict(progress.meter) if progress.meter else None
    file = io.BytesIO()
    arrays[HEADER] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def read_checkpoint(path: Path) -> tuple[dict[str, Any], Progress]:
    """Read a checkpoint; return its header and the progress; raise Misuse if the file is no checkpoint."""
    try:
        with np.load(path, allow_pickle=False) as file:
            header = json.loads(file[HEADER].tobytes())
            arrays = {name: file[name] for name in file.files if name != HEADER}
        tally = Tally(**arrays, **header["numbers"])
        meter = RunningMeter(**header["meter"]) if header["meter"] else None
        return header, Progress(chunks=header["chunks"], tally=tally, meter=meter)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as wrong:
        raise Misuse(f"--resume: {path} is not a checkpoint: {wrong}") from None
