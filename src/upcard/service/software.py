"""The fingerprint of the software that runs: of every file of the installed package."""

from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
_MADE_BY_PYTHON = "__pycache__"


def fingerprint(folder: Path = PACKAGE) -> str:
    """Return the SHA-256 over the files of a folder: of each its path, its length and its bytes, in order of paths."""
    whole = sha256()
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    for name in sorted(name for name in files if _MADE_BY_PYTHON not in Path(name).parts):
        contents = files[name].read_bytes()
        whole.update(f"{len(name.encode())}:{name},{len(contents)}:".encode())
        whole.update(contents)
    return whole.hexdigest()
