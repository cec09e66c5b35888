"""upcard.law_folder: answer by a licensee's law folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from upcard.law.folder import LawFolder, in_force
from upcard.table.law_folder import read_law_folder


@contextmanager
def law_folder(folder: str | Path) -> Iterator[LawFolder]:
    """Read tables and cite the law by a licensee's law folder within a `with` block.

    A table read within the block keeps the folder, whatever is asked about it later. Raises BadConfig with every
    fault of the folder.

    >>> import upcard
    >>> try:
    ...     with law_folder("no-such-folder"):
    ...         pass
    ... except upcard.BadConfig as bad:
    ...     print(bad)
    no-such-folder: there is no such folder: name a law folder
    """
    read = read_law_folder(folder)
    with in_force(read):
        yield read
