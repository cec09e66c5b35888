"""Posted limits of the blackjack wager and of each optional wager, and what the wagers may be made with."""

from collections.abc import Iterator

from upcard.law import Cited, Standing, Unknown
from upcard.money import show
from upcard.rules import base
from upcard.rules.bound import either
from upcard.rules.wager import Confirmed, Medium, Person
from upcard.table.checks.offered import title
from upcard.table.config import Offer, TableConfig
from upcard.table.findings import Check, Finding, FindingKind, finding


def blackjack_wager(table: TableConfig) -> Iterator[Finding]:
    """Report a minimum or maximum of the blackjack wager that is not posted, or out of order."""
    if table.stated_spot_limits:
        yield from _limits_of_spots(table)
        return
    for key, amount in (("minimum", table.minimum), ("maximum", table.maximum)):
        if amount is None:
            yield finding(table, base.LIMITS_POSTED, f"the {key} of the blackjack wager is not posted: add {key}", key)
    if table.minimum is not None and table.maximum is not None and table.minimum > table.maximum:
        message = f"the posted minimum ${show(table.minimum)} is more than the maximum ${show(table.maximum)}"
        yield finding(table, base.LIMITS_POSTED, message, "minimum")


def _limits_of_spots(table: TableConfig) -> Iterator[Finding]:
    """Report limits of each of several blackjack wagers that are too few, too many or out of order."""
    limits, hands, key = table.stated_spot_limits, table.game.dealer_hands, table.game.spot_limits or ""
    if hands is None:
        return
    if len(limits) != table.spots[1]:
        message = f"a player may make {table.spots[1]} wagers, and {key} states the limits of {len(limits)}"
        yield finding(table, hands.wagered, f"{message}: state those of each", key)
    for spot, (minimum, maximum) in enumerate(limits, 1):
        if minimum > maximum:
            message = f"the minimum of wager {spot}, ${show(minimum)}, is more than its maximum, ${show(maximum)}"
            yield finding(table, hands.wagered, message, key)


def optional_wagers(table: TableConfig) -> Iterator[Finding]:
    """Report limits of an optional wager that its section does not allow."""
    for offer in table.offers:
        yield from _posted(table, offer)
        yield from _amounts(table, offer)
        yield from _ordered(table, offer)
        yield from _remarks(table, offer)


def _posted(table: TableConfig, offer: Offer) -> Iterator[Finding]:
    limits = offer.wager.limits
    for key, amount in (("minimum", offer.minimum), ("maximum", offer.maximum)):
        if limits.value.posted and amount is None:
            yield finding(table, limits.cite, f"the {key} of {title(offer.wager)} is not posted: add {key}", *offer.at)


def _amounts(table: TableConfig, offer: Offer) -> Iterator[Finding]:
    cite, limits, wager = offer.wager.limits.cite, offer.wager.limits.value, title(offer.wager)
    for key, amount in (("minimum", offer.minimum), ("maximum", offer.maximum)):
        if amount is None:
            continue
        if limits.exactly and amount not in limits.exactly:
            allowed = either(f"${show(size)}" for size in limits.exactly)
            yield finding(table, cite, f"{wager} is exactly {allowed}, not ${show(amount)}", *offer.at, key)
        if limits.least is not None and amount < limits.least:
            message = f"{wager} is at least ${show(limits.least)}; its posted {key} is ${show(amount)}"
            yield finding(table, cite, message, *offer.at, key)


def _ordered(table: TableConfig, offer: Offer) -> Iterator[Finding]:
    if offer.minimum is not None and offer.maximum is not None and offer.minimum > offer.maximum:
        message = f"the posted minimum ${show(offer.minimum)} is more than the maximum ${show(offer.maximum)}"
        yield finding(table, base.WAGER_LIMITS_POSTED, message, *offer.at, "minimum")


def _remarks(table: TableConfig, offer: Offer) -> Iterator[Finding]:
    """Remark on posted limits that have no effect, or that no wager can meet."""
    wager, limits, cite = title(offer.wager), offer.wager.limits.value, offer.wager.limits.cite
    posted = (("minimum", offer.minimum, "no player can make it"), ("maximum", offer.maximum, "it has no effect"))
    most = table.most_blackjack_wager
    for key, amount, effect in posted:
        if limits.within_blackjack_wager and amount and most and amount > most:
            message = f"{wager} may not exceed the blackjack wager, whose maximum is ${show(most)}"
            message += f"; its posted {key} is ${show(amount)}: {effect}"
            yield finding(table, cite, message, *offer.at, key, kind=FindingKind.REMARK)
    lawful = all(amount is None or amount in limits.exactly for amount in (offer.minimum, offer.maximum))
    if limits.exactly and lawful and not offer.sizes:
        yield finding(table, cite, offer.no_size, *offer.at, kind=FindingKind.REMARK)


def made_with(table: TableConfig) -> Iterator[Finding]:
    """Report coupons or spoken wagers that a wager's section does not accept."""
    for offer in table.offers:
        if offer.coupons:
            yield from _coupons(table, offer)
        if offer.spoken_wagers:
            yield from _spoken(table, offer)


def _coupons(table: TableConfig, offer: Offer) -> Iterator[Finding]:
    media = offer.wager.media
    if isinstance(media, Unknown):
        yield _unknown(table, offer, media, "coupons")
    elif Medium.COUPON not in media.value:
        accepted = either(sorted(medium.value for medium in media.value))
        message = f"{title(offer.wager)} is made with {accepted}, not with a match play coupon: set coupons to false"
        yield finding(table, media.cite, message, *offer.at, "coupons")


def _spoken(table: TableConfig, offer: Offer) -> Iterator[Finding]:
    spoken = offer.wager.spoken
    if isinstance(spoken, Unknown):
        yield _unknown(table, offer, spoken, "spoken_wagers")
    elif missing := _unconfirmed(spoken, offer.spoken_wagers):
        yield finding(table, spoken.cite, f"{title(offer.wager)}: {missing}", *offer.at, "spoken_wagers")


def _unconfirmed(spoken: Cited[frozenset[Person]], confirmed: bool | Confirmed) -> str:
    if not spoken.value:
        return "a spoken wager is not accepted: set spoken_wagers to false"
    if not isinstance(confirmed, Confirmed) or spoken.value <= confirmed.persons:
        return ""
    missing = [person.value for person in Person if person in spoken.value - confirmed.persons]
    return f"a spoken wager must also be confirmed by the {' and the '.join(missing)}"


def _unknown(table: TableConfig, offer: Offer, unknown: Unknown, key: str) -> Finding:
    message = f"{title(offer.wager)}: it is not known {unknown.what}"
    return finding(table, unknown.cite, message, *offer.at, key, standing=Standing.UNKNOWN)


CHECKS: tuple[Check, ...] = (blackjack_wager, optional_wagers, made_with)
