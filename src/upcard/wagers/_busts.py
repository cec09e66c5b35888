"""What sections that collect the wager of a busted player at once require of the table."""

from upcard.law import Cite, Cited
from upcard.rules.bound import one_of
from upcard.rules.enums import HoleCard
from upcard.rules.option import Requires
from upcard.rules.switches import ADDED_WAGERS_OF_A_BUST


def collected_at_once(source: Cite) -> Cited[Requires]:
    """Return the bound that such a paragraph sets on the licensee's switch for added wagers."""  # reading 61
    switch = ADDED_WAGERS_OF_A_BUST
    return source.says(
        Requires(
            keys=(switch.key,),
            bound=one_of(switch.default),
            because="the wager of a player who busts is collected at once",
            when={"hole_card": (HoleCard.AFTER_PLAYERS,)},
            reading=switch.reading.number,
        )
    )
