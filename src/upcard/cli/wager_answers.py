"""Answers of a player who makes a wager: chips, a match play coupon, a spoken wager with cash."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from upcard.english import listed
from upcard.errors import Misuse
from upcard.game.confirmation import Confirmation, by
from upcard.game.refuse import accepts_coupons, accepts_spoken, must_confirm
from upcard.money import Cents, parse_money
from upcard.table import Offer

NOTHING = Cents(0)
_ANSWER = re.compile(r"(?:\$?(?P<chips>\d[\d.]*))?(?: *(?:\+ *)?coupon +\$?(?P<coupon>\d[\d.]*))?(?P<spoken> *spoken)?")


class WagerAnswer(NamedTuple):
    """What a player answered: chips, the value of a coupon, and who confirmed a spoken wager."""

    chips: Cents
    coupon: Cents = NOTHING
    spoken: tuple[Confirmation, ...] | None = None

    @property
    def is_none(self) -> bool:
        """Whether the player makes no wager."""
        return not self.chips and not self.coupon


def chips_answer(answer: str) -> WagerAnswer:
    """Read an amount of chips; raise Misuse if it is none."""
    return WagerAnswer(parse_money(answer.removeprefix("$")))


def wager_answer(answer: str, offer: Offer) -> WagerAnswer:
    """Read the answer to the question for a wager; raise Misuse, with the ways to wager, for one that is none.

    Dealer and supervisor are at the table: whoever must confirm a spoken wager does so.
    """
    parts = _ANSWER.fullmatch(" ".join(answer.casefold().split()))
    if parts is None or not (parts["coupon"] or parts["spoken"]):
        try:
            return chips_answer(answer)
        except Misuse as wrong:
            raise Misuse("; ".join([str(wrong), *ways_to_wager([offer])])) from None
    chips, coupon = (parse_money(parts[name]) if parts[name] else NOTHING for name in ("chips", "coupon"))
    return WagerAnswer(chips, coupon, by(*must_confirm(offer)) if parts["spoken"] else None)


def ways_to_wager(offers: Iterable[Offer]) -> list[str]:
    """Return how wagers may be made besides with chips, a line for each way that a table has."""
    offered = tuple(offers)
    coupons = listed(offer.wager.display_name for offer in offered if accepts_coupons(offer))
    spoken = listed(offer.wager.display_name for offer in offered if accepts_spoken(offer))
    lines = [f"{coupons}: 5 coupon 5 adds a match play coupon, coupon 5 wagers it alone"] if coupons else []
    return [*lines, *([f"{spoken}: 5 spoken is a spoken wager with cash"] if spoken else [])]
