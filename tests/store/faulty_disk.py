"""A file system under SQLite whose calls on the log fail when a test says so."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import apsw
import pytest

VFS = "faulty"


@dataclass
class Faults:
    """The calls on the log that fail, and how; whether one has, and which calls on any file came after it."""

    failing: dict[str, type[apsw.Error]] = field(default_factory=dict)
    failed: bool = False
    later: list[str] = field(default_factory=list)

    def meet(self, call: str, name: str | None) -> None:
        if self.failed:
            self.later.append(f"{call} {name}")
        if name is not None and name.endswith("-wal") and call in self.failing:
            self.failed = True
            raise self.failing[call]("injected")


class FaultyFile(apsw.VFSFile):
    def __init__(self, faults: Faults, base: str, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__(base, name, flags)
        self.faults, self.name = faults, name.filename() if isinstance(name, apsw.URIFilename) else name

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802  # SQLite's name
        self.faults.meet("write", self.name)
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.faults.meet("sync", self.name)
        super().xSync(flags)


class FaultyFileSystem(apsw.VFS):
    def __init__(self, name: str, faults: Faults) -> None:
        self.faults = faults
        super().__init__(name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> FaultyFile:  # noqa: N802
        return FaultyFile(self.faults, "", name, flags)


@pytest.fixture
def faults() -> Iterator[Faults]:
    made = Faults()
    system = FaultyFileSystem(VFS, made)
    yield made
    system.unregister()
