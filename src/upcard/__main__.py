"""Run upcard as `python -m upcard`, or as the command; Ctrl-C leaves without a traceback from the start."""

import gc
import os
import signal

INTERRUPTED = 130  # as upcard.cli has it, which is not imported yet
NEW_OBJECTS = 500_000  # before garbage is looked for: what a command makes is needed to its end, or freed at once


def main() -> None:
    """Run the command line; until it has begun, Ctrl-C ends the program at once."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    gc.set_threshold(NEW_OBJECTS)
    from upcard.cli import main as command

    command()


if __name__ == "__main__":
    main()
