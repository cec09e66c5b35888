"""What a layout and its signs say, from the table alone: inscriptions, limits, posted odds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from upcard.english import either, sentence
from upcard.law import Cited, Unknown
from upcard.money import Cents, Pays, format_money
from upcard.rules import base
from upcard.rules.option import BettingArea, Inscription
from upcard.rules.wager import Outcome, PayTable, Wager
from upcard.table import Offer, TableConfig
from upcard.table.requirements.layout import other_wording, plain_text, required_inscriptions


@dataclass(frozen=True, kw_only=True)
class PostedSign:
    """A sign: its heading, its lines with what each pays or allows, and notes under them."""

    heading: str
    lines: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Inscriptions:
    """The inscriptions of a layout by the place that each has on it."""

    blackjack: str
    insurance: str
    others: tuple[str, ...]  # the drawing rule first

    @property
    def texts(self) -> tuple[str, ...]:
        """Return all of them."""
        return self.blackjack, *self.others, self.insurance


def area_of(wager: Wager) -> BettingArea:
    """Return the betting area of a wager, as declared or a spot, with its name where nothing else is declared."""
    area = wager.areas[0].value if wager.areas else BettingArea(name=wager.name)
    return replace(area, label=area.label or wager.heading)


def inscriptions(table: TableConfig) -> Inscriptions:
    """Return the inscriptions that the rules require, and those that the file adds.

    Those of every table stand as the file writes them, in capitals perhaps; those of options word for word.
    """
    blackjack = base.blackjack_pays(table.rules.blackjack_pays)
    of_every_table = (blackjack, base.INSURANCE_PAYS, base.STANDS_ON_SOFT_17)
    stated = {plain_text(text): text for text in table.inscriptions or ()}

    def as_stated(inscription: Cited[Inscription]) -> str:
        text = inscription.value.text
        own = stated.pop(plain_text(text), text)
        return own if inscription in of_every_table and own.lower() == text.lower() else text

    drawn = {
        each: as_stated(each) for _, each in required_inscriptions(table) if other_wording(table, each.value) is None
    }
    others = [text for each, text in drawn.items() if each not in (blackjack, base.INSURANCE_PAYS)]
    return Inscriptions(
        blackjack=drawn[blackjack], insurance=drawn[base.INSURANCE_PAYS], others=(*others, *stated.values())
    )


def written_pays(pays: Pays) -> str:
    """Return what a line pays, as a sign says it."""
    return str(pays)


def odds_lines(wager: Wager, pays: PayTable) -> tuple[tuple[str, str], ...]:
    """Return each outcome with what it pays; outcomes that pay the same under one word are one line."""
    lines: dict[str, str] = {}
    done: set[Outcome] = set()
    for label, outcomes in wager.groups.items():
        alike = {pays[outcome] for outcome in outcomes if outcome in pays}
        if len(alike) == 1 and all(outcome in pays for outcome in outcomes) and not done & set(outcomes):
            lines[label] = written_pays(pays[outcomes[0]])
            done |= set(outcomes)
    lines |= {outcome.label: written_pays(paid) for outcome, paid in pays.items() if outcome not in done}
    return tuple(lines.items())


def odds(table: TableConfig) -> tuple[PostedSign, ...]:
    """Return a sign for every wager offered, and one for what is paid in addition to it."""
    return tuple(posting for offer in table.offers for posting in signs_of(offer))


def signs_of(offer: Offer) -> Iterator[PostedSign]:
    """Yield the sign of a wager, and that of what is paid in addition to it."""
    label = offer.wager.heading
    lines = (*odds_lines(offer.wager, offer.pays), *limits_line(offer))
    yield PostedSign(heading=label, lines=lines, notes=tuple(_notes(offer.wager)))
    rider = offer.wager.rider
    if rider and offer.rider:
        paid = tuple((outcome.label, written_pays(pays)) for outcome, pays in offer.rider.pays.items())
        condition = f"{rider.condition}; {label} wager of at least {format_money(rider.least.value)}"
        yield PostedSign(heading=rider.name, lines=paid, notes=(sentence(condition),))


def _notes(wager: Wager) -> Iterator[str]:
    """Yield what a sign must state besides odds, where the declaration words it."""
    stated = () if isinstance(wager.sign, Unknown) else wager.sign.value
    yield from (sentence(item.removeprefix("the ")) for item in stated if ": " in item)


def limits(table: TableConfig) -> PostedSign:
    """Return the sign of the table: the limits of the blackjack wager, or of each on a hand, and how many are made."""
    fewest, most = table.spots
    lines = [*_blackjack_limits(table)]
    if most > 1:
        lines.append(("Wagers on a hand", f"{fewest}" if fewest == most else f"{fewest} to {most}"))
    return PostedSign(heading=table.table, lines=tuple(lines))


def _blackjack_limits(table: TableConfig) -> Iterator[tuple[str, str]]:
    if table.stated_spot_limits:
        for spot, (least, most) in enumerate(table.stated_spot_limits, 1):
            yield f"Wager {spot}", f"{format_money(least)} to {format_money(most)}"
        return
    if table.minimum is not None:
        yield "Minimum", format_money(table.minimum)
    if table.maximum is not None:
        yield "Maximum", format_money(table.maximum)


def limits_line(offer: Offer) -> Iterator[tuple[str, str]]:
    """Yield the amounts of a wager: those that the rule names, or from the least to the greatest stated."""
    if offer.sizes:
        yield "Wager", either(map(format_money, offer.sizes))
        return
    least: Cents | None = offer.minimum or offer.wager.limits.value.least
    if least is not None and offer.maximum is not None:
        yield "Wager", f"{format_money(least)} to {format_money(offer.maximum)}"
    elif least is not None:
        yield "Minimum", format_money(least)
    elif offer.maximum is not None:
        yield "Maximum", format_money(offer.maximum)
