"""Cards and chips as one sheet of symbols for a page, or each as an SVG document of its own."""

import re
from functools import cache

from upcard.cards import Card
from upcard.drawing import card_faces, chips
from upcard.drawing.palette import Theme, colors, stylesheet
from upcard.drawing.svg import NAMESPACE, document, element
from upcard.english import sentence
from upcard.errors import Misuse
from upcard.money import Cents, format_money

_REFERENCE = re.compile(r'(?:href="|url\()#([\w-]+)')
SPRITE_RULES = {**card_faces.CARD_RULES, **chips.CHIP_RULES}


@cache
def _definitions() -> dict[str, str]:
    """Return every part and symbol by name."""
    parts = {**card_faces.parts(), **chips.parts()}
    return {**parts, **card_faces.card_symbols(), **chips.chip_symbols()}


def definitions_of(drawing: str) -> str:
    """Return the definitions that a drawing refers to, directly or through another; each once, in a fixed order."""
    known, needed, waiting = _definitions(), set[str](), set(_REFERENCE.findall(drawing))
    while waiting:
        name = waiting.pop()
        if name in known and name not in needed:
            needed.add(name)
            waiting.update(_REFERENCE.findall(known[name]))
    return "".join(markup for name, markup in known.items() if name in needed)


def rules_of(drawing: str) -> dict[str, dict[str, str]]:
    """Return the rules of the classes that a drawing uses."""
    used = {name for value in re.findall(r'class="([^"]+)"', drawing) for name in value.split()}
    return {selector: dict(rule) for selector, rule in SPRITE_RULES.items() if selector.removeprefix(".") in used}


def sprite_sheet(
    *, theme: Theme = Theme.LIGHT, four_colors: bool = False, variables: bool = True, with_style: bool = True
) -> str:
    """Return one SVG without a picture of its own that defines every card, chip, button and light.

    A page puts it in once and shows a card by `<svg viewBox="0 0 250 350"><use href="#uc-Ah"/></svg>`.
    """
    content = "".join(_definitions().values())
    style = stylesheet(SPRITE_RULES, colors(theme, four_colors=four_colors), variables=variables)
    return (
        element(
            "svg",
            element("title", "Cards and chips"),
            element("desc", "Symbols of every card and chip, to be shown by use elements."),
            element("style", style) if with_style else "",
            element("defs", content),
            xmlns=NAMESPACE,
            width=0,
            height=0,
            aria_hidden="true",
        )
        + "\n"
    )


def _single(
    content: str,
    size: tuple[float, float],
    title: str,
    description: str,
    *,
    theme: Theme,
    four_colors: bool = False,
    variables: bool = True,
) -> str:
    definitions = definitions_of(content)
    style = stylesheet(rules_of(definitions + content), colors(theme, four_colors=four_colors), variables=variables)
    return document((0, 0, *size), title, description, element("style", style), element("defs", definitions), content)


def _shown(symbol: str, width: float, height: float) -> str:
    return element("use", href=f"#{symbol}", width=width, height=height)


def card(shown: Card, *, theme: Theme = Theme.LIGHT, four_colors: bool = False, variables: bool = True) -> str:
    """Return the face of a card as an SVG document."""
    name = card_faces.name_of(shown)
    size = card_faces.WIDTH, card_faces.HEIGHT
    content = _shown(card_faces.symbol_of(shown), *size)
    return _single(
        content,
        size,
        sentence(name),
        f"A playing card: the {name}.",
        theme=theme,
        four_colors=four_colors,
        variables=variables,
    )


def card_back(*, theme: Theme = Theme.LIGHT, variables: bool = True) -> str:
    """Return the back of a card as an SVG document."""
    size = card_faces.WIDTH, card_faces.HEIGHT
    content = _shown(card_faces.BACK, *size)
    return _single(content, size, "Back of a card", "A playing card, face down.", theme=theme, variables=variables)


def cutting_card(*, theme: Theme = Theme.LIGHT, variables: bool = True) -> str:
    """Return the cutting card as an SVG document."""
    size = card_faces.WIDTH, card_faces.HEIGHT
    content = _shown(card_faces.CUTTING_CARD, *size)
    description = "An opaque card of one color, by which the cards are cut."
    return _single(content, size, "Cutting card", description, theme=theme, variables=variables)


def chip(value: Cents, *, theme: Theme = Theme.LIGHT, variables: bool = True) -> str:
    """Return a chip of one denomination as an SVG document."""
    known = {each.value: each for each in chips.DENOMINATIONS}
    if value not in known:
        values = ", ".join(each.label for each in chips.DENOMINATIONS)
        raise Misuse(f"there is no chip of {format_money(value)}; chips: {values}")
    label = known[value].label
    content = _shown(known[value].symbol, 100, 100)
    return _single(content, (100, 100), f"{label} chip", f"A gaming chip of {label}.", theme=theme, variables=variables)


def chip_stack(amount: Cents, *, theme: Theme = Theme.LIGHT, variables: bool = True) -> str:
    """Return chips of an amount as an SVG document."""
    content, width, height = chips.stack(amount)
    words = format_money(amount)
    description = ", ".join(f"{count} of {each.label}" for each, count in chips.chips_for(amount))
    return _single(
        content, (width, height), f"{words} in chips", f"Chips: {description}.", theme=theme, variables=variables
    )


def button(label: str, licensee: str | None = None, *, theme: Theme = Theme.LIGHT, variables: bool = True) -> str:
    """Return a button, with the name of the licensee, as an SVG document."""
    content = chips.labeled(chips.BUTTON, label, licensee)
    of = f" of {licensee}" if licensee else ""
    return _single(content, (100, 100), label, f"A button{of} that says: {label}.", theme=theme, variables=variables)


def lammer(label: str, *, theme: Theme = Theme.LIGHT, variables: bool = True) -> str:
    """Return a lammer as an SVG document."""
    content = chips.labeled(chips.LAMMER, label)
    return _single(content, (100, 100), label, f"A marker that says: {label}.", theme=theme, variables=variables)


def light(*, is_on: bool, theme: Theme = Theme.LIGHT, variables: bool = True) -> str:
    """Return a light, on or off, as an SVG document."""
    content = _shown(chips.LIGHT_ON if is_on else chips.LIGHT_OFF, 100, 100)
    title = f"Light, {'on' if is_on else 'off'}"
    return _single(content, (100, 100), title, "The light of a chip acceptor.", theme=theme, variables=variables)
