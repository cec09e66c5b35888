"""Posted limits of the blackjack wager and of each optional wager."""

from collections.abc import Iterator

from upcard.english import either
from upcard.law import Cite, Cited, Standing, Unknown
from upcard.money import Cents, format_money
from upcard.rules import base
from upcard.rules.wager import Confirmed, Limits, Medium, Person
from upcard.table.config import Offer, TableConfig
from upcard.table.findings import Check, Finding, FindingKind, finding
from upcard.table.line_numbers import Path
from upcard.table.requirement import Breach, Requirement, RequirementKind, Requirements, StatedAs, title

USUAL_LIMITS = {"minimum": "10.00", "maximum": "1000.00"}  # of a new table; any other may be posted
USUAL_WAGER_LIMITS = {"minimum": "1.00", "maximum": "100.00"}


def limits_words(limits: Limits) -> str:
    """Return the amounts that the rule allows for a wager."""
    if limits.exactly:
        return f"exactly {either(map(format_money, limits.exactly))}"
    words = [f"at least {format_money(limits.least)}"] if limits.least is not None else []
    if limits.within_blackjack_wager:
        words.append("not more than the blackjack wager")
    return ", ".join(words) or "minimum and maximum posted by the licensee"


def blackjack_wager(table: TableConfig) -> Iterator[Requirement]:
    """Yield the minimum and the maximum of the blackjack wager, or of each of several."""
    if table.stated_spot_limits:
        yield from _limits_of_spots(table)
        return
    source = table.game.dealer_hands.wagered if table.game.dealer_hands else base.LIMITS_POSTED
    for key, amount in (("minimum", table.minimum), ("maximum", table.maximum)):
        missing = Breach(f"the {key} of the blackjack wager is not posted: add {key}", (key,))
        breaches = (missing,) if amount is None else _out_of_order(table.minimum, table.maximum, key, (key,), None)
        yield _posted(source, "the blackjack wager", key, amount, breaches)


def _posted(source: Cite, name: str, key: str, amount: Cents | None, breaches: tuple[Breach, ...]) -> Requirement:
    return Requirement(
        kind=RequirementKind.LIMIT,
        cite=source,
        what=f"{key} of {name}, posted",
        state=_state(amount, breaches),
        states=None if amount is None else f"{format_money(amount)}",
        at=(key,),
        remedy=USUAL_LIMITS[key],
        breaches=breaches,
    )


def _state(amount: Cents | None, breaches: tuple[Breach, ...]) -> StatedAs:
    if amount is None:
        return StatedAs.NOT_STATED
    return StatedAs.DIFFERENTLY if breaches else StatedAs.STATED


def _out_of_order(
    minimum: Cents | None, maximum: Cents | None, key: str, at: Path, source: Cite | None
) -> tuple[Breach, ...]:
    """Return, for the minimum, that it is more than the maximum, if it is."""
    if key != "minimum" or minimum is None or maximum is None or minimum <= maximum:
        return ()
    message = f"the posted minimum {format_money(minimum)} is more than the maximum {format_money(maximum)}"
    return (Breach(message, at, cite=source),)


def _limits_of_spots(table: TableConfig) -> Iterator[Requirement]:
    """Yield the limits of each of several blackjack wagers."""
    limits, hands, key = table.stated_spot_limits, table.game.dealer_hands, table.game.spot_limits or ""
    if hands is None:
        return
    breaches = []
    if len(limits) != table.spots[1]:
        message = f"a player may make {table.spots[1]} wagers, and {key} states the limits of {len(limits)}"
        breaches.append(Breach(f"{message}: state those of each", (key,)))
    for spot, (minimum, maximum) in enumerate(limits, 1):
        if minimum > maximum:
            least, most = format_money(minimum), format_money(maximum)
            message = f"the minimum of wager {spot}, {least}, is more than its maximum, {most}"
            breaches.append(Breach(message, (key,)))
    yield Requirement(
        kind=RequirementKind.LIMIT,
        cite=hands.wagered,
        what=f"minimum and maximum of each of the {table.spots[1]} wagers, posted",
        option=table.game,
        state=StatedAs.DIFFERENTLY if breaches else StatedAs.STATED,
        states=", ".join(f"{format_money(minimum)} to {format_money(maximum)}" for minimum, maximum in limits),
        at=(key,),
        breaches=tuple(breaches),
    )


def optional_wagers(table: TableConfig) -> Iterator[Requirement]:
    """Yield the minimum and the maximum of each optional wager, and the amounts that its section allows."""
    for offer in table.offers:
        limits = offer.wager.limits.value
        for key, amount in (("minimum", offer.minimum), ("maximum", offer.maximum)):
            if limits.posted or amount is not None:
                yield _limit(offer, key, amount)
        if not limits.posted and offer.minimum is None and offer.maximum is None:
            yield _amounts(offer)


def _limit(offer: Offer, key: str, amount: Cents | None) -> Requirement:
    limits, at = offer.wager.limits, (*offer.at, key)
    missing = Breach(f"the {key} of {title(offer.wager)} is not posted: add {key}", offer.at)
    if amount is None:
        breaches: tuple[Breach, ...] = (missing,)
    else:
        order = _out_of_order(offer.minimum, offer.maximum, key, at, base.WAGER_LIMITS_POSTED)
        breaches = (*_not_allowed(offer, key, amount), *order)
    how = "posted" if limits.value.posted else limits_words(limits.value)
    return Requirement(
        kind=RequirementKind.LIMIT,
        cite=limits.cite,
        what=f"{key} of {title(offer.wager)}, {how}",
        option=offer.wager,
        state=_state(amount, breaches),
        states=None if amount is None else f"{format_money(amount)}",
        at=at,
        remedy=USUAL_WAGER_LIMITS[key],
        breaches=breaches,
    )


def _not_allowed(offer: Offer, key: str, amount: Cents) -> Iterator[Breach]:
    limits, wager, at = offer.wager.limits.value, title(offer.wager), (*offer.at, key)
    if limits.exactly and amount not in limits.exactly:
        allowed = either(map(format_money, limits.exactly))
        yield Breach(f"{wager} is exactly {allowed}, not {format_money(amount)}", at)
    if limits.least is not None and amount < limits.least:
        yield Breach(
            f"{wager} is at least {format_money(limits.least)}; its posted {key} is {format_money(amount)}", at
        )


def _amounts(offer: Offer) -> Requirement:
    """Return the amounts that a section allows of itself; there is nothing to state."""
    limits = offer.wager.limits
    return Requirement(
        kind=RequirementKind.LIMIT,
        cite=limits.cite,
        what=f"{title(offer.wager)}: {limits_words(limits.value)}",
        option=offer.wager,
        state=StatedAs.STATED,
        at=offer.at,
    )


REQUIREMENTS: tuple[Requirements, ...] = (blackjack_wager, optional_wagers)


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
