"""The files that verbs make: each is whole or not there at all."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from upcard.cli.transcript_files import require_folder
from upcard.english import either
from upcard.errors import Misuse

OPTION = "-o"
STANDARD_OUTPUT = "-"


def require_output(name: str, what: str, *suffixes: str, option: str = OPTION) -> None:
    """Raise Misuse unless a file of this name can be made in one of these formats."""
    if name == STANDARD_OUTPUT:
        return
    try:
        is_folder = not name or name.endswith("/") or Path(name).is_dir()
    except OSError as wrong:
        raise _not_written(name, wrong, option) from None
    if is_folder:
        raise Misuse(f'{option}: "{name}" is not the name of a file: name one, such as {what}{suffixes[0]}')
    if Path(name).suffix.lower() not in suffixes:
        formats = either(suffixes)
        raise Misuse(f"{option}: {name}: the {what} is made as {formats}: name a file that ends so")
    require_folder(Path(name).parent, option)


def _not_written(name: str, wrong: OSError, option: str) -> Misuse:
    return Misuse(f"{option}: {name} cannot be written: {wrong.strerror}")


def write_whole_file(name: str, data: bytes, option: str = OPTION) -> None:
    """Write a file, and put it in the place of an older one only when it is whole."""
    write_whole_files({name: data}, option)


def write_whole_files(files: Mapping[str, bytes], option: str = OPTION) -> None:
    """Write files, and put them in the place of older ones only when all of them are whole."""
    drafts: list[tuple[Path, Path]] = []
    writing = ""
    try:
        for writing, data in files.items():
            drafts.append(_draft(Path(os.path.realpath(writing)), data))
        for draft, file in drafts:
            writing = str(file)
            draft.replace(file)
    except OSError as wrong:
        raise _not_written(writing, wrong, option) from None
    finally:
        for draft, _ in drafts:  # those that are in their places are not there any more
            with suppress(OSError):
                draft.unlink()


def _draft(file: Path, data: bytes) -> tuple[Path, Path]:
    """Write what a file will hold under another name in its folder; return both names."""
    handle, temporary = mkstemp(dir=file.parent, prefix=f".{file.name[:100]}-")
    draft = Path(temporary)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        mask = os.umask(0)
        os.umask(mask)
        draft.chmod(0o666 & ~mask)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    return draft, file
