"""The contrast of texts with what lies behind them, measured in the pixels of a page: where axe-core cannot say."""

import io
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page

LEAST, LEAST_LARGE = 4.5, 3.0  # WCAG 2.2, 1.4.3
LARGE, LARGE_BOLD = 24.0, 18.66  # pixels
SEEN = 24  # by which a pixel differs where a letter covers it
READ = """places => places.map((place) => {
  const each = document.querySelector(place);
  each.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const text = each instanceof SVGElement ? each.closest("text") : each;
  const box = text.getBoundingClientRect(), style = getComputedStyle(each);
  const isDrawn = each instanceof SVGElement;
  let opacity = isDrawn ? Number(style.fillOpacity) : 1;
  for (let up = each; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
  const scale = isDrawn ? Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b) : 1;
  return {
    color: isDrawn ? style.fill : style.color, opacity, size: parseFloat(style.fontSize) * scale,
    bold: Number(style.fontWeight) >= 700, box: [box.x, box.y, box.width, box.height],
  };
})"""
HIDE = """([place, hidden]) => {
  const each = document.querySelector(place);
  for (const name of ["color", "fill", "-webkit-text-fill-color"]) {
    if (hidden) each.style.setProperty(name, "transparent", "important");
    else each.style.removeProperty(name);
  }
}"""
COLOR = """color => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
}"""
Pixels = NDArray[np.float64]


class MeasuredContrast(NamedTuple):
    """The least contrast of a text, the one it needs, and by how many pixels it was seen: none where it is covered."""

    place: str
    contrast: float
    needed: float
    pixels: int

    @property
    def is_enough(self) -> bool:
        return self.contrast >= self.needed


def luminance(colors: Pixels) -> Pixels:
    """Return the relative luminance of colors with parts from 0 to 255.

    >>> float(luminance(np.array([255.0, 255.0, 255.0])).round(6))
    1.0
    """
    parts = colors / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    light: Pixels = linear @ np.array([0.2126, 0.7152, 0.0722])
    return light


def contrast(one: Pixels, other: Pixels) -> Pixels:
    """Return the contrast of colors, from 1 to 21.

    >>> contrast(np.zeros((1, 3)), np.full((1, 3), 255.0)).round(6).tolist()
    [21.0]
    """
    first, second = luminance(one), luminance(other)
    result: Pixels = (np.maximum(first, second) + 0.05) / (np.minimum(first, second) + 0.05)
    return result


def _picture(page: Page, box: list[float]) -> Pixels:
    x, y, width, height = box
    clip: Any = {"x": max(x, 0), "y": max(y, 0), "width": max(width, 1), "height": max(height, 1)}
    content = page.screenshot(clip=clip, animations="disabled", caret="hide")
    pixels: Pixels = np.asarray(Image.open(io.BytesIO(content)).convert("RGB"), dtype=np.float64)
    return pixels


def measured(page: Page, place: str) -> MeasuredContrast:
    """Return the contrast of a text with the pixels behind it: where they change when the text is left out."""
    (text,) = page.evaluate(READ, [place])
    with_text = _picture(page, text["box"])
    page.evaluate(HIDE, [place, True])
    without = _picture(page, text["box"])
    page.evaluate(HIDE, [place, False])
    behind = without[np.abs(with_text - without).max(axis=2) >= SEEN]
    is_large = text["size"] >= LARGE or (text["bold"] and text["size"] >= LARGE_BOLD)
    needed = LEAST_LARGE if is_large else LEAST
    if not len(behind):
        return MeasuredContrast(place, float("inf"), needed, 0)
    red, green, blue, alpha = page.evaluate(COLOR, text["color"])
    share = alpha / 255 * text["opacity"]
    shown = share * np.array([red, green, blue], dtype=np.float64) + (1 - share) * behind
    return MeasuredContrast(place, float(np.percentile(contrast(shown, behind), 2)), needed, len(behind))
