"""Checkpoints: the progress of a run in a file, so that the run can be resumed or extended."""

import fcntl
import hashlib
import io
import json
import os
import signal
import stat
import threading
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from upcard import __version__
from upcard.errors import Misuse
from upcard.sim.meters import RunningMeter
from upcard.sim.run import Job, Progress
from upcard.sim.tally import Tally

FORMAT = 3
MARK = b"upcard checkpoint\n"  # the first bytes of a file; a checksum of the rest follows
CHECKSUM = hashlib.sha256().digest_size
HEADER = "said"  # the name of the JSON part in the file
WHOLE = "whole."  # before the names of the arrays of the progress before a last chunk that is not whole
SECONDS_BETWEEN_WRITES = 5.0
KINDS = {stat.S_IFDIR: "a folder", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device", stat.S_IFIFO: "a pipe"}


@dataclass(kw_only=True)
class Checkpoint:
    """A file that keeps the progress of a run."""

    path: Path
    resume: bool = False
    every: float = SECONDS_BETWEEN_WRITES
    _written: float = field(default=0.0, repr=False)
    _unwritten: tuple[Job, Progress] | None = field(default=None, repr=False)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep every other run away from the file; raise Misuse if one uses it, or if it cannot be a checkpoint."""
        self._require_file()
        beside = self.path.with_name(f"{self.path.name}.lock")
        lock = _lock(self.path, beside)
        try:
            yield
            self._write()
        except BaseException:
            self._write()
            raise
        finally:
            with suppress(OSError):
                beside.unlink()
            lock.close()

    def _require_file(self) -> None:
        option = "--resume" if self.resume else "--checkpoint"
        try:
            kind = stat.S_IFMT(self.path.stat().st_mode)
        except (FileNotFoundError, NotADirectoryError):
            if self.resume:
                raise Misuse(f"--resume: {self.path} does not exist; start the run without --resume") from None
            if not self.path.parent.is_dir():
                raise Misuse(f"--checkpoint: {self.path.parent} is not a folder; create it first") from None
            return
        except (OSError, ValueError) as wrong:
            raise Misuse(f"{option}: {self.path}: {_words(wrong)}") from None
        if kind != stat.S_IFREG:
            raise Misuse(f"{option}: {self.path} is {KINDS.get(kind, 'no file')}; name a file")
        if not self.resume:
            raise Misuse(
                f"--checkpoint: {self.path} exists already; add --resume to go on with it, or name another file"
            )

    def resumed(self, job: Job) -> Progress | None:
        """Return the progress of this run that the file keeps; None if there is no file yet."""
        if not self.resume:
            return None
        header, progress = read_checkpoint(self.path)
        for name, value in _identity(job).items():
            if header.get(name) != value:
                raise Misuse(f"--resume: {self.path} is of another run: {_WORDS[name]}")
        if header["rounds"] == job.rounds:
            return progress
        # More rounds begin where every run has the same ones: after its whole chunks.
        whole = progress.whole or progress
        if progress.tally.rounds > job.rounds:
            raise Misuse(
                f"--resume: {self.path} has {progress.tally.rounds:,} rounds already, more than {job.rounds:,};"
                " ask for as many or more"
            )
        return whole

    def keep(self, job: Job, progress: Progress) -> None:
        """Write the progress if the last write is long ago; else when the next is due, or when the file is let go."""
        self._unwritten = job, progress
        if time.monotonic() - self._written >= self.every:
            self._write()

    def _write(self) -> None:
        """Write what is not written yet, whole or not at all."""
        if self._unwritten is None:
            return
        draft = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        with uninterrupted():
            try:
                with draft.open("wb") as file:
                    file.write(written(*self._unwritten))
                    file.flush()
                    os.fsync(file.fileno())
                draft.replace(self.path)
                self._unwritten, self._written = None, time.monotonic()
            except OSError as wrong:
                raise Misuse(f"--checkpoint: {self.path} cannot be written: {_words(wrong)}") from None
            finally:
                with suppress(OSError):
                    draft.unlink(missing_ok=True)


def _lock(path: Path, beside: Path) -> BinaryIO:
    """Lock the file beside a checkpoint; the lock ends with the process, however that ends."""
    while True:
        try:
            file = beside.open("ab")
        except OSError as wrong:
            raise Misuse(f"--checkpoint: {path} cannot be written: {_words(wrong)}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise Misuse(
                f"--checkpoint: another run is using {path}; wait until it has ended, or name another file"
            ) from None
        with suppress(OSError):
            if os.path.samestat(os.fstat(file.fileno()), beside.stat()):
                return file
        file.close()  # its holder has just removed it


def _words(wrong: OSError | ValueError) -> str:
    return getattr(wrong, "strerror", None) or "no file can have this name"


_WORDS = {
    "format": "it was written by another version",
    "version": "it was written by another version",
    "plan": "its table, strategy, wagers or amounts differ",
    "seed": "its seed differs",
    "lane_rounds": "its rounds are divided differently",
}


def _identity(job: Job) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": __version__,
        "plan": job.plan.digest,
        "seed": job.seed,
        "lane_rounds": job.lane_rounds,
    }


def written(job: Job, progress: Progress) -> bytes:
    """Return progress as the bytes of a file: the arrays, and everything else as JSON beside them."""
    header = {**_identity(job), "rounds": job.rounds, **_numbers(progress)}
    arrays = _arrays(progress)
    if progress.whole is not None:
        header["whole"] = _numbers(progress.whole)
        arrays |= {f"{WHOLE}{name}": array for name, array in _arrays(progress.whole).items()}
    file = io.BytesIO()
    arrays[HEADER] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez_compressed(file, allow_pickle=False, **arrays)
    content = file.getvalue()
    return MARK + hashlib.sha256(content).digest() + content


def _arrays(progress: Progress) -> dict[str, NDArray[np.int64]]:
    values = ((count.name, getattr(progress.tally, count.name)) for count in fields(Tally))
    return {name: value for name, value in values if isinstance(value, np.ndarray)}


def _numbers(progress: Progress) -> dict[str, Any]:
    """Return the parts of a progress that are not arrays, as JSON values."""
    names = [count.name for count in fields(Tally) if count.name not in (*_arrays(progress), "meter_wins")]
    return {
        "chunks": progress.chunks,
        "numbers": {name: getattr(progress.tally, name) for name in names},
        "meter": asdict(progress.meter) if progress.meter else None,
    }


def read_checkpoint(path: Path) -> tuple[dict[str, Any], Progress]:
    """Read a checkpoint; return its header and the progress; raise Misuse if the file is not a checkpoint."""
    content = _content(path)
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            header = json.loads(file[HEADER].tobytes())
            arrays = {name: file[name] for name in file.files if name != HEADER}
        before = {name.removeprefix(WHOLE): array for name, array in arrays.items() if name.startswith(WHOLE)}
        whole = _progress(header["whole"], before) if "whole" in header else None
        mine = {name: array for name, array in arrays.items() if not name.startswith(WHOLE)}
        return header, _progress(header, mine, whole)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):  # whole, so not of this version
        raise Misuse(f"--resume: {path} was written by another version of upcard; name another file") from None


def _progress(
    header: Mapping[str, Any], arrays: Mapping[str, NDArray[np.int64]], whole: Progress | None = None
) -> Progress:
    meter = RunningMeter(**header["meter"]) if header["meter"] else None
    counts: dict[str, Any] = {**arrays, **header["numbers"]}
    return Progress(chunks=header["chunks"], tally=Tally(**counts), meter=meter, whole=whole)


def _content(path: Path) -> bytes:
    """Return the content of a checkpoint without mark and checksum; raise Misuse if it is not as it was written."""
    try:
        with path.open("rb") as file:
            mark = file.read(len(MARK))
            if mark != MARK:
                why = "is empty" if not mark else "is not a checkpoint, or was written by another version of upcard"
                raise Misuse(f"--resume: {path} {why}; name another file")
            checksum, content = file.read(CHECKSUM), file.read()
    except OSError as wrong:
        raise Misuse(f"--resume: {path} cannot be read: {_words(wrong)}") from None
    if hashlib.sha256(content).digest() != checksum:
        raise Misuse(f"--resume: {path} is damaged: its content has changed since it was written; name another file")
    return content


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold an interrupt back until the work within is done."""
    if threading.current_thread() is not threading.main_thread():  # only the main one is interrupted
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
    if came and callable(before):
        before(signal.SIGINT, None)
