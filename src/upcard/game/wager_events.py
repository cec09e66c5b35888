"""Events of wagers: made, taken back, collected, paid, returned, left for the next round.

Amounts are chips. A match play coupon is no chip: what it is worth stands beside them.
"""

from dataclasses import dataclass

from upcard.game.confirmation import Confirmation
from upcard.law import Cite
from upcard.money import Cents

NOTHING = Cents(0)


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    """A patron made a wager; one amount for each spot."""

    cite: Cite
    seat: int
    wager: str
    amounts: tuple[Cents, ...]
    choice: int | None = None
    coupon: Cents = NOTHING  # the stated value of a match play coupon wagered with the chips, or alone
    spoken: tuple[Confirmation, ...] | None = None  # who confirmed a spoken wager with cash; None: it was not spoken


@dataclass(frozen=True, slots=True)
class WagerWithdrawn:
    """A patron took a wager back before the first card."""

    cite: Cite
    seat: int
    wager: str
    amounts: tuple[Cents, ...]
    choice: int | None = None
    coupon: Cents = NOTHING  # given back


@dataclass(frozen=True, slots=True)
class InsurancePlaced:
    """A patron made an insurance wager; one amount for each spot."""

    cite: Cite
    seat: int
    amounts: tuple[Cents, ...]


@dataclass(frozen=True, slots=True)
class WagerCollected:
    """A wager was collected."""

    cite: Cite
    seat: int
    wager: str
    outcome: str
    amount: Cents
    hand: int = 0
    spot: int = 0
    choice: int | None = None
    returned: Cents = NOTHING  # chips given back with it, such as half a surrendered wager
    coupon: Cents = NOTHING  # taken


@dataclass(frozen=True, slots=True)
class WagerPaid:
    """A wager was paid and its chips given back."""

    cite: Cite
    seat: int
    wager: str
    outcome: str
    amount: Cents
    won: Cents
    hand: int = 0
    spot: int = 0
    choice: int | None = None
    from_meter: bool = False  # a share of the meter
    kept: bool = False  # the chip wagered is not given back
    off_meter: Cents = NOTHING  # by how much the meter goes down
    coupon: Cents = NOTHING  # taken
    not_from_rack: bool = False  # paid by the licensee, and not out of the table inventory


@dataclass(frozen=True, slots=True)
class WagerReturned:
    """A wager was a push and its chips given back."""

    cite: Cite
    seat: int
    wager: str
    outcome: str
    amount: Cents
    hand: int = 0
    spot: int = 0
    choice: int | None = None
    coupon: Cents = NOTHING  # given back


@dataclass(frozen=True, slots=True)
class WagerLeft:
    """A wager was not decided and stands for the next round."""

    cite: Cite
    seat: int
    wager: str
    outcome: str
    choice: int | None
    counted: str  # the result of the round that the wager counts


@dataclass(frozen=True, slots=True)
class BonusPaid:
    """A fixed amount was paid in addition to a wager."""

    cite: Cite
    seat: int
    wager: str
    bonus: str
    outcome: str
    won: Cents
