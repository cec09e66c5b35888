"""Refusals of the pit: every reason why a command is not carried out, with its paragraph if there is one."""

from collections.abc import Iterable
from typing import NamedTuple

from upcard.game.roles import Role
from upcard.law import Cite
from upcard.money import format_money
from upcard.pit import events as pv
from upcard.pit.accounts import Shortage
from upcard.pit.actors import Actor

Reason = tuple[Cite | None, str]
Step = Reason | pv.AnyEvent  # deciding a command yields every reason against it, and the events if there is none


class PitRefusal(NamedTuple):
    """A reason why a command is not carried out; `cite` is the paragraph it rests on, if any.

    >>> print(PitRefusal(None, "the wallet is closed"))
    the wallet is closed
    """

    cite: Cite | None
    message: str

    def __str__(self) -> str:
        return f"{self.message} [{self.cite}]" if self.cite else self.message


def shortage_reason(shortage: Shortage, actor: Actor) -> Reason:
    """Return which account holds too little, how much is missing, and what to do; a patron reads no sums of a rack."""
    known = shortage.account
    holds, lacks = format_money(shortage.holds), format_money(shortage.lacks)
    if known.kind == "rack" and actor.role is Role.PATRON:
        return None, f"the rack of table {known.owner} has too few chips for that: choose less, or wait for a fill"
    match known.kind:
        case "wallet":
            return (
                None,
                f"the wallet of {known.owner} holds {holds}: deposit at least {lacks} more, or choose less",
            )
        case "stack":
            return None, f"seat {known.seat} has {holds} in chips: buy in for at least {lacks} more"
        case "coupons of":
            return None, f"{known.owner} holds no match play coupon of {format_money(known.value)}"
        case "rack":
            return None, f"the rack of table {known.owner} holds {holds}: fill it with at least {lacks} more first"
        case "drop":
            return None, f"the drop box of table {known.owner} holds {holds}: reduce the amount by at least {lacks}"
    return None, f"{shortage.account} holds {holds}: {lacks} is missing"


def split(steps: Iterable[Step]) -> tuple[list[Reason], list[pv.AnyEvent]]:
    """Return the reasons against a command, and the events."""
    reasons: list[Reason] = []
    events: list[pv.AnyEvent] = []
    for step in steps:
        if isinstance(step, tuple):
            reasons.append(step)
        else:
            events.append(step)
    return reasons, events
