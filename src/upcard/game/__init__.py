"""The round of play: commands in, events out, dealt and settled by the paragraph."""

from upcard.game.command_handlers import at, decide, play
from upcard.game.event_handlers import evolve
from upcard.game.refuse import Refusal, Refused, refusals
from upcard.game.state import TableState

__all__ = ["Refusal", "Refused", "TableState", "at", "decide", "evolve", "play", "refusals"]
