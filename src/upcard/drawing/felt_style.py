"""The rules by which a felt is styled: classes with colors by role, which a page may set."""

from upcard.drawing.palette import Rules


def _text(role: str, weight: str = "400", family: str = "$sans", **more: str) -> dict[str, str]:
    return {"fill": role, "font-weight": weight, "font-family": family, **more}


def _line(role: str, width: str, **more: str) -> dict[str, str]:
    return {"fill": "none", "stroke": role, "stroke-width": width, **more}


_FAINT = {"opacity": ".5"}

FELT_RULES: Rules = {
    ".uf-room": {"fill": "@room"},
    ".uf-shadow": {"fill": "@shadow"},
    ".uf-leather": {"fill": "url(#uf-leather)"},
    ".uf-rail-light": {"stop-color": "@rail-light"},
    ".uf-rail": {"stop-color": "@rail"},
    ".uf-seam": _line("@trim", "1.2", **{"stroke-dasharray": "9 6", "opacity": ".45"}),
    ".uf-trim": {"fill": "@trim"},
    ".uf-felt": {"fill": "url(#uf-felt)"},
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
    ".uf-title": _text("@gold", "700", "$serif"),
    ".uf-rule-text": _text("@text", family="$serif"),
    ".uf-insurance": _text("@gold", "700", "$serif"),
    ".uf-licensee": _text("@gold", "700", "$serif"),
    ".uf-table": _text("@text"),
    ".uf-heading": _text("@gold", "700", "$serif"),
    ".uf-note": _text("@text"),
    "text.uf-line": _text("@text", stroke="none"),
    ".uf-value": _text("@text", "700"),
    ".uf-seat": _text("@line", "700", "$serif", opacity=".4"),
    ".uf-spot-text": _text("@text", "700"),
    ".uf-printed": _text("@line"),
    ".uf-device": {"fill": "@device", "stroke": "@device-light", "stroke-width": "2"},
    ".uf-device-line": _line("@device-light", "1.6"),
    ".uf-device-part": {"fill": "@device-light"},
    ".uf-device-text": _text("@device-text"),
    ".uf-plate": {"fill": "@device", "stroke": "@trim", "stroke-width": "2.4"},
    ".uf-plate-rim": _line("@device-light", "1.4"),
    ".uf-slot": {"fill": "@screen", "stroke": "@device-light", "stroke-width": "1.2"},
    ".uf-screen": {"fill": "@screen", "stroke": "@device-light", "stroke-width": "1.4"},
    ".uf-screen-text": _text("@screen-text", "700"),
    ".uf-dome": {"fill": "@crimson", "stroke": "@trim", "stroke-width": "2.4"},
    ".uf-button-text": _text("@text", "700"),
    ".uf-glass": {"fill": "@glass", "fill-opacity": ".28", "stroke": "@glass", "stroke-width": "1.8"},
    ".uf-cards-edge": {"fill": "@paper", "stroke": "@card-line", "stroke-width": ".8"},
    ".uf-unlawful": _text(
        "@warning", "700", **{"opacity": ".92", "stroke": "#7a0f14", "stroke-width": "3", "paint-order": "stroke"}
    ),
}
