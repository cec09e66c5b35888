"""Posted limits that have no effect, and what the wagers may be made with."""

from collections.abc import Iterator

from upcard.english import either
from upcard.law import Cited, Standing, Unknown
from upcard.money import format_money
from upcard.rules.wager import Confirmed, Medium, Person
from upcard.table.config import Offer, TableConfig
from upcard.table.findings import Check, Finding, FindingKind, finding
from upcard.table.requirement import title


def without_effect(table: TableConfig) -> Iterator[Finding]:
    """Remark on posted limits that have no effect, or that no wager can meet."""
    for offer in table.offers:
        yield from _remarks(table, offer)


def _remarks(table: TableConfig, offer: Offer) -> Iterator[Finding]:
    """Remark on posted limits that have no effect, or that no wager can meet."""
    wager, limits, cite = title(offer.wager), offer.wager.limits.value, offer.wager.limits.cite
    posted = (("minimum", offer.minimum, "no player can make it"), ("maximum", offer.maximum, "it has no effect"))
    most = table.most_blackjack_wager
    for key, amount, effect in posted:
        if limits.within_blackjack_wager and amount and most and amount > most:
            message = f"{wager} may not exceed the blackjack wager, whose maximum is {format_money(most)}"
            message += f"; its posted {key} is {format_money(amount)}: {effect}"
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


CHECKS: tuple[Check, ...] = (without_effect, made_with)
