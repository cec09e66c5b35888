"""Drive the command in a pseudo-terminal, as a person at a keyboard does."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fcntl import ioctl
from select import select
from termios import TIOCSCTTY
from time import monotonic

from tests.command import ROOT

PATIENCE = 30  # seconds
CTRL_C, CTRL_D, UP = "\x03", "\x04", "\x1b[A"


class Terminal:
    """A command that runs in a terminal, and all that it has shown."""

    def __init__(self, controller: int, process: "subprocess.Popen[bytes]") -> None:
        self.controller, self.process, self.screen, self.seen = controller, process, "", 0

    def until(self, words: str) -> str:
        """Wait until these words appear; return what was shown since the last ones."""
        limit = monotonic() + PATIENCE
        while (at := self.screen.find(words, self.seen)) < 0:
            assert monotonic() < limit, self.screen
            assert self._read(), f"{words!r} never came:\n{self.screen}"
        shown, self.seen = self.screen[self.seen : at + len(words)], at + len(words)
        return shown

    def type(self, keys: str) -> None:
        os.write(self.controller, keys.encode())

    def end(self) -> int:
        """Return the exit code of the command, when it has ended."""
        while self._read():
            pass
        return self.process.wait(timeout=PATIENCE)

    def _read(self) -> bool:
        ready = select([self.controller], [], [], PATIENCE)[0]
        try:
            data = os.read(self.controller, 4096) if ready else b""
        except OSError:  # the other side is closed
            return False
        self.screen += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)


@contextmanager
def terminal(*arguments: str, **variables: str) -> Iterator[Terminal]:
    """Run the command in a terminal, with these environment variables."""
    controller, device = pty.openpty()
    environment: Mapping[str, str] = {**os.environ, "TERM": "xterm", **variables}
    process = subprocess.Popen(
        [sys.executable, "-m", "upcard", *arguments],
        cwd=ROOT,
        env=environment,
        stdin=device,
        stdout=device,
        stderr=device,
        start_new_session=True,
        preexec_fn=_take_terminal,  # so that Ctrl-C reaches it
    )
    os.close(device)
    try:
        yield Terminal(controller, process)
    finally:
        process.kill()
        process.wait()
        os.close(controller)


def _take_terminal() -> None:
    ioctl(0, TIOCSCTTY, 0)
