"""upcard.strategy: the best play of a table's blackjack wager, and what every other play costs."""

from upcard.api.table import Table, config_of
from upcard.errors import Misuse
from upcard.results.arguments import Arguments, BadArguments, CardsGiven
from upcard.results.best_play import BestPlay, best_play
from upcard.results.prices import price as price_wagers
from upcard.table.config import MOST_DECKS


def strategy(table: Table, *, decks: int | None = None, removed: CardsGiven = ()) -> BestPlay:
    """Return the best play of a table's blackjack wager.

    `decks` differs from the table's; `removed` are cards that are out of the shoe.

    >>> strategy(Table(decks=6)).chart["hard 16"]["10"]
    'draw'
    """
    config, arguments = config_of(table), Arguments()
    whole = arguments.whole_or_none("decks", decks, 1, MOST_DECKS)
    known = arguments.cards("removed", removed)
    prices = arguments.read(lambda: price_wagers(config, decks=whole, removed=known), None)
    arguments.done()
    assert prices is not None
    try:
        return best_play(prices.blackjack, config, known)
    except Misuse as wrong:
        raise BadArguments((str(wrong),)) from None
