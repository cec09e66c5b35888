"""Run a command and print the modules it passes, in the order in which each is first called."""

import contextlib
import io
import os
import pkgutil
import sys
import threading
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import upcard
from upcard.cli import main

ROOT = Path(upcard.__file__).parent


def imported() -> None:
    """Import every module first, so that only what is called is traced."""
    for module in pkgutil.walk_packages(upcard.__path__, "upcard."):
        if not module.name.endswith(("_build", "__main__")):
            import_module(module.name)


def passed(arguments: list[str]) -> list[str]:
    modules: dict[str, None] = {}

    def profile(frame: FrameType, event: str, _: Any) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(str(ROOT)):
            modules.setdefault(str(Path(path).relative_to(ROOT)))

    threading.setprofile(profile)
    sys.setprofile(profile)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main(arguments)
    sys.setprofile(None)
    threading.setprofile(None)
    return list(modules)


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # on several, the order of modules may vary
    imported()
    print("\n".join(passed(sys.argv[1:])))
