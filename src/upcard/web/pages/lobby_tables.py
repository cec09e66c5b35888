"""What the lobby shows of a table: only its definition and what everybody may see."""

from typing import NamedTuple

from upcard.english import either, listed, sentence
from upcard.game.awaited import WaitsFor, waiting_for
from upcard.game.state import TableState
from upcard.law import Edition
from upcard.money import Cents, format_money
from upcard.rules.enums import DealtFrom, HoleCard, Surrender, WagerName
from upcard.service.casino_service import CasinoService
from upcard.table import TableConfig
from upcard.table.config import Offer
from upcard.web.pages.price_list import PriceList
from upcard.web.price_values import LobbyPrice, shown_advantage

COMPUTING, UNPRICED = "computing …", "not priced"


class LobbyWager(NamedTuple):
    """A wager as a table offers it."""

    name: str
    limits: str
    advantage: str
    meter: Cents | None  # what its meter shows


class LobbyTable(NamedTuple):
    """A table in the lobby."""

    name: str
    sign: str  # the name on the table's own sign
    game: str
    felt: str  # its color
    rules: tuple[str, ...]
    wagers: tuple[LobbyWager, ...]
    seats: int
    free: int
    open: bool
    status: str

    @property
    def title(self) -> str:
        """Return the game, and the optional wagers by which people choose a table."""
        optional = [wager.name for wager in self.wagers[1:]]
        return sentence(listed((self.game, *optional[:2])))


def lobby_table(house: CasinoService, prices: PriceList, name: str) -> LobbyTable:
    """Return a table as everybody sees it."""
    group = house.floor.group(name)
    state = group.at(name)
    config, meters, priced = state.felt.config, dict(state.meters), prices.of(name)
    base = limits(config.least_blackjack_wager, config.most_blackjack_wager)
    offers = (
        LobbyWager(
            offer.wager.display_name,
            offer_limits(offer),
            advantage(priced, offer.wager.name),
            meters[offer.wager.name].amount if offer.wager.name in meters else None,
        )
        for offer in config.offers
    )
    return LobbyTable(
        name=name,
        sign=config.table,
        game=config.game.display_name,
        felt=config.layout.felt.value,
        rules=rule_words(config),
        wagers=(
            LobbyWager(WagerName.BLACKJACK.value, base, advantage(priced, WagerName.BLACKJACK.value), None),
            *offers,
        ),
        seats=config.seats,
        free=config.seats - len(group.tables[name].holders),
        open=state.open,
        status=_status(state, has_players=bool(group.tables[name].holders)),
    )


def _status(state: TableState, *, has_players: bool) -> str:
    """Return what happens at a table."""
    if not state.open:
        return "closed"
    kind = waiting_for(state).kind
    if not has_players and kind in (WaitsFor.SHUFFLE, WaitsFor.WAGERS):
        return "waiting for players"
    return {WaitsFor.SHUFFLE: "shuffling", WaitsFor.WAGERS: "taking wagers"}.get(kind, "round in play")


def advantage(prices: tuple[LobbyPrice, ...] | None, wager: str) -> str:
    """Return the house advantage of a wager as the lobby shows it."""
    return COMPUTING if prices is None else shown_advantage(prices, wager) or UNPRICED


def limits(minimum: Cents | None, maximum: Cents | None) -> str:
    """Return posted limits in words.

    >>> limits(Cents(1000), Cents(100000)), limits(None, Cents(2500)), limits(None, None)
    ('$10.00 to $1,000.00', 'up to $25.00', 'no posted limits')
    """
    if minimum is not None and maximum is not None:
        return format_money(minimum) if minimum == maximum else f"{format_money(minimum)} to {format_money(maximum)}"
    if minimum is not None:
        return f"from {format_money(minimum)}"
    return "no posted limits" if maximum is None else f"up to {format_money(maximum)}"


def offer_limits(offer: Offer) -> str:
    """Return the amounts that can be wagered."""
    if offer.sizes:
        return either(map(format_money, offer.sizes))
    return limits(offer.minimum, offer.maximum)


def rule_words(config: TableConfig) -> tuple[str, ...]:
    """Return the rules that players ask about first."""
    rules = config.rules
    special = (
        (config.dealt_from is not DealtFrom.SHOE, f"dealt from the {config.dealt_from.value}"),
        (rules.hole_card is not HoleCard.AFTER_PLAYERS, f"hole card {rules.hole_card.value}"),
        (rules.surrender is not Surrender.NONE, "surrender"),
        (rules.splits > 1, f"{rules.splits} splits"),
        (rules.splits_free not in (None, rules.splits), f"free splits: {rules.splits_free}"),
        (config.law is not Edition.CURRENT, f"rules of {config.law.value}"),
    )
    return (
        "1 deck" if config.decks == 1 else f"{config.decks} decks",
        f"blackjack pays {rules.blackjack_pays.value}",
        f"dealer {rules.dealer_soft_17.value}s on soft 17",
        *(words for is_so, words in special if is_so),
    )
