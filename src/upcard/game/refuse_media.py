"""Refusals of what a wager is made with: match play coupons, and spoken wagers with cash."""

from collections.abc import Iterator

from upcard.game import commands as do
from upcard.law import Cite, Unknown
from upcard.money import format_money
from upcard.rules.wager import Confirmed, Medium, Person
from upcard.table import Offer

Reason = tuple[Cite, str]
LONGEST_NAME = 100  # characters


def blackjack_wager_made_with(command: do.PlaceWager, source: Cite) -> Iterator[Reason]:
    """Yield why a blackjack wager may not be made with a coupon, nor be recorded as spoken."""
    if command.coupon:
        yield source, "no text is held by which a blackjack wager may be made with a match play coupon"
    if command.spoken is not None:
        spoken = "no text is held by which a blackjack wager may be spoken"
        yield source, f"{spoken}: record it as made with chips once the cash is changed"


def made_with(offer: Offer, command: do.PlaceWager) -> Iterator[Reason]:
    """Yield why an optional wager may not be made with this coupon, or be spoken with these confirmations."""
    if command.coupon:
        yield from _with_coupon(offer, command)
    if command.spoken is not None:
        yield from _spoken(offer, command)


def _with_coupon(offer: Offer, command: do.PlaceWager) -> Iterator[Reason]:
    wager, media = offer.wager, offer.wager.media
    for what, amount in (("chips", command.amounts[0]), ("coupon", command.coupon)):
        if amount < 0:
            yield (
                wager.limits.cite,
                f"the {what} of the {wager.name} wager must be at least $0.00, not {format_money(amount)}",
            )
    if not isinstance(media, Unknown) and Medium.COUPON not in media.value:
        accepted = " or ".join(medium.value for medium in Medium if medium in media.value)
        yield media.cite, f"the {wager.name} wager is made with {accepted}, not with a match play coupon"
    elif not offer.coupons:
        yield (
            media.cite,
            f"the table accepts no match play coupon for the {wager.name} wager: its file has coupons = false",
        )


def accepts_coupons(offer: Offer) -> bool:
    """Whether a table accepts match play coupons for a wager, and its section does not say otherwise."""
    media = offer.wager.media
    return offer.coupons and (isinstance(media, Unknown) or Medium.COUPON in media.value)


def accepts_spoken(offer: Offer) -> bool:
    """Whether a table accepts a spoken wager, and its section does not say otherwise."""
    spoken = offer.wager.spoken
    return bool(offer.spoken_wagers) and (isinstance(spoken, Unknown) or bool(spoken.value))


def must_confirm(offer: Offer) -> frozenset[Person]:
    """Return who must confirm a spoken wager: by its section and by what the table states; at least the dealer."""
    spoken, stated = offer.wager.spoken, offer.spoken_wagers
    by_rule = frozenset[Person]() if isinstance(spoken, Unknown) else spoken.value
    by_table = stated.persons if isinstance(stated, Confirmed) else frozenset[Person]()
    return by_rule | by_table or frozenset({Person.DEALER})


def _spoken(offer: Offer, command: do.PlaceWager) -> Iterator[Reason]:
    wager, spoken, confirmations = offer.wager, offer.wager.spoken, command.spoken or ()
    needed = must_confirm(offer) - {each.person for each in confirmations}
    missing = [person.value for person in Person if person in needed]
    if not isinstance(spoken, Unknown) and not spoken.value:
        yield spoken.cite, f"a spoken {wager.name} wager is not accepted"
    elif not offer.spoken_wagers:
        yield spoken.cite, f"the table accepts no spoken {wager.name} wager: its file has spoken_wagers = false"
    elif missing:
        also = "also " if confirmations else ""
        who = " and the ".join(missing)
        yield spoken.cite, f"a spoken {wager.name} wager must {also}be confirmed by the {who} before the first card"
    if not any(command.amounts):
        yield spoken.cite, f"a spoken {wager.name} wager comes with cash: state its amount"
    if len({each.person for each in confirmations}) < len(confirmations):
        yield spoken.cite, "each person confirms a spoken wager once"
    for each in confirmations:
        if len(each.name) > LONGEST_NAME or not each.name.isprintable():
            yield spoken.cite, f"the name of who confirmed must be at most {LONGEST_NAME} printable characters"
