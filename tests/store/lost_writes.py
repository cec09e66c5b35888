"""What may be on a disk after a power loss: from a log of what was written and forced, files that could have survived.

A write is certain once its file was forced to the disk after it. Until then each of its sectors may have arrived or
not, in any order, so that a file may hold any mixture of old and new sectors. The entries of a folder are a journal,
as file systems keep it: each folder keeps a beginning of its changes, at least up to the last time that the folder, or
a file whose entry it is, was forced.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from random import Random

SECTORS = (512, 4096)


@dataclass(frozen=True)
class Write:
    path: str
    offset: int
    content: bytes


@dataclass(frozen=True)
class Truncate:
    path: str
    size: int


@dataclass(frozen=True)
class Create:
    path: str


@dataclass(frozen=True)
class Delete:
    path: str


@dataclass(frozen=True)
class Rename:
    path: str
    new: str


@dataclass(frozen=True)
class Link:
    path: str
    new: str


@dataclass(frozen=True)
class SyncStart:
    """Forcing a file has begun: what was written before this is certain when it ends."""

    path: str
    number: int


@dataclass(frozen=True)
class SyncEnd:
    path: str
    number: int


@dataclass(frozen=True)
class Mark:
    """What the program knew at this moment, such as how many rows had been acknowledged."""

    name: str
    value: int


Operation = Write | Truncate | Create | Delete | Rename | Link | SyncStart | SyncEnd | Mark
Pending = Write | Truncate


@dataclass(eq=False)
class File:
    """A file: what is certain, what is not yet, and how much of that is being forced, by the number of the forcing."""

    certain: bytearray = field(default_factory=bytearray)
    pending: list[Pending] = field(default_factory=list)
    syncing: dict[int, int] = field(default_factory=dict)

    def sync_end(self, number: int) -> None:
        count = self.syncing.pop(number, 0)
        for change in self.pending[:count]:
            apply(self.certain, change)
        del self.pending[:count]
        self.syncing = {other: max(0, there - count) for other, there in self.syncing.items()}

    def sync_failed(self, random: Random) -> None:
        """Forget what is not certain: some of it has arrived, and no later sync writes the rest."""
        self.certain, self.pending = bytearray(self.survivor(random)), []
        self.syncing = dict.fromkeys(self.syncing, 0)

    def survivor(self, random: Random) -> bytes:
        """Return one of the contents that the file may have."""
        content = bytearray(self.certain)
        for change in _surviving(self.pending, random):
            apply(content, change)
        return bytes(content)


def apply(content: bytearray, change: Pending) -> None:
    """Write or cut; a hole is filled with zeros."""
    if isinstance(change, Truncate):
        del content[change.size :]
        content.extend(bytes(change.size - len(content)))
        return
    end = change.offset + len(change.content)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    content[change.offset : end] = change.content


def _surviving(pending: list[Pending], random: Random) -> list[Pending]:
    """Choose what arrived of the uncertain changes: nothing, all, a beginning with a torn end, or any sectors."""
    choice = random.random()
    if not pending or choice < 0.15:
        return []
    if choice < 0.3:
        return list(pending)
    if choice < 0.5:
        count = random.randrange(len(pending) + 1)
        last = list(_torn(pending[count], random)) if count < len(pending) else []
        return [*pending[:count], *last]
    return _any_sectors(pending, random)


def _torn(change: Pending, random: Random) -> Iterable[Pending]:
    pieces = list(_sectors(change, random.choice(SECTORS)))
    return pieces[: random.randrange(len(pieces) + 1)]


def _sectors(change: Pending, size: int) -> Iterable[Pending]:
    """Cut a write at the borders of sectors: one of them arrives whole or not at all."""
    if isinstance(change, Truncate):
        yield change
        return
    start, end = change.offset, change.offset + len(change.content)
    while start < end:
        border = min(end, (start // size + 1) * size)
        yield Write(change.path, start, change.content[start - change.offset : border - change.offset])
        start = border


def _any_sectors(pending: list[Pending], random: Random) -> list[Pending]:
    share, size = random.choice((0.05, 0.5, 0.95)), random.choice(SECTORS)
    kept: list[Pending] = []
    run: list[Pending] = []  # sectors between two cuts, of which any may arrive last
    for change in pending:
        if isinstance(change, Truncate):
            random.shuffle(run)
            kept += run
            run = []
            kept += [change] if random.random() < share else []
        else:
            run += [piece for piece in _sectors(change, size) if random.random() < share]
    random.shuffle(run)
    return kept + run


@dataclass
class Folder:
    """A folder: its certain entries, and the changes of them that are not certain yet."""

    certain: dict[str, File] = field(default_factory=dict)
    pending: list[dict[str, File | None]] = field(default_factory=list)  # what names mean from then on

    def entries(self, count: int | None = None) -> dict[str, File]:
        entries: dict[str, File | None] = dict(self.certain)
        for change in self.pending[:count]:
            entries.update(change)
        return {name: file for name, file in entries.items() if file is not None}

    def make_certain(self, count: int) -> None:
        self.certain = self.entries(count)
        del self.pending[:count]


class LossyDisk:
    """A disk to which a log is applied, operation by operation; at any moment the power may fail."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.folders: dict[str, Folder] = {}
        self.marks: dict[str, int] = {}
        self._syncing_folders: dict[int, tuple[Folder, int]] = {}
        for path, content in files.items():
            parent, name = split(path)
            self._folder(parent).certain[name] = File(bytearray(content))

    def _folder(self, path: str) -> Folder:
        return self.folders.setdefault(path, Folder())

    def _file(self, path: str) -> File | None:
        parent, name = split(path)
        return self._folder(parent).entries().get(name)

    def _existing(self, path: str) -> File:
        file = self._file(path)
        assert file is not None, f"used before it was created: {path}"
        return file

    def apply(self, operation: Operation) -> None:
        handlers: dict[type, Callable[..., None]] = {
            Write: self._change,
            Truncate: self._change,
            Create: self._create,
            Delete: self._delete,
            Rename: self._rename,
            Link: self._link,
            SyncStart: self._sync_start,
            SyncEnd: self._sync_end,
            Mark: self._mark,
        }
        handlers[type(operation)](operation)

    def _change(self, change: Pending) -> None:
        self._existing(change.path).pending.append(change)

    def _create(self, operation: Create) -> None:
        parent, name = split(operation.path)
        self._folder(parent).pending.append({name: File()})

    def _delete(self, operation: Delete) -> None:
        parent, name = split(operation.path)
        self._folder(parent).pending.append({name: None})

    def _rename(self, operation: Rename) -> None:
        old_parent, old_name = split(operation.path)
        parent, name = split(operation.new)
        file = self._existing(operation.path)
        if parent == old_parent:
            self._folder(parent).pending.append({name: file, old_name: None})
        else:
            self._folder(parent).pending.append({name: file})
            self._folder(old_parent).pending.append({old_name: None})

    def _link(self, operation: Link) -> None:
        parent, name = split(operation.new)
        self._folder(parent).pending.append({name: self._existing(operation.path)})

    def _sync_start(self, operation: SyncStart) -> None:
        if operation.path in self.folders:
            folder = self.folders[operation.path]
            self._syncing_folders[operation.number] = (folder, len(folder.pending))
        elif (file := self._file(operation.path)) is not None:
            file.syncing[operation.number] = len(file.pending)

    def _sync_end(self, operation: SyncEnd) -> None:
        if operation.number in self._syncing_folders:
            folder, count = self._syncing_folders.pop(operation.number)
            folder.make_certain(count)
            return
        parent, name = split(operation.path)
        folder = self._folder(parent)
        file = folder.entries().get(name)
        if file is not None:
            file.sync_end(operation.number)
            last = max((place for place, change in enumerate(folder.pending, 1) if file in change.values()), default=0)
            folder.make_certain(last)

    def _mark(self, mark: Mark) -> None:
        self.marks[mark.name] = mark.value

    def sync_failed(self, path: str, random: Random) -> None:
        """Lose what was not certain of a file, as after an fsync that reported an error."""
        self._existing(path).sync_failed(random)

    def survivors(self, random: Random) -> dict[str, bytes]:
        """Return files that may be there after a power loss at this moment."""
        files: dict[str, bytes] = {}
        for path, folder in self.folders.items():
            count = random.choice((0, len(folder.pending), random.randint(0, len(folder.pending))))
            for name, file in folder.entries(count).items():
                files[f"{path.rstrip('/')}/{name}"] = file.survivor(random)
        return files

    def whole(self) -> dict[str, bytes]:
        """Return the files with everything that was written."""
        files: dict[str, bytes] = {}
        for path, folder in self.folders.items():
            for name, file in folder.entries().items():
                content = bytearray(file.certain)
                for change in file.pending:
                    apply(content, change)
                files[f"{path.rstrip('/')}/{name}"] = bytes(content)
        return files


def split(path: str) -> tuple[str, str]:
    place = PurePosixPath(path)
    return str(place.parent), place.name
