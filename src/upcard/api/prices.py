"""upcard.price: what every wager of a table costs, exactly."""

from upcard.api.table import Table, config_of
from upcard.results.amounts import MoneyGiven
from upcard.results.arguments import Arguments, CardsGiven
from upcard.results.prices import MOST_ROUNDS_AN_HOUR, Hourly, TablePrices
from upcard.results.prices import price as price_wagers
from upcard.table.config import MOST_DECKS


def price(
    table: Table,
    *,
    decks: int | None = None,
    removed: CardsGiven = (),
    amount: MoneyGiven | None = None,
    meter: MoneyGiven | None = None,
    rounds_an_hour: int = 60,
    rational: bool = False,
    joint: bool = False,
) -> TablePrices:
    """Price every wager of a table exactly, each when it is read.

    `decks` differs from the table's; `removed` are cards that are out of the shoe; `amount` is wagered, where it
    matters; `meter` is the amount on a meter; `rational` computes the value of the blackjack wager as a
    fraction too, which takes minutes; `joint` the joint distribution of several dealer's hands.

    >>> prices = price(Table(decks=6, wagers=[{"name": "in-between", "pay_table": "B"}]))
    >>> prices["in-between"].house_advantage
    Fraction(33954, 626665)
    >>> prices["in-between"]
    <in-between at 6 decks, pay table B: house advantage 5.41821 %>
    """
    config, arguments = config_of(table), Arguments()
    whole = arguments.whole_or_none("decks", decks, 1, MOST_DECKS)
    known = arguments.cards("removed", removed)
    wagered, standing = arguments.money("amount", amount, least=1), arguments.money("meter", meter)
    hourly = Hourly(rounds=arguments.whole("rounds_an_hour", rounds_an_hour, 1, MOST_ROUNDS_AN_HOUR), amount=wagered)
    flags = {"rational": arguments.flag("rational", rational), "joint": arguments.flag("joint", joint)}
    if joint is True and config.game.dealer_hands is None:
        arguments.problems.append(f"joint: {config.game.name} has one dealer's hand: give a table with several")
    is_read = not any(problem.startswith("meter: ") for problem in arguments.problems)
    if standing is not None and is_read and not any(offer.wager.meter for offer in config.offers):
        arguments.problems.append("meter: no wager of this table is paid from a meter")
    prices = arguments.read(
        lambda: price_wagers(config, decks=whole, removed=known, amount=wagered, meter=standing), None
    )
    arguments.done()
    assert prices is not None
    return TablePrices(prices, hourly, **flags)
