"""Run the notebook of the guide and compare what its cells print with the guide: `python -m tools.run_notebook [N]`."""

import sys
from typing import Any

import nbclient
import nbformat
from jupyter_client.manager import AsyncKernelManager
from tests.command import ROOT

from tools.python_guide import NOTEBOOK


def printed(cell: Any) -> str:
    """Return what a cell printed, and its value."""
    texts = [output.get("text") or output["data"]["text/plain"] for output in cell.outputs]
    return "".join(f"{text}\n" for text in texts)


def plain(text: str) -> str:
    """Return a text without blanks, since a notebook breaks long lines elsewhere."""
    return "".join(text.replace("<BLANKLINE>", "").split())


def main(cells: int | None = None) -> int:
    """Run the first cells, or all; return how many print something else than the guide says."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]  # it has few types
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"][:cells]
    last = notebook.cells.index(code[-1]) + 1
    notebook.cells = notebook.cells[:last]
    kernel = AsyncKernelManager(kernel_name="python3", transport="ipc")  # nobody else on the machine can connect
    nbclient.NotebookClient(notebook, km=kernel, timeout=300, resources={"metadata": {"path": str(ROOT)}}).execute()
    wrong = [cell for cell in code if plain(printed(cell)) != plain(cell.metadata.get("prints", ""))]
    for cell in wrong:
        print(f"{cell.source}\n\nprinted {printed(cell)!r},\nnot {cell.metadata.get('prints', '')!r}\n")
    print(f"{len(code)} cells run")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
