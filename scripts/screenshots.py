"""Take the pictures of the pit in the browser that stand in the documents: part of `make docs`."""

import sys

from tests.command import ROOT
from tests.screenshots import CHROMIUM, is_same, photographs


def main() -> None:
    """Write each picture that looks different from the one that is there."""
    if not CHROMIUM.exists():
        print("Chromium is not installed (apt-get install chromium): the pictures of pages stay as they are")
        sys.exit(0)
    for picture, content in photographs():
        file = ROOT / picture.file
        if not file.exists() or not is_same(file.read_bytes(), content):
            file.write_bytes(content)
            print(f"{picture.file} is written")


if __name__ == "__main__":
    main()
