"""The timing by which a table runs on its own: set by the licensee, the same for everybody at the table."""

from dataclasses import dataclass
from datetime import timedelta

from upcard.rules.enums import Play


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How long a table waits, and what happens then."""

    card: timedelta = timedelta(seconds=0.5)  # allotted to dealing a card: timers begin when the last one lies
    pause: timedelta = timedelta(seconds=4)  # after a round, at least, before the next one is dealt
    cut: timedelta = timedelta(seconds=15)  # for the patron who is offered the cut; then the dealer cuts
    betting: timedelta = timedelta(seconds=20)  # from the first blackjack wager to "no more bets"
    betting_early: timedelta = timedelta(seconds=10)  # after the last wager, once every patron seated has wagered
    insurance: timedelta = timedelta(seconds=10)
    surrender: timedelta = timedelta(seconds=10)
    turn: timedelta = timedelta(seconds=25)  # for a decision, or to press the bonus button
    default_play: Play = Play.STAND  # when a turn has run out; another where the rules do not allow it
    missed_periods: int = 3  # betting periods in a row without a blackjack wager: the seat is given up
    seat_hold: timedelta = timedelta(minutes=15)  # without anything done by its patron: the seat is given up
    is_closing: bool = False  # finish the round, give the wagers and chips back, close the table
