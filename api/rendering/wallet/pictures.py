"""The pictures of a pass in every size that wallets require, and the facts about them that checks need.

Sources: developer.apple.com/design/human-interface-guidelines/wallet and the "Wallet Developer Guide", "Pass Design and
Creation" (sizes in points); developers.google.com/wallet/generic/resources/brand-guidelines (pixels).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

from PIL import Image

from api.rendering.wallet.content import Placed, Slot, Style, WalletPass

Drawn = TypeVar("Drawn")

SCALES = (1, 2, 3)
APPLE_SLOTS: Mapping[Style, tuple[Slot, ...]] = {
    "coupon": ("icon", "logo", "strip"),
    "store_card": ("icon", "logo", "strip"),
    "event_ticket": ("icon", "logo", "strip", "background", "thumbnail", "artwork"),
    "boarding_pass": ("icon", "logo", "footer"),
    "generic": ("icon", "logo", "thumbnail"),
}
"""The pictures that Apple Wallet shows for each style."""
GOOGLE_SLOTS: tuple[Slot, ...] = ("icon", "logo", "strip", "hero", "wide_logo")
"""The pictures from which those of Google Wallet are made: the icon becomes the logo, the strip the hero image unless
there is one, and the logo the wide logo unless there is one.
"""
_POINTS: Mapping[Slot, tuple[int, int]] = {
    "icon": (29, 29),
    "logo": (160, 50),
    "thumbnail": (90, 90),
    "background": (180, 220),
    "footer": (286, 15),
    "artwork": (358, 448),
}
_STRIPS: Mapping[Style, tuple[int, int]] = {
    "coupon": (375, 144),
    "store_card": (375, 144),
    "event_ticket": (375, 98),
}
_WHOLE: frozenset[Slot] = frozenset({"logo", "thumbnail", "footer", "wide_logo"})
"""Pictures that are never cropped, but scaled to fit."""
GOOGLE_LOGO, GOOGLE_HERO, GOOGLE_WIDE = (660, 660), (1032, 336), (1280, 400)
_TEXT_SHARE = 0.7
"""The share of a strip's width that its primary field usually occupies, from the left."""
_MARGIN = 0.05
"""The share of the darkest and of the lightest pixels that is ignored for contrast."""


class Box(NamedTuple):
    """A part of a picture, in pixels of the picture."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Frame:
    """The position of a picture in a wallet, with its size in points, or in pixels if there is only one scale."""

    width: int
    height: int
    is_whole: bool
    """Whether the picture is scaled to fit, rather than cropped to fill."""

    @property
    def ratio(self) -> float:
        """Width divided by height."""
        return self.width / self.height


@dataclass(frozen=True, slots=True)
class PictureFacts:
    """Facts about a picture in its position."""

    width: int
    height: int
    seen: Box
    """The part of it that wallets show."""
    darkest: float = 0.0
    lightest: float = 1.0
    """Luminance behind texts, from 0 to 1 (WCAG 2.2)."""

    def scale_for(self, frame: Frame) -> float:
        """Return the number of the picture's pixels per point."""
        across = (self.seen.right - self.seen.left) / frame.width
        down = (self.seen.bottom - self.seen.top) / frame.height
        return max(across, down) if frame.is_whole else min(across, down)


def frame_of(slot: Slot, style: Style) -> Frame:
    """Return the position of a picture on a pass of a style."""
    if slot == "strip":
        width, height = _STRIPS.get(style, (375, 123))
    elif slot == "hero":
        width, height = GOOGLE_HERO
    elif slot == "wide_logo":
        width, height = GOOGLE_WIDE
    else:
        width, height = _POINTS[slot]
    return Frame(width, height, slot in _WHOLE)


def shown_by_apple(content: WalletPass) -> tuple[Slot, ...]:
    """Return the pictures of a pass that Apple Wallet shows. A strip replaces background and thumbnail."""
    hidden = {"background", "thumbnail"} if "strip" in content.pictures else set()
    return tuple(
        it for it in APPLE_SLOTS[content.style] if it in content.pictures and it not in hidden
    )


def box_of(width: int, height: int, placed: Placed, frame: Frame) -> Box:
    """Return the part of a picture that is visible in a frame: as much as fits, divided by the zoom, around its
    focus.
    """
    if frame.is_whole:
        wide, high = width / placed.zoom, height / placed.zoom
    else:
        wide = min(width, height * frame.ratio) / placed.zoom
        high = min(height, width / frame.ratio) / placed.zoom
    left, top = (width - wide) * placed.x, (height - high) * placed.y
    return Box(left, top, left + wide, top + high)


def name_of(frame: Frame, placed: Placed, ground: str | None) -> str:
    """Return a name that changes whenever the rendered picture does."""
    text = f"1 {frame} {placed.x} {placed.y} {placed.zoom} {ground}"
    return sha256(text.encode()).hexdigest()[:16]


def draw_pass_picture(
    file: bytes, draw: Callable[..., Drawn], placed: Placed, frame: Frame, *more: object
) -> Drawn:
    """Return the result of one of the functions below for a picture file. All of them can be sent to a worker
    process.
    """
    with Image.open(BytesIO(file)) as picture:
        picture.load()
        return draw(picture, placed, frame, *more)


def in_sizes(picture: Image.Image, placed: Placed, frame: Frame) -> dict[int, bytes]:
    """Return a picture as PNG for each scale of Apple's screens."""
    return {scale: _png(_placed(picture, placed, frame, scale)) for scale in SCALES}


def for_page(picture: Image.Image, placed: Placed, frame: Frame) -> bytes:
    """Return a picture as WebP for the page of a pass, for screens with two pixels per point."""
    file = BytesIO()
    _placed(picture, placed, frame, 2).save(file, "WEBP", quality=80, method=4)
    return file.getvalue()


def for_google(picture: Image.Image, placed: Placed, frame: Frame, ground: str | None) -> bytes:
    """Return a picture as PNG with exactly the frame's size. `ground` is the colour behind transparent parts."""
    drawn = _placed(picture, placed, frame, 1)
    canvas = Image.new("RGBA", (frame.width, frame.height), ground or (0, 0, 0, 0))
    at = ((frame.width - drawn.width) // 2, (frame.height - drawn.height) // 2)
    canvas.alpha_composite(drawn.convert("RGBA"), at)
    return _png(canvas.convert("RGB") if ground else canvas)


def luminances(picture: Image.Image, box: Box) -> tuple[float, float]:
    """Return almost the lowest and almost the highest luminance in the part of a picture that is behind texts, from 0
    to 1.
    """
    right = box.left + (box.right - box.left) * _TEXT_SHARE
    part = picture.convert("RGB").resize((64, 32), Image.Resampling.BOX, (*box[:2], right, box[3]))
    shades = sorted(_luminance(pixel) for pixel in part.get_flattened_data())
    cut = int(len(shades) * _MARGIN)
    return shades[cut], shades[-1 - cut]


def contrast_on(shade: float, darkest: float, lightest: float) -> float:
    """Return the contrast between a luminance and the worst background in a range."""
    if darkest <= shade <= lightest:
        return 1.0
    other = darkest if shade < darkest else lightest
    low, high = sorted((shade, other))
    return (high + 0.05) / (low + 0.05)


def _placed(picture: Image.Image, placed: Placed, frame: Frame, scale: int) -> Image.Image:
    box = box_of(picture.width, picture.height, placed, frame)
    width, height = frame.width * scale, frame.height * scale
    if frame.is_whole:
        wide, high = box.right - box.left, box.bottom - box.top
        share = min(width / wide, height / high)
        width, height = max(1, round(wide * share)), max(1, round(high * share))
    return picture.resize((width, height), Image.Resampling.LANCZOS, box)


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", compress_level=9)
    return file.getvalue()


def _luminance(pixel: Any) -> float:
    red, green, blue = (_LINEAR[it] for it in pixel)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


_LINEAR = tuple(_linear(it) for it in range(256))
