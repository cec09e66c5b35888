"""New files that appear complete under their name, or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from upcard.errors import StoreError
from upcard.store.clock import Random, system_random
from upcard.store.disk import Disk, SystemDisk

_SYSTEM_DISK = SystemDisk()
_SIDE_FILES = ("", "-wal", "-shm", "-journal", ".lock")  # those of SQLite


@contextmanager
def new_file(target: Path, *, disk: Disk = _SYSTEM_DISK, random: Random = system_random) -> Iterator[Path]:
    """Yield the path of a draft, which gets its name at the end of the block; after an error it is deleted."""
    taken = f"{target} already exists: nothing was changed"
    if target.exists():
        raise StoreError(taken)
    draft = target.with_name(f".{target.name}.{random(8).hex()}.new")
    try:
        yield draft
        disk.publish(draft, target)
    except FileExistsError as error:
        raise StoreError(taken) from error
    except OSError as error:
        raise StoreError(f"cannot write {target}: {error.strerror}") from error
    finally:
        for suffix in _SIDE_FILES:
            with suppress(OSError):
                draft.with_name(draft.name + suffix).unlink(missing_ok=True)
