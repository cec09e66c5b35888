"""What the service refuses on top of the rules: new rounds on changed software, play past a limit or while barred."""

from collections.abc import Iterator, Mapping

from upcard.game import commands as do
from upcard.pit import commands as pc
from upcard.pit.permissions import SEAT_ACTIONS
from upcard.pit.protection import TIME_IS_UP, bar_words, time_left
from upcard.pit.refusal import PitRefusal
from upcard.pit.state import StreamState
from upcard.pit.streams import moment_of, significant, wallet_of

STOPPED = (
    "the software on this server is not the recorded version: no new round can begin until compliance or an "
    "administrator accepts it"
)
_PATRON = "patron "
_BEGINS = (pc.BuyIn, pc.ConfirmSpokenWager, pc.SealShoe, pc.CutShoe)
_BEGINS_AT_TABLE = (do.OpenTable, do.PlaceWager, do.CloseBetting)


def begins_round(command: pc.PitCommand) -> bool:
    """Whether a command leads to a new round; finishing a round or returning chips does not."""
    if isinstance(command, pc.AtTable):
        return isinstance(command.action, _BEGINS_AT_TABLE)
    return isinstance(command, _BEGINS)


_ANSWERS_AT_TABLE = (*SEAT_ACTIONS, do.ValidatePayout, do.CompleteDocuments)


def answered_table(command: pc.PitCommand) -> str:
    """Return the table whose question a command answers, such as a decision about a hand; empty if it answers none."""
    if isinstance(command, pc.AtTable):
        return command.table if isinstance(command.action, _ANSWERS_AT_TABLE) else ""
    return command.table if isinstance(command, pc.CutShoe | pc.PressBonusButton | pc.DeclareReady) else ""


def gate_refusals(
    states: Mapping[str, StreamState], actor: str, command: pc.PitCommand, time: str
) -> Iterator[PitRefusal]:
    """Yield why the service refuses a command (13:69O-1.5(d), 13:69O-1.4(k), (n))."""
    if not begins_round(command):
        return
    if significant(states).stops_play:
        yield PitRefusal(None, STOPPED)
    if actor.startswith(_PATRON):
        patron = actor.removeprefix(_PATRON)
        wallet = wallet_of(states, patron)
        if wallet.bar is not None and wallet.bar.holds(time):
            yield PitRefusal(None, bar_words(wallet.bar, patron))
        if time_left(wallet, moment_of(states, time)) == 0:
            yield PitRefusal(None, TIME_IS_UP)
