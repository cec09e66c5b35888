"""Write the golden transcripts: `make golden`; review the difference before you commit it."""

import os

from tests.command import ROOT, within


def main() -> None:
    """Deal every golden round, and write its transcript beside it."""
    os.environ["COLUMNS"] = "80"
    for file in sorted((ROOT / "tests" / "golden").glob("*.toml")):
        file.with_suffix(".txt").write_text(within("deal", "--round", str(file)).out, encoding="utf-8")


if __name__ == "__main__":
    main()
