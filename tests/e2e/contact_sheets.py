"""Contact sheets: many screenshots on one image, each with its name, to compare them side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

GAP = 12
NAME = 18
BACKGROUND, INK = "#8a8f98", "#101114"


@dataclass(frozen=True, slots=True)
class Format:
    """The layout of one device's screenshots on a sheet."""

    across: int
    down: int
    width: int
    height: int
    """The part of a screenshot below this height is cropped."""


FORMATS = {"phone": Format(7, 2, 240, 720), "desktop": Format(4, 3, 430, 460)}


def draw_sheets(pictures: Sequence[Path], into: Path, name: str, how: Format) -> list[Path]:
    """Draw sheets of these screenshots in order, named and numbered; those of an earlier run are replaced."""
    into.mkdir(parents=True, exist_ok=True)
    for before in into.glob(f"{name}-*.png"):
        before.unlink()
    drawn, most = [], how.across * how.down
    for number, first in enumerate(range(0, len(pictures), most), 1):
        drawn.append(into / f"{name}-{number:02}.png")
        _sheet(pictures[first : first + most], how).save(drawn[-1])
    return drawn


def _sheet(pictures: Sequence[Path], how: Format) -> Image.Image:
    step = how.width + GAP, how.height + NAME + GAP
    rows = -(-len(pictures) // how.across)
    sheet = Image.new("RGB", (how.across * step[0] + GAP, rows * step[1] + GAP), BACKGROUND)
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(13)
    for place, file in enumerate(pictures):
        row, column = divmod(place, how.across)
        left, top = GAP + column * step[0], GAP + row * step[1]
        draw.text((left, top), file.stem, INK, font)
        with Image.open(file) as whole:
            share = how.width / whole.width
            shown = whole.convert("RGB").crop((0, 0, whole.width, int(how.height / share)))
            height = min(how.height, round(whole.height * share))
        small = shown.resize((how.width, how.height), Image.Resampling.LANCZOS)
        sheet.paste(small.crop((0, 0, how.width, height)), (left, top + NAME))
    return sheet
