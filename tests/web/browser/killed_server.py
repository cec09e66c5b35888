"""A server in a process of its own, which a test kills as the system does, and starts again on the same port.

`python -m tests.web.browser.killed_server FOLDER PORT DECKS CARDS` serves until it is killed.
"""

import subprocess
import sys
from pathlib import Path
from threading import Event

from tests.web.browser.served import Served, dealt
from upcard.store.clock import system_random


class KilledServer(Served):
    """The server over several lives of it."""

    def __init__(self, folder: Path, decks: int, cards: str) -> None:
        super().__init__(folder)
        self._words = [str(decks), cards]

    def start(self) -> None:
        command = [sys.executable, "-m", __spec__.name, str(self.folder), str(self.port), *self._words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self._words = ["0", ""]  # the shoe has been drawn

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


def main() -> None:
    folder, port, decks, cards = sys.argv[1:]
    source = dealt(int(decks), cards) if cards else system_random
    served = Served(Path(folder), random=source, port=int(port))
    served.start()
    print(served.port, flush=True)
    Event().wait()


if __name__ == "__main__":
    main()
