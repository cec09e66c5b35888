"""The files of transcripts: a new one for every round, and none that exists is ever overwritten."""

import os
from itertools import count
from pathlib import Path
from stat import S_ISDIR

from upcard.errors import Misuse
from upcard.table import is_path, shipped_table


def require_new_file(name: str) -> None:
    """Raise Misuse unless a file of this name can be made: nothing has the name, and its folder can be written to."""
    try:
        if name in ("", "-") or name.endswith("/"):
            raise Misuse(f'--transcript: "{name}" is not the name of a file: name a new one, such as round.toml')
        mode = os.lstat(name).st_mode
    except FileNotFoundError:
        require_folder(Path(name).parent, "--transcript")
    except OSError as wrong:
        raise Misuse(f"--transcript: {name} cannot be written: {wrong.strerror}") from None
    else:
        is_what = (
            "is a folder: name a new file in it" if S_ISDIR(mode) else "exists, and is not overwritten: name a new file"
        )
        raise Misuse(f"--transcript: {name} {is_what}")


def require_folder(folder: Path, option: str) -> None:
    """Raise Misuse unless a folder exists and can be written to; the option is what names a file in it."""
    if not folder.exists():
        raise Misuse(f"{option}: the folder {folder} does not exist: make it first, or name another")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Misuse(f"{option}: you may not write to the folder {folder}: name another")


def table_reference(file: str, folder: Path) -> str:
    """Return how a round in a folder refers to its table: the name of one that comes with upcard, or a path."""
    if shipped_table(file):
        return file
    path = os.path.relpath(file, folder)
    return path if is_path(path) else f"./{path}"


def write_new_file(name: str, round_number: int, text: str) -> Path:
    """Write a round to the file of its number, or of the next that is free; raise OSError if that cannot be done."""
    data = text.encode()
    for number in count(round_number):
        file = Path(name)
        file = file.with_name(f"{file.stem}-{number}{file.suffix}") if number > 1 else file
        try:
            stream = file.open("xb")
        except FileExistsError:
            continue
        try:
            with stream:
                stream.write(data)
        except BaseException:
            file.unlink(missing_ok=True)  # a part of a round would not be a round
            raise
        return file
    raise AssertionError
