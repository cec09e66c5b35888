"""The gallery shows what is printed now."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat
from tools.gallery import FOLDER, PICTURES, GalleryPicture
from tools.screenshots import SCREENSHOTS

from tests.command import ROOT

LARGEST = 200_000  # bytes: a page that shows them all loads quickly


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_current_and_small(picture: GalleryPicture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    file = ROOT / picture.file
    assert file.stat().st_size < LARGEST
    stored, drawn = Image.open(file).convert("RGB"), Image.open(BytesIO(picture.drawn())).convert("RGB")
    assert stored.size == drawn.size, "run make docs"
    # Processors round the edges of letters differently; another fingerprint differs by more than this.
    difference = ImageStat.Stat(ImageChops.difference(stored, drawn)).mean
    assert max(difference) < 0.02, f"{picture.file} is out of date: run make docs"


def test_no_other_picture_is_kept() -> None:
    drawn, photographed = {each.file for each in PICTURES}, {each.file for each in SCREENSHOTS}
    assert {f"{FOLDER}/{file.name}" for file in (ROOT / FOLDER).iterdir()} == drawn | photographed
