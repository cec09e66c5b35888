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
  const each = document.querySelector(place), isDrawn = each instanceof SVGElement;
  const text = isDrawn ? each.closest("text") : each;
  const whole = text.getBoundingClientRect(), style = getComputedStyle(each);
  let [left, top, right, bottom] = [whole.left, whole.top, whole.right, whole.bottom];
  for (let up = text.parentElement; up; up = up.parentElement) {
    if (["auto", "scroll", "hidden"].includes(getComputedStyle(up).overflowY) && up !== document.body) {
      const seen = up.getBoundingClientRect(); // what is scrolled out is not seen
      [left, top] = [Math.max(left, seen.left), Math.max(top, seen.top)];
      [right, bottom] = [Math.min(right, seen.right), Math.min(bottom, seen.bottom)];
    }
  }
  let opacity = isDrawn ? Number(style.fillOpacity) : 1;
  for (let up = each; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
  const scale = isDrawn ? Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b) : 1;
  return {
    place, color: isDrawn ? style.fill : style.color, opacity, size: parseFloat(style.fontSize) * scale,
    bold: Number(style.fontWeight) >= 700,
    box: [left + scrollX, top + scrollY, Math.max(right - left, 0), Math.max(bottom - top, 0)],
  };
})"""
HIDE = """([places, hidden]) => {
  for (const place of places) {
    const each = document.querySelector(place);
    for (const name of ["color", "fill", "-webkit-text-fill-color"]) {
      if (hidden) each.style.setProperty(name, "transparent", "important");
      else each.style.removeProperty(name);
    }
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


def _picture(page: Page) -> Pixels:
    content = page.screenshot(full_page=True, animations="disabled", caret="hide", scale="css")
    pixels: Pixels = np.asarray(Image.open(io.BytesIO(content)).convert("RGB"), dtype=np.float64)
    return pixels


def measured(page: Page, places: list[str]) -> list[MeasuredContrast]:
    """Return the contrasts of texts with the pixels behind them: where those change when the texts are left out."""
    if not places:
        return []
    texts = page.evaluate(READ, places)
    with_texts = _picture(page)
    colors = {color: page.evaluate(COLOR, color) for color in {text["color"] for text in texts}}
    results = []
    for apart in _batches(texts):
        hidden = [text["place"] for text in apart]
        page.evaluate(HIDE, [hidden, True])
        without = _picture(page)
        page.evaluate(HIDE, [hidden, False])
        results += [_measured(text, with_texts, without, colors[text["color"]]) for text in apart]
    return results


def _batches(texts: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return texts in batches in which no two boxes overlap, so that what changes in a box is one text's."""
    batches: list[list[dict[str, Any]]] = []
    for text in texts:
        free = (batch for batch in batches if not any(_overlap(text["box"], other["box"]) for other in batch))
        batch = next(free, None)
        if batch is None:
            batches.append([text])
        else:
            batch.append(text)
    return batches


def _overlap(one: list[float], other: list[float]) -> bool:
    return all(one[at] < other[at] + other[at + 2] and other[at] < one[at] + one[at + 2] for at in (0, 1))


def _measured(text: dict[str, Any], with_texts: Pixels, without: Pixels, color: list[int]) -> MeasuredContrast:
    x, y, width, height = text["box"]
    if not (width and height):
        return MeasuredContrast(text["place"], float("inf"), LEAST, 0)
    part = np.s_[max(int(y), 0) : int(y + height) + 1, max(int(x), 0) : int(x + width) + 1]
    changed = np.abs(with_texts[part] - without[part]).max(axis=2, initial=0) >= SEEN
    behind = without[part][changed]
    is_large = text["size"] >= LARGE or (text["bold"] and text["size"] >= LARGE_BOLD)
    needed = LEAST_LARGE if is_large else LEAST
    if not len(behind):
        return MeasuredContrast(text["place"], float("inf"), needed, 0)
    share = color[3] / 255 * text["opacity"]
    shown = share * np.array(color[:3], dtype=np.float64) + (1 - share) * behind
    least = float(np.percentile(contrast(shown, behind), 2))
    return MeasuredContrast(text["place"], round(least, 2), needed, len(behind))
