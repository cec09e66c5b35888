"""The colors and fonts of the drawings, by role: two themes, and names by which a page can set its own."""

from collections.abc import Mapping
from enum import Enum

from upcard.table.layout_measures import FeltColor

PREFIX = "--upcard-"  # of the custom properties


class Theme(Enum):
    """The surroundings in which a drawing is looked at."""

    LIGHT = "light"
    DARK = "dark"


FONTS = {
    "serif": "'Palatino Linotype',Palatino,'Book Antiqua',P052,'Times New Roman','Liberation Serif',serif",
    "sans": "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif",
}

# For each color of the felt and theme: its middle, its edge, and what is printed darker on it.
_FELTS = {
    FeltColor.GREEN: (("#0f6a45", "#0a4f34", "#0b5639"), ("#0d5638", "#062f20", "#083d29")),
    FeltColor.BLUE: (("#1c5a8c", "#103a60", "#13436d"), ("#16456c", "#0a2339", "#0e3251")),
    FeltColor.BURGUNDY: (("#8a2436", "#5c1422", "#691a29"), ("#6a1b2a", "#360b14", "#4a111d")),
    FeltColor.CHARCOAL: (("#464c53", "#2c3136", "#33393f"), ("#33383d", "#191c1f", "#24282c")),
}

# role: light, dark
_COLORS: Mapping[str, tuple[str, str]] = {
    "room": ("#efe8da", "#15110e"),
    "shadow": ("#c9bfab", "#0b0908"),
    "rail": ("#4a2b1d", "#38201a"),
    "rail-light": ("#6b4330", "#4d2e24"),
    "trim": ("#c79a4b", "#a47c3a"),
    "line": ("#f2dfae", "#e2cb93"),
    "gold": ("#f4d58a", "#e6c476"),
    "text": ("#fbf6e6", "#f0e8d2"),
    "device": ("#23272b", "#191c1f"),
    "device-light": ("#4d545b", "#3b4147"),
    "device-text": ("#ece7db", "#d9d3c5"),
    "screen": ("#0c0f11", "#08090b"),
    "screen-text": ("#ffb648", "#f5a93a"),
    "light-on": ("#ff5a4d", "#ff5a4d"),
    "light-off": ("#6d2c27", "#5b2521"),
    "glass": ("#c5d3d6", "#8fa0a5"),
    "warning": ("#ffd7d2", "#ffd7d2"),
    "paper": ("#fffdf7", "#f4efe3"),
    "card-line": ("#c9c2b2", "#8d8676"),
    "hearts": ("#b41f2d", "#a81b29"),
    "diamonds": ("#b41f2d", "#a81b29"),
    "clubs": ("#1d1f24", "#191b20"),
    "spades": ("#1d1f24", "#191b20"),
    "navy": ("#21406f", "#21406f"),
    "crimson": ("#a32431", "#a32431"),
    "court-gold": ("#dba63a", "#d09c33"),
    "skin": ("#f6e7cd", "#eedfc3"),
    "back": ("#7d1d2b", "#6e1926"),
    "back-line": ("#f3e3c3", "#e6d5b3"),
    "cutting-card": ("#e9b824", "#dcab1c"),
    "button": ("#0e767d", "#0d6f76"),
    "lammer": ("#f2e7c9", "#e6d9b8"),
}


FOUR_COLORS = {"diamonds": "#1a4f9c", "clubs": "#12703f"}  # so that no two suits have the same


def colors(theme: Theme, felt: FeltColor = FeltColor.GREEN, *, four_colors: bool = False) -> dict[str, str]:
    """Return the color of every role."""
    place = list(Theme).index(theme)
    middle, edge, print_ = _FELTS[felt][place]
    printed = {"felt": middle, "felt-edge": edge, "felt-print": print_}
    return {**{role: pair[place] for role, pair in _COLORS.items()}, **printed, **(FOUR_COLORS if four_colors else {})}


Rules = Mapping[str, Mapping[str, str]]  # selector: property: value; @role is a color, $name a list of fonts


def stylesheet(rules: Rules, by_role: Mapping[str, str], *, variables: bool = True) -> str:
    """Return rules as CSS; with variables a page may set each color, and without them any program can read it."""

    def value(text: str) -> str:
        if text.startswith("$"):
            return FONTS[text[1:]]
        if not text.startswith("@"):
            return text
        role = text[1:]
        return f"var({PREFIX}{role},{by_role[role]})" if variables else by_role[role]

    return "".join(
        f"{selector}{{{';'.join(f'{name}:{value(text)}' for name, text in declared.items())}}}"
        for selector, declared in rules.items()
    )


def custom_properties(by_role: Mapping[str, str]) -> str:
    """Return the declarations by which a page sets the colors of the drawings inside it."""
    return ";".join(f"{PREFIX}{role}:{color}" for role, color in by_role.items())


# What people who choose a few colors of their own see: system colors, outlines kept.
_FORCED = {
    "Canvas": ("room", "shadow", "felt", "felt-edge", "felt-print", "rail", "rail-light", "device", "screen", "back"),
    "CanvasText": (
        *("line", "gold", "text", "trim", "device-light", "device-text", "screen-text"),
        *("warning", "card-line", "glass", "back-line"),
    ),
    "Highlight": ("light-on", "button"),
    "GrayText": ("light-off",),
}


def forced_colors() -> str:
    """Return the declarations for a page in forced colors."""
    return ";".join(f"{PREFIX}{role}:{color}" for color, roles in _FORCED.items() for role in roles)
