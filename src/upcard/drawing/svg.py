"""Write SVG: elements as text, numbers short and always the same, every drawing with a title and a description."""

import re
from collections.abc import Iterable
from math import cos, radians, sin

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NAMESPACE = "http://www.w3.org/2000/svg"


def number(value: float) -> str:
    """Return a number with at most two decimals.

    >>> number(3.0), number(-0.001), number(0.256)
    ('3', '0', '.26')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    if digits.startswith("0."):
        digits = digits[1:]
    return sign + digits if digits != "0" else "0"


def escaped(text: str) -> str:
    """Return a text as XML writes it; a character that XML cannot hold becomes the replacement character."""
    safe = _NOT_XML.sub("\ufffd", text)
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """Return an element; `class_` is the attribute class, `stroke_width` is stroke-width, None leaves one out.

    >>> element("circle", r=4.5, class_="gold")
    '<circle r="4.5" class="gold"/>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    content = "".join(children)
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def group(*children: str, **attributes: str | float | None) -> str:
    """Return a group of elements."""
    return element("g", *children, **attributes)


def use(name: str, x: float = 0, y: float = 0, **attributes: str | float | None) -> str:
    """Return a copy of a symbol or group that the document defines."""
    return element("use", href=f"#{name}", x=x or None, y=y or None, **attributes)


def turned(degrees: float, x: float, y: float) -> str | None:
    """Return the transform that turns something around a point; None if it does not turn."""
    return f"rotate({number(degrees)} {number(x)} {number(y)})" if number(degrees) != "0" else None


def points(corners: Iterable[tuple[float, float]]) -> str:
    """Return the points of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def around(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """Return the point at an angle on a circle: 0 is straight down, positive angles lie to the right."""
    return x + radius * sin(radians(degrees)), y + radius * cos(radians(degrees))


def arc(x: float, y: float, radius: float, half_angle: float) -> str:
    """Return the path along the lower side of a circle, from the left to the right."""
    (x1, y1), (x2, y2) = around(x, y, radius, -half_angle), around(x, y, radius, half_angle)
    size, start, end = number(radius), f"{number(x1)} {number(y1)}", f"{number(x2)} {number(y2)}"
    return f"M{start}A{size} {size} 0 {int(half_angle > 90)} 0 {end}"


def document(
    view_box: tuple[float, float, float, float], title: str, description: str, *children: str, class_: str | None = None
) -> str:
    """Return a whole SVG document with its title and description."""
    return (
        element(
            "svg",
            element("title", escaped(title)),
            element("desc", escaped(description)),
            *children,
            xmlns=NAMESPACE,
            viewBox=" ".join(map(number, view_box)),
            role="img",
            class_=class_,
        )
        + "\n"
    )
