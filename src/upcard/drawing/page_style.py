"""The stylesheet of a page that shows drawings without styles of their own, as a strict security policy wants."""

from collections.abc import Mapping

from upcard.drawing.felt_style import FELT_RULES
from upcard.drawing.palette import FOUR_COLORS, Theme, colors, custom_properties, forced_colors, stylesheet
from upcard.drawing.sprites import SPRITE_RULES
from upcard.table.layout_measures import FeltColor

# Repeated, so that in forced colors they are stronger than the selectors of themes and felts.
_STRONGEST = (":root:root:root", "[data-theme][data-theme][data-theme]", ":root .uf.uf")
_OF_FELTS = ("felt", "felt-edge", "felt-print")


def page_stylesheet() -> str:
    """Return the rules of every drawing, light, dark and in forced colors.

    The system chooses the theme, or `data-theme="light"` or `"dark"` on an element around the drawing; the class
    `four-colors` there gives each suit a color. A felt has the class of its color, such as `uf-blue`.
    """
    light, dark = _theme(Theme.LIGHT, ":root", "[data-theme=light]"), _theme(Theme.DARK, "[data-theme=dark]")
    by_system = _theme(Theme.DARK, ":root:not([data-theme=light])")
    rules = stylesheet({**SPRITE_RULES, **FELT_RULES}, colors(Theme.LIGHT))
    return (
        f"{light}@media (prefers-color-scheme:dark){{{by_system}}}{dark}"
        f".four-colors{{{custom_properties(FOUR_COLORS)}}}"
        f"@media (forced-colors:active){{{','.join(_STRONGEST)}{{{forced_colors()}}}}}{rules}\n"
    )


def _theme(theme: Theme, *selectors: str) -> str:
    """Return the colors of a theme, and those of each felt in it."""
    general = {role: color for role, color in colors(theme).items() if role not in _OF_FELTS}
    felts = "".join(_rule([f"{each} .uf-{felt.value}" for each in selectors], _felt(theme, felt)) for felt in FeltColor)
    return _rule(selectors, general) + felts


def _felt(theme: Theme, felt: FeltColor) -> dict[str, str]:
    return {role: color for role, color in colors(theme, felt).items() if role in _OF_FELTS}


def _rule(selectors: list[str] | tuple[str, ...], by_role: Mapping[str, str]) -> str:
    return f"{','.join(selectors)}{{{custom_properties(by_role)}}}"
