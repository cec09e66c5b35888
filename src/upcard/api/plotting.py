"""What the plots of results share: what is wrong with them is said in words of Python."""

from collections.abc import Callable

from upcard.api.arguments import BadArguments
from upcard.errors import Misuse
from upcard.plots.plot import Plot


def drawn_from(make: Callable[[], Plot]) -> Plot:
    """Return a plot; raise BadArguments where there is nothing to plot."""
    try:
        return make()
    except Misuse as wrong:
        raise BadArguments((str(wrong),)) from None
