"""The document of the pit names every command with who may use it, every account and every stream."""

from typing import get_args

from tests.command import ROOT
from upcard.pit import commands as pc
from upcard.pit.accounts import parts
from upcard.pit.permissions import MAY

TEXT = (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")


def permission_table() -> str:
    """Write who may command what, commands with the same roles in one line."""
    actions = set(get_args(pc.TableAction))
    by_roles: dict[str, tuple[list[str], list[str]]] = {}
    for kind, roles in MAY.items():
        names = by_roles.setdefault(", ".join(role.value for role in roles), ([], []))
        names[kind in actions].append(f"`{kind.__name__}`")
    lines = [f"| {', '.join(own)} | {', '.join(at_table)} | {roles} |" for roles, (own, at_table) in by_roles.items()]
    return "\n".join(["| command | `AtTable` with | roles |", "|---|---|---|", *lines])


def test_the_document_says_who_may_command_what() -> None:
    assert permission_table() in TEXT


def test_the_document_names_every_account() -> None:
    accounts = ("house", "wallet NAME", "stack TABLE/1", "wager TABLE/1/WAGER", "rack TABLE", "drop TABLE")
    more = ("meter GROUP/WAGER", "reserve GROUP/WAGER", "buttons TABLE/1", "buttons TABLE", "variance TABLE")
    for account in (*accounts, *more):
        assert parts(account) is not None
        assert f"`{account.replace('/1', '/SEAT')}`" in TEXT
