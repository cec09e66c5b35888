"""Fields shared by the wagers of whose sections only the ban list is held."""

from typing import TypedDict

from upcard.law import Cite, Cited, Unknown, cite
from upcard.rules.option import BettingArea
from upcard.rules.wager import Limits, Medium, Need, Person, Point


class Analog(TypedDict):
    """The fields that rest on similar sections."""

    needs: Cited[Need]
    placed: Cited[Point]
    limits: Cited[Limits]
    media: Cited[frozenset[Medium]] | Unknown
    spoken: Cited[frozenset[Person]] | Unknown
    areas: tuple[Cited[BettingArea], ...]
    sign: Cited[tuple[str, ...]] | Unknown


def as_in_the_sections_held(name: str, made: Cite) -> Analog:
    """Return the fields of a wager made before the first card, beside a blackjack wager, within posted limits."""
    layout = cite("13:69E-1.10(g)")
    return Analog(
        needs=made.says(Need.BLACKJACK_WAGER),
        placed=made.says(Point.BEFORE_FIRST_CARD),
        limits=made.says(Limits()),
        media=Unknown("with what the wager may be made", made),
        spoken=Unknown("whether a spoken wager is accepted", made),
        areas=(layout.says(BettingArea(name=name)),),
        sign=layout.says(("the payout odds",)),
    )
