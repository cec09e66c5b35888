"""The files that verbs make: each is whole or not there at all."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from upcard.cli.transcript_files import require_folder
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
        formats = " or ".join(suffixes)
        raise Misuse(f"{option}: {name}: the {what} is made as {formats}: name a file that ends so")
    require_folder(Path(name).parent, option)


def _not_written(name: str, wrong: OSError, option: str) -> Misuse:
    return Misuse(f"{option}: {name} cannot be written: {wrong.strerror}")


def write_whole_file(name: str, data: bytes, option: str = OPTION) -> None:
    """Write a file, and put it in the place of an older one only when it is whole."""
    file = Path(os.path.realpath(name))
    try:
        handle, temporary = mkstemp(dir=file.parent, prefix=f".{file.name[:100]}-")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            mask = os.umask(0)
            os.umask(mask)
            Path(temporary).chmod(0o666 & ~mask)
            os.replace(temporary, file)  # noqa: PTH105  # the path may be a link's target
        except BaseException:
            with suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as wrong:
        raise _not_written(name, wrong, option) from None
