"""Who may play: the one place where suspensions, exclusions and time limits refuse it, from what the journal holds.

Commands that change a wallet are decided with it, and so is their audit. Other commands that lead to a new round read
no wallet and no software record: the ledger refuses them by `round_reasons` when they are sent.
"""

from collections.abc import Iterator, Mapping

from upcard.game import commands as do
from upcard.game.roles import Role
from upcard.pit import commands as pc
from upcard.pit.actors import Actor
from upcard.pit.limits import LimitKind, Moment, time_used
from upcard.pit.refusal import Reason
from upcard.pit.state import Bar, StreamState, WalletState
from upcard.pit.streams import moment_of, significant, wallet_of

STOPPED = (
    "the software on this server is not the recorded version: no new round can begin until compliance or an "
    "administrator accepts it"
)
TIME_IS_UP = "your time limit is used up: you can play again when the next period begins"
_BEGINS = (pc.BuyIn, pc.ConfirmSpokenWager, pc.SealShoe, pc.CutShoe)
_BEGINS_AT_TABLE = (do.OpenTable, do.PlaceWager, do.CloseBetting)
States = Mapping[str, StreamState]


def begins_round(command: pc.PitCommand) -> bool:
    """Whether a command leads to a new round; finishing a round or returning chips does not."""
    if isinstance(command, pc.AtTable):
        return isinstance(command.action, _BEGINS_AT_TABLE)
    return isinstance(command, _BEGINS)


def round_reasons(states: States, actor: Actor, command: pc.PitCommand, time: str) -> Iterator[Reason]:
    """Yield why a command that leads to a new round is refused now (13:69O-1.5(d), 13:69O-1.4(k), (n))."""
    if not begins_round(command):
        return
    if significant(states).stops_play:
        yield None, STOPPED
    if actor.role is Role.PATRON and not isinstance(command, pc.BuyIn):  # which is decided with the wallet
        yield from play_reasons(states, actor.name, time)


def play_reasons(states: States, patron: str, time: str) -> Iterator[Reason]:
    """Yield why a patron may not play now: suspended, excluded, or out of time."""
    yield from barred_reasons(states, patron, time)
    if time_left(wallet_of(states, patron), moment_of(states, time)) == 0:
        yield None, TIME_IS_UP


def barred_reasons(states: States, person: str, time: str) -> Iterator[Reason]:
    """Yield that a person is suspended or excluded."""
    if (bar := bar_of(states, person, time)) is not None:
        yield None, bar_words(bar, person)


def bar_of(states: States, person: str, time: str) -> Bar | None:
    """Return what keeps a person from playing and signing in at a time."""
    bar = wallet_of(states, person).bar
    return bar if bar is not None and bar.holds(time) else None


def bar_words(bar: Bar, person: str) -> str:
    """Return what bars a person from play, in words."""
    what = "excluded" if bar.is_exclusion else "suspended"
    if bar.until:
        least = " at least" if bar.is_exclusion else ""
        return f"{person} is {what} until{least} {bar.until[:16].replace('T', ' ')} UTC"
    return f"{person} is {what} {'for life' if bar.is_exclusion else 'until the account is reinstated'}"


def time_left(state: WalletState, moment: Moment) -> int | None:
    """Return how many seconds a patron may still play; None without a limit, never below zero."""
    left = [
        limit.amount - time_used(state.sums, state.logged_on, period, moment)
        for (kind, period), limit in state.limits.items()
        if kind is LimitKind.TIME and limit.amount is not None
    ]
    return max(0, min(left)) if left else None
