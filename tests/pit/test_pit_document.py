"""The document of the pit names every account."""

from tests.command import ROOT
from upcard.pit.accounts import read_account

TEXT = (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")


def test_the_document_names_every_account() -> None:
    accounts = ("house", "wallet NAME", "stack TABLE/1", "wager TABLE/1/WAGER", "rack TABLE", "drop TABLE")
    more = ("meter GROUP/WAGER", "reserve GROUP/WAGER", "buttons TABLE/1", "buttons TABLE", "variance TABLE")
    for account in (*accounts, *more):
        assert read_account(account) is not None
        assert f"`{account.replace('/1', '/SEAT')}`" in TEXT
