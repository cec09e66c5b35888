"""The rules by which a felt is styled: classes with colors by role, which a page may set."""

from upcard.drawing.palette import Rules
from upcard.drawing.text_width import Face

# Every class of text: its face, by which widths are computed too, and the role of its color.
TEXTS: dict[str, tuple[Face, str]] = {
    "uf-title": (Face.SERIF_BOLD, "gold"),
    "uf-rule-text": (Face.SERIF, "text"),
    "uf-insurance": (Face.SERIF_BOLD, "gold"),
    "uf-licensee": (Face.SERIF_BOLD, "gold"),
    "uf-table": (Face.SANS, "text"),
    "uf-heading": (Face.SERIF_BOLD, "gold"),
    "uf-item": (Face.SANS, "text"),
    "uf-value": (Face.SANS_BOLD, "text"),
    "uf-note": (Face.SANS, "text"),
    "uf-seat": (Face.SERIF_BOLD, "line"),
    "uf-spot-text": (Face.SANS_BOLD, "text"),
    "uf-printed": (Face.SANS, "line"),
    "uf-device-text": (Face.SANS, "device-text"),
    "uf-screen-text": (Face.SANS_BOLD, "screen-text"),
    "uf-button-text": (Face.SANS_BOLD, "text"),
    "uf-unlawful": (Face.SANS_BOLD, "warning"),
}
_MORE = {
    "uf-seat": {"opacity": ".4"},
    "uf-unlawful": {"opacity": ".92", "stroke": "#7a0f14", "stroke-width": "3", "paint-order": "stroke"},
}


def _text(class_: str) -> dict[str, str]:
    face, role = TEXTS[class_]
    family, _, weight = face.value.partition(" ")
    return {
        "fill": f"@{role}",
        "font-weight": "700" if weight else "400",
        "font-family": f"${family}",
        **_MORE.get(class_, {}),
    }


def _line(role: str, width: str, **more: str) -> dict[str, str]:
    return {"fill": "none", "stroke": role, "stroke-width": width, **more}


_FAINT = {"opacity": ".5"}

FELT_RULES: Rules = {
    ".uf-room": {"fill": "@room"},
    ".uf-shadow": {"fill": "@shadow"},
    ".uf-rail-light": {"stop-color": "@rail-light"},
    ".uf-rail": {"stop-color": "@rail"},
    ".uf-seam": _line("@trim", "1.2", **{"stroke-dasharray": "9 6", "opacity": ".45"}),
    ".uf-trim": {"fill": "@trim"},
    ".uf-middle": {"stop-color": "@felt"},
    ".uf-edge": {"stop-color": "@felt-edge"},
    ".uf-border": _line("@line", "1.6", **_FAINT),
    ".uf-band": _line("@felt-print", "50", **{"stroke-opacity": ".75"}),
    ".uf-line": _line("@line", "2.2"),
    ".uf-hair": _line("@gold", "1.2"),
    ".uf-leader": _line("@line", "1.1", **{"stroke-dasharray": "1.1 5", "stroke-linecap": "round", "opacity": ".7"}),
    ".uf-arc": {"fill": "none"},
    ".uf-area": {"fill": "@felt-print", "fill-opacity": ".8", "stroke": "@line", "stroke-width": "2.4"},
    ".uf-inner": _line("@line", "1", **_FAINT),
    ".uf-marker": _line("@line", "1.1", **{"stroke-dasharray": "2.5 2"}),
    ".uf-dealers-area": _line("@line", "1.8", **{"stroke-dasharray": "9 5"}),
    ".uf-card-place": _line("@line", "1.6", opacity=".75"),
    ".uf-sign": {"fill": "@felt-print", "stroke": "@gold", "stroke-width": "1.4"},
    ".uf-suit": {"color": "@gold"},
    ".uf-device": {"fill": "@device", "stroke": "@device-light", "stroke-width": "2"},
    ".uf-device-line": _line("@device-light", "1.6"),
    ".uf-device-part": {"fill": "@device-light"},
    ".uf-plate": {"fill": "@device", "stroke": "@trim", "stroke-width": "2.4"},
    ".uf-plate-rim": _line("@device-light", "1.4"),
    ".uf-slot": {"fill": "@screen", "stroke": "@device-light", "stroke-width": "1.2"},
    ".uf-screen": {"fill": "@screen", "stroke": "@device-light", "stroke-width": "1.4"},
    ".uf-dome": {"fill": "@crimson", "stroke": "@trim", "stroke-width": "2.4"},
    ".uf-glass": {"fill": "@glass", "fill-opacity": ".28", "stroke": "@glass", "stroke-width": "1.8"},
    ".uf-cards-edge": {"fill": "@paper", "stroke": "@card-line", "stroke-width": ".8"},
    **{f".{class_}": _text(class_) for class_ in TEXTS},
}
