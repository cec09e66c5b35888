"""Betting areas, signs, inscriptions and equipment."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from upcard.english import listed
from upcard.law import Cite, Cited
from upcard.rules import base
from upcard.rules.enums import Soft17
from upcard.rules.option import AreaKind, Equipment, Inscription, Option
from upcard.rules.wager import Game
from upcard.table.config import Offer, StatedRecord, TableConfig, number_of_areas
from upcard.table.findings import Check, Finding, finding
from upcard.table.line_numbers import Path
from upcard.table.requirement import (
    Breach,
    Requirement,
    RequirementKind,
    Requirements,
    StatedAs,
    not_stated,
    standing_options,
    title,
)

Stated = bool | int | StatedRecord | None


def licensee(table: TableConfig) -> Iterator[Requirement]:
    """Yield the licensee's name on the layout."""
    missing = Breach("the layout must bear the name of the licensee: add licensee", ("licensee",))
    yield Requirement(
        kind=RequirementKind.INSCRIPTION,
        cite=base.LICENSEE_NAMED,
        what="the name of the licensee",
        state=StatedAs.STATED if table.licensee else StatedAs.NOT_STATED,
        states=table.licensee,
        at=("licensee",),
        remedy="Name of the licensee",
        breaches=() if table.licensee else (missing,),
    )


def areas(table: TableConfig) -> Iterator[Requirement]:
    """Yield the betting areas that wagers and games require; a game's area for a wager is that wager's own."""
    offered = {offer.wager.name for offer in table.offers}
    for offer in table.offers:
        name = title(offer.wager)
        stated, at = _stated(offer, "betting_area", offer.betting_area, table.betting_areas)
        for area in offer.wager.areas:
            if area.value.kind is AreaKind.CHIP_ACCEPTOR:  # equipment, and required as such
                continue
            needs = f"{name} needs a betting area"
            yield _area(table, offer.wager, area.cite, f"betting area of {name}", needs, stated, at)
    for game in table.games:
        for area in game.areas:
            name = area.value.name
            if name not in offered:
                stated, at = table.betting_areas.get(name), ("betting_areas", name)
                needs = f"{title(game)} needs a betting area for {name}"
                yield _area(table, game, area.cite, f"betting area for {name}", needs, stated, at)
        yield from _dealer_areas(table, game)


def _area(
    table: TableConfig, option: Option, cite: Cite, what: str, needs: str, stated: Stated, at: Path
) -> Requirement:
    missing = f"{needs} at each of the {table.seats} seats; it has"
    return _counted(option, cite, what, f"a {what} at each seat", missing, stated, table.seats, at)


def _dealer_areas(table: TableConfig, game: Game) -> Iterator[Requirement]:
    for area in game.dealer_areas:
        if table.has(area.value.when):
            name = area.value.name
            stated, at = table.betting_areas.get(name), ("betting_areas", name)
            what, missing = f"area for the {name}", f"{title(game)} needs an area for the {name}; it has"
            yield _counted(game, area.cite, what, f"an {what}", missing, stated, 1, at)


def _counted(
    option: Option, cite: Cite, name: str, what: str, missing: str, stated: Stated, due: int, at: Path
) -> Requirement:
    assert not isinstance(stated, StatedRecord)
    number = None if stated is None else number_of_areas(stated, due)
    state, breach = StatedAs.STATED, None
    if number is None:
        state, breach = StatedAs.NOT_STATED, not_stated(name, at, cite)
    elif number < due:
        state, breach = StatedAs.DIFFERENTLY, Breach(f"{missing} {number}", at)
    return Requirement(
        kind=RequirementKind.AREA,
        cite=cite,
        what=what,
        option=option,
        state=state,
        states=None if number is None else str(number),
        at=at,
        remedy=True,
        breaches=(breach,) if breach else (),
    )


def signs(table: TableConfig) -> Iterator[Requirement]:
    """Yield the signs that wagers and games require, one for each paragraph."""
    offered = {offer.wager.name for offer in table.offers}
    for offer in table.offers:
        stated, at = _stated(offer, "sign", offer.sign, table.signs)
        for subject, sign in _signs_of(offer):
            missing = f"the layout or a sign must state {listed(sign.value)} for {title(offer.wager)}"
            yield _sign(table, offer.wager, sign, f"sign of {subject}", missing, stated, at)
    for game in table.games:
        for name, sign in game.signs.items():
            if name not in offered:
                words = listed(sign.value)
                missing = f"at a {title(game)} table the layout or a sign must state {words}: {name}"
                yield _sign(table, game, sign, f"sign for {name}", missing, table.signs.get(name), ("signs", name))


def _sign(
    table: TableConfig, option: Option, sign: Cited[tuple[str, ...]], what: str, missing: str, stated: Stated, at: Path
) -> Requirement:
    state, breach = StatedAs.STATED, None
    if stated is None:
        state, breach = StatedAs.NOT_STATED, not_stated(what, at, sign.cite)
    elif stated is False:
        state, breach = StatedAs.DIFFERENTLY, Breach(missing, at)
    elif isinstance(stated, StatedRecord) and stated.given and table.date and stated.given > table.date:
        state = StatedAs.DIFFERENTLY
        breach = Breach(f"the {what} was put up on {stated.given}, after {table.date}", at)
    return Requirement(
        kind=RequirementKind.SIGN,
        cite=sign.cite,
        what=f"the {what}, or the layout itself",
        option=option,
        state=state,
        states=stated.words if isinstance(stated, StatedRecord) else None,
        says=sign.value,
        at=at,
        remedy=True,
        breaches=(breach,) if breach else (),
    )


def _stated(offer: Offer, key: str, own: Stated, of_games: Mapping[str, Stated]) -> tuple[Stated, Path]:
    """Return what the file states under a key of a wager, or else of its game, and where."""
    name = offer.wager.name
    if own is None and name in of_games:
        return of_games[name], (f"{key}s", name)
    return own, (*offer.at, key)


def _signs_of(offer: Offer) -> Iterator[tuple[str, Cited[tuple[str, ...]]]]:
    if isinstance(offer.wager.sign, Cited):
        yield title(offer.wager), offer.wager.sign
    if offer.wager.rider and offer.rider:
        yield f"the {offer.wager.rider.name}", offer.wager.rider.sign


def required_inscriptions(table: TableConfig) -> Iterator[tuple[Option | None, Cited[Inscription]]]:
    """Yield the literal inscriptions: those of the options, word for word, and the three of every table."""
    literal = [(option, each) for option in standing_options(table) for each in option.inscriptions]
    yield from literal
    yield None, base.blackjack_pays(table.rules.blackjack_pays)
    yield None, base.INSURANCE_PAYS
    stands = base.STANDS_ON_SOFT_17
    replaced = any(inscription.value.replaces == stands.cite for _, inscription in literal)
    if table.rules.dealer_soft_17 is Soft17.STAND and not replaced:
        yield None, stands


def inscriptions(table: TableConfig) -> Iterator[Requirement]:
    """Yield the literal inscriptions as requirements."""
    for option, inscription in required_inscriptions(table):
        yield _inscription(table, option, inscription, exact=option is not None)


def _inscription(
    table: TableConfig, option: Option | None, required: Cited[Inscription], *, exact: bool = False
) -> Requirement:
    text = required.value.text
    near = [each for each in table.inscriptions or () if plain_text(each) == plain_text(text)]
    instead = None
    other = other_wording(table, required.value)
    if table.inscriptions is None:
        state = StatedAs.NOT_STATED
        breaches: tuple[Breach, ...] = (not_stated("inscriptions", ("inscriptions",), base.INSCRIBED, "are"),)
    elif text in table.inscriptions if exact else text.lower() in {each.lower() for each in table.inscriptions}:
        state, breaches = StatedAs.STATED, ()
    else:
        instead = other.text if other else near[0] if near else None
        state = StatedAs.DIFFERENTLY if instead else StatedAs.NOT_STATED
        message = f'the layout must bear the inscription "{text}"'
        message += f' word for word; it bears "{instead}"' if instead else ""
        breaches = (Breach(message, ("inscriptions",), reading=other.reading if other else None),)
    return Requirement(
        kind=RequirementKind.INSCRIPTION,
        cite=required.cite,
        what=f'"{text}"',
        option=option,
        state=state,
        states=f'"{instead}"' if instead else None,
        text=text,
        at=("inscriptions",),
        remedy=text,
        reading=breaches[0].reading if breaches else None,
        breaches=breaches,
    )


class AcceptedWording(NamedTuple):
    """Another text on a layout than the literal one, and the Reading that accepts it."""

    text: str
    reading: int


def other_wording(table: TableConfig, required: Inscription) -> AcceptedWording | None:
    """Return what the layout says instead of a literal inscription where a Reading accepts that; None if nothing."""
    other = required.otherwise
    if other is None or table.inscriptions is None or required.text in table.inscriptions:
        return None
    key, value = other.when
    if table.value(key) != value:
        return None
    texts = (text for text in table.inscriptions if other.subject in plain_text(text))
    return next((AcceptedWording(text, other.reading) for text in texts), None)


def plain_text(text: str) -> str:
    """Return an inscription without the marks and spaces in which printers differ."""
    return " ".join(text.lower().replace("\u2019", "'").split()).rstrip(".")


def required_equipment(table: TableConfig) -> Iterator[tuple[Option | None, Cited[Equipment]]]:
    """Yield the equipment of every table, and that of each option, by its settings too."""
    yield from ((None, item) for item in base.EQUIPMENT)
    for option in standing_options(table):
        yield from ((option, item) for item in option.equipment)
        settings = next((offer.settings for offer in table.offers if offer.wager is option), table.settings)
        yield from ((option, item) for key, item in option.equipment_if.items() if settings[key])


def equipment(table: TableConfig) -> Iterator[Requirement]:
    """Yield the equipment as requirements."""
    for option, item in required_equipment(table):
        needs = "a table needs" if option is None else f"{title(option)} needs"
        yield _item(table, option, item, f'{needs} the equipment "{item.value.name}"')


def _item(table: TableConfig, option: Option | None, item: Cited[Equipment], missing: str) -> Requirement:
    name = item.value.name
    is_stated = name in {each.lower() for each in table.equipment or ()}
    if table.equipment is None:
        breaches: tuple[Breach, ...] = (not_stated("equipment", ("equipment",), base.EQUIPMENT[0].cite),)
    else:
        breaches = () if is_stated else (Breach(missing, ("equipment",)),)
    return Requirement(
        kind=RequirementKind.EQUIPMENT,
        cite=item.cite,
        what=name,
        option=option,
        state=StatedAs.STATED if is_stated else StatedAs.NOT_STATED,
        at=("equipment",),
        remedy=name,
        breaches=breaches,
    )


REQUIREMENTS: tuple[Requirements, ...] = (licensee, areas, signs, inscriptions, equipment)


def replaced(table: TableConfig) -> Iterator[Finding]:
    """Report the inscription on all 17s where another replaces it, or where the dealer draws to soft 17."""
    stands = base.STANDS_ON_SOFT_17
    if stands.value.text.lower() not in {text.lower() for text in table.inscriptions or ()}:
        return
    literal = [inscription for option in standing_options(table) for inscription in option.inscriptions]
    instead = [inscription for inscription in literal if inscription.value.replaces == stands.cite]
    if instead:
        text = instead[-1].value.text
        message = f'"{text}" replaces "{stands.value.text}", which is still inscribed: remove it'
        yield finding(table, instead[-1].cite, message, "inscriptions")
    elif table.rules.dealer_soft_17 is Soft17.DRAW:
        message = f'the dealer draws to soft 17, but "{stands.value.text}" is inscribed'
        yield finding(table, stands.cite, message, "inscriptions")


def contradicted(table: TableConfig) -> Iterator[Finding]:
    """Report inscriptions that contradict the table, or that state odds with "for"."""
    pays = base.blackjack_pays(table.rules.blackjack_pays)
    literal = [inscription.value for option in standing_options(table) for inscription in option.inscriptions]
    draws = any(inscription.replaces == base.DRAWING_RULE for inscription in literal)
    for text in table.inscriptions or ():
        plain = plain_text(text)
        if plain.startswith("blackjack pays ") and plain != plain_text(pays.value.text):
            message = f'"{text}" is inscribed, but a blackjack pays {table.rules.blackjack_pays.value}'
            yield finding(table, pays.cite, message, "inscriptions")
        if "soft 17" in plain and table.rules.dealer_soft_17 is Soft17.STAND and not draws:
            message = f'"{text}" is inscribed, but the dealer stands on soft 17'
            yield finding(table, base.DRAWING_RULE, message, "inscriptions")
        if re.search(r"\d+ for \d+", plain):
            message = f'"{text}" states odds with "for": state them with "to"'
            yield finding(table, base.ODDS_WITH_TO, message, "inscriptions")


CHECKS: tuple[Check, ...] = (replaced, contradicted)
