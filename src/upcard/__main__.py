"""Run upcard as `python -m upcard`."""

from upcard.cli import main

main()
