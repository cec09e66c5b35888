"""The house advantage of a wager, as pages show it."""

from fractions import Fraction
from typing import NamedTuple

from upcard.english import format_percent


class LobbyPrice(NamedTuple):
    """What one wager costs on average, in parts of the amount wagered."""

    wager: str
    choice: int | None
    house_advantage: Fraction
    exact: bool

    @property
    def percent(self) -> str:
        """Return the house advantage with three decimals.

        >>> LobbyPrice("in-between", None, Fraction(33954, 626665), True).percent
        '5.418%'
        """
        return format_percent(self.house_advantage, 3)


def shown_advantage(prices: tuple[LobbyPrice, ...], wager: str) -> str | None:
    """Return the house advantage of a wager; the least and the greatest where it has choices; None: not priced.

    >>> two, three = (LobbyPrice("streak", choice, Fraction(1, 12 - choice), True) for choice in (2, 4))
    >>> shown_advantage((two, three), "streak")
    '10.000% to 12.500%'
    """
    matching = sorted((price for price in prices if price.wager == wager), key=lambda price: price.house_advantage)
    if not matching:
        return None
    least, most = matching[0].percent, matching[-1].percent
    return least if least == most else f"{least} to {most}"
