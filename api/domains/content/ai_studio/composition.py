"""Embeds a code in a picture: the picture is split into a dark and a light half, and the modules choose between them.

Lightness is adjusted in Oklab, so colours stay those of the picture. If scanners fail, a firmer grip is used: the
halves move further apart, and each module gets a spot that is certainly dark or light.
"""

from dataclasses import dataclass
from io import BytesIO

import numpy as np
import segno
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from api.domains.content.ai_studio.art.color import Pixels, from_oklab, to_oklab
from api.domains.content.ai_studio.art.fields import Field, smooth_step

QUIET = 4
PIXELS = 24
"""Width of a module in pixels."""
PLAIN_PIXELS = 16
"""Width of a module in pixels where bare modules guide an image model."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Grip:
    """How strongly the code overrides the picture. Lightness runs from 0 to 1."""

    dark: tuple[float, float]
    """The lightness to which the picture's black and white are mapped inside dark modules."""
    light: tuple[float, float]
    """The lightness to which the picture's black and white are mapped inside light modules."""
    spot: float
    """Diameter of the certain spot, in modules; 0 for none."""
    fixed: tuple[float, float]
    """The lightest dark and the darkest light of the patterns by which scanners find the code."""


GRIPS = (
    Grip((0.20, 0.55), (0.72, 0.98), 0.0, (0.46, 0.76)),
    Grip((0.20, 0.50), (0.76, 0.98), 0.0, (0.42, 0.80)),
    Grip((0.20, 0.50), (0.76, 0.98), 0.45, (0.38, 0.84)),
    Grip((0.18, 0.44), (0.82, 0.99), 0.60, (0.30, 0.92)),
    Grip((0.16, 0.34), (0.90, 0.99), 0.80, (0.22, 0.97)),
)
"""Ordered from the freest to the firmest."""

SURELY_DARK, SURELY_LIGHT = 0.22, 0.97
FIXED_DARK, FIXED_LIGHT = 0.16, 0.98
"""The lightness to which the picture's black and white are mapped in the patterns by which scanners find the code."""
FADE = 1.5
"""Number of modules over which the bare picture of the frame fades into the quiet zone."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """The modules of some content, and which of them scanners use to find the code."""

    dark: Mask
    fixed: Mask
    finders: tuple[tuple[int, int], ...]
    frame: int
    """Width in modules of the bare picture around the quiet zone."""

    @property
    def margin(self) -> int:
        """Number of modules around the code."""
        return QUIET + self.frame

    @property
    def modules(self) -> int:
        """Modules across, including quiet zone and frame."""
        return len(self.dark) + 2 * self.margin

    @property
    def side(self) -> int:
        """Width in pixels."""
        return self.modules * PIXELS


@dataclass(frozen=True, slots=True)
class Layout:
    """How much of the picture the modules occupy."""

    error: str
    """Error correction level. A lower one needs fewer modules, so each is larger."""
    frame: int


LAYOUTS = (Layout("H", 2), Layout("Q", 2), Layout("M", 2), Layout("M", 1), Layout("L", 1))
"""Ordered from the one with the widest frame to the one with the largest modules."""


def symbol_of(content: str, layout: Layout = LAYOUTS[0]) -> Symbol:
    """Encode content as a code. Raises segno.DataOverflowError."""
    code = segno.make_qr(content, error=layout.error, boost_error=False)
    rows = np.array([list(row) for row in code.matrix_iter(verbose=True, border=0)])
    dark = rows >> 8 > 0
    kinds = (
        segno.consts.TYPE_FINDER_PATTERN_DARK,
        segno.consts.TYPE_FINDER_PATTERN_LIGHT,
        segno.consts.TYPE_SEPARATOR,
        segno.consts.TYPE_ALIGNMENT_PATTERN_DARK,
        segno.consts.TYPE_ALIGNMENT_PATTERN_LIGHT,
        segno.consts.TYPE_TIMING_DARK,
        segno.consts.TYPE_TIMING_LIGHT,
    )
    last = len(dark) - 7
    finders = ((0, 0), (0, last), (last, 0))
    return Symbol(dark, np.isin(rows, kinds), finders, layout.frame)


def plain(symbol: Symbol) -> bytes:
    """Return the bare modules as PNG, at the positions where `compose` places them."""
    light = ~np.pad(symbol.dark, symbol.margin)
    picture = Image.fromarray(light.astype(np.uint8) * 255)
    out = BytesIO()
    picture.resize((symbol.modules * PLAIN_PIXELS,) * 2, Image.Resampling.NEAREST).save(out, "PNG")
    return out.getvalue()


def compose(art: Pixels, symbol: Symbol, grip: Grip, ink: Pixels) -> Image.Image:
    """Return the picture with the code in it. `ink` is the darkest colour of its palette."""
    lab = to_oklab(art)
    lightness, colors = lab[..., 0], lab[..., 1:]
    dark = _melted(np.pad(symbol.dark, symbol.margin))
    spot = _spots(symbol.modules, grip.spot)
    dark_half = _between(grip.dark, lightness)
    light_half = _between(grip.light, lightness)
    sure = np.where(_spread(np.pad(symbol.dark, symbol.margin)), SURELY_DARK, SURELY_LIGHT)
    ground = light_half * (1 - dark) + dark_half * dark
    ground = ground * (1 - spot) + sure * spot
    ground = np.asarray(ground, np.float32)
    _draw_fixed(ground, symbol, grip, lightness)
    panel = _panel(symbol)
    # Pale colours turn grey when they are darkened, so they are mixed with the palette's ink
    # instead.
    pale = np.clip((lightness - 0.45) * 1.7, 0, 1)[..., None] * (ground < 0.6)[..., None]
    ink_color = to_oklab(ink)[1:]
    bent = colors * 1.05 * (1 - 0.6 * pale) + ink_color * 1.15 * pale
    washed = np.clip((ground - lightness) * 0.9, 0, 0.38)[..., None]
    bent = bent * (1 - washed)
    ground = lightness * (1 - panel) + ground * panel
    bent = colors * (1 - panel[..., None]) + bent * panel[..., None]
    out = np.concatenate([ground[..., None], bent], axis=-1)
    return Image.fromarray((from_oklab(out) * 255 + 0.5).astype(np.uint8))


def _between(ends: tuple[float, float], values: Field) -> Field:
    return np.asarray(ends[0] + (ends[1] - ends[0]) * np.clip(values, 0, 1), np.float32)


def _melted(modules: Mask) -> Field:
    """Return modules that merge into one another, with rounded ends."""
    hard = Image.fromarray(_spread(modules).astype(np.uint8) * 255)
    soft = np.asarray(hard.filter(ImageFilter.GaussianBlur(PIXELS * 0.24)), np.float32) / 255
    return smooth_step(0.40, 0.58, soft)


def _panel(symbol: Symbol) -> Field:
    """Return 1 where the code and its quiet zone are and 0 in the frame, with a fade between them."""
    side, half = symbol.side, (symbol.modules / 2 - symbol.frame) * PIXELS
    line = np.abs(np.arange(side) + 0.5 - side / 2)
    x, y = np.meshgrid(line, line)
    radius = 2.5 * PIXELS
    away = np.hypot(np.maximum(x - half + radius, 0), np.maximum(y - half + radius, 0))
    return smooth_step(-0.5 * FADE * PIXELS, 0.5 * FADE * PIXELS, radius - away)


def _spread(modules: Mask) -> Mask:
    return np.kron(modules, np.ones((PIXELS, PIXELS), bool)).astype(bool)


def _spots(modules: int, size: float) -> Field:
    """Return 1 inside the spot of each module and 0 outside, with a soft edge."""
    line = (np.arange(PIXELS) + 0.5) / PIXELS - 0.5
    x, y = np.meshgrid(line, line)
    edge = 1.2 / PIXELS
    one = np.clip((size / 2 + edge - np.hypot(x, y)) / (2 * edge), 0, 1)
    return np.tile(one if size else np.zeros_like(one), (modules, modules)).astype(np.float32)


def _draw_fixed(ground: Field, symbol: Symbol, grip: Grip, lightness: Field) -> None:
    """Draw the three corner patterns with rounded frames, the alignment patterns and the timing patterns. The picture
    continues in them, in tones that are further apart than those of the modules.
    """
    dark = _between((FIXED_DARK, grip.fixed[0]), lightness)
    light = _between((grip.fixed[1], FIXED_LIGHT), lightness)
    fixed = _spread(np.pad(symbol.fixed, symbol.margin))
    plain = _melted(np.pad(symbol.dark, symbol.margin))
    ground[fixed] = (light * (1 - plain) + dark * plain)[fixed]
    line = np.abs((np.arange(9 * PIXELS) + 0.5) / PIXELS - 4.5)
    x, y = np.meshgrid(line, line)

    def inside(half: float, radius: float) -> Field:
        away = np.hypot(np.maximum(x - half + radius, 0), np.maximum(y - half + radius, 0))
        return np.asarray(np.clip((radius - away) * PIXELS / 1.5 + 0.5, 0, 1), np.float32)

    layers = (
        (inside(4.5, 1.6), light),
        (inside(3.5, 1.6), dark),
        (inside(2.5, 0.9), light),
        (inside(1.5, 0.8), dark),
    )
    for row, column in symbol.finders:
        top, left = (row + symbol.margin - 1) * PIXELS, (column + symbol.margin - 1) * PIXELS
        place = slice(top, top + 9 * PIXELS), slice(left, left + 9 * PIXELS)
        for shape, tones in layers:
            ground[place] = ground[place] * (1 - shape) + tones[place] * shape
