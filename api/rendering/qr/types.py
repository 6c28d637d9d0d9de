"""Types of pictures for other domains."""

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from api.kit.json_shapes import SentWithDefaults
from api.rendering.qr.colors import as_color

Language = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$")]
Color = Annotated[
    str,
    StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$", to_lower=True),
    BeforeValidator(as_color),
]
ErrorCorrection = Literal["L", "M", "Q", "H"]

MIN_SIDE = 32
MAX_SIDE = 10_000
"""Maximum side of a PNG in pixels: 85 centimetres at 300 dpi."""
MAX_VECTOR_SIDE = 19_200
"""Maximum side of a vector file in pixels: 200 inches, the largest page that PDF readers open."""
DEFAULT_SIDE = 512
MAX_LOGO_TEXT = 700_000
"""Maximum length of a logo's data URI: half a megabyte of file."""


class PictureFormat(StrEnum):
    """File formats of pictures."""

    PNG = "png"
    SVG = "svg"
    PDF = "pdf"
    EPS = "eps"

    @classmethod
    def _missing_(cls, value: object) -> "PictureFormat | None":
        """Accept formats in capitals, because they are often written so."""
        small = value.lower() if isinstance(value, str) else ""
        return next((form for form in cls if form.value == small), None)

    @property
    def media_type(self) -> str:
        return _MEDIA_TYPES[self]


_MEDIA_TYPES = {
    PictureFormat.PNG: "image/png",
    PictureFormat.SVG: "image/svg+xml",
    PictureFormat.PDF: "application/pdf",
    PictureFormat.EPS: "application/postscript",
}


class ModuleShape(StrEnum):
    """The shape of a module. Blob, classy and the bars depend on their neighbours."""

    SQUARE = "square"
    SMALL_SQUARE = "small_square"
    ROUNDED = "rounded"
    DOT = "dot"
    DIAMOND = "diamond"
    HEXAGON = "hexagon"
    STAR = "star"
    HEART = "heart"
    TRIANGLE = "triangle"
    BARS_VERTICAL = "bars_vertical"
    BARS_HORIZONTAL = "bars_horizontal"
    BLOB = "blob"
    CLASSY = "classy"


class EyeFrameShape(StrEnum):
    """The shape of the ring of an eye."""

    SQUARE = "square"
    SOFT = "soft"
    ROUNDED = "rounded"
    CIRCLE = "circle"
    LEAF = "leaf"
    DROP = "drop"
    SHIELD = "shield"
    OCTAGON = "octagon"


class EyeBallShape(StrEnum):
    """The shape of the centre of an eye."""

    SQUARE = "square"
    ROUNDED = "rounded"
    CIRCLE = "circle"
    DIAMOND = "diamond"
    LEAF = "leaf"
    DROP = "drop"
    OCTAGON = "octagon"
    STAR = "star"
    HEART = "heart"


class FrameShape(StrEnum):
    """The shape around a code that contains its text."""

    BANNER_BOTTOM = "banner_bottom"
    BANNER_TOP = "banner_top"
    OUTLINE = "outline"
    TICKET = "ticket"
    BUBBLE = "bubble"


class _Part(SentWithDefaults):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Stop(_Part):
    """A colour of a gradient and its position."""

    offset: float = Field(ge=0, le=1)
    color: Color


class Gradient(_Part):
    """A gradient of colours across the whole code."""

    type: Literal["linear", "radial"] = "linear"
    angle: int = Field(0, ge=0, le=360, description="0 runs to the right, 90 runs down")
    stops: tuple[Stop, ...] = Field(min_length=2, max_length=6)

    @model_validator(mode="after")
    def _stops_are_in_order(self) -> Self:
        offsets = [stop.offset for stop in self.stops]
        if offsets != sorted(offsets):
            raise ValueError("stops must be in the order of their offsets")
        return self


class Logo(_Part):
    """A picture in the centre of the code."""

    image: Annotated[str, StringConstraints(pattern=r"^data:image/", max_length=MAX_LOGO_TEXT)] = (
        Field(description="A data URI: PNG, JPEG, WebP or plain SVG")
    )
    size: float = Field(0.2, ge=0.08, le=0.3, description="Longer side as a share of the code's")
    excavate: bool = Field(True, description="Leave out the modules behind the logo")
    padding: float = Field(0.5, ge=0, le=2, description="Space around it, in modules")
    plate: Literal["none", "square", "rounded", "circle"] = Field(
        "none", description="A shape in the background colour behind the logo"
    )


FrameText = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")
]


class Frame(_Part):
    """A frame with one or two texts that invite people to scan the code."""

    shape: FrameShape
    text: FrameText = "Scan me"
    second_text: FrameText = Field(
        "",
        description="A smaller text: opposite the first in banners and outlines, below it in tickets and"
        " bubbles",
    )
    color: Color = "#000000"
    text_color: Color = "#ffffff"
    language: Language | None = Field(
        None,
        description="Language of the text, such as ja or zh-Hant, because Han characters look different in"
        " each",
    )


class EyeLook(_Part):
    """The style of one corner. Absent fields are as in the other corners."""

    frame: EyeFrameShape | None = None
    ball: EyeBallShape | None = None
    frame_color: Color | None = None
    ball_color: Color | None = None


class Eyes(_Part):
    """Corners that look different from the others."""

    top_left: EyeLook | None = None
    top_right: EyeLook | None = None
    bottom_left: EyeLook | None = None

    @property
    def by_corner(self) -> tuple[EyeLook | None, EyeLook | None, EyeLook | None]:
        return self.top_left, self.top_right, self.bottom_left


class Design(_Part):
    """The design of a code's picture."""

    foreground: Color = Field("#000000", description="Colour of the modules")
    foreground_gradient: Gradient | None = Field(None, description="Instead of a single colour")
    background: Color = Field("#ffffff", description="Background colour")
    background_gradient: Gradient | None = Field(None, description="Instead of a single colour")
    transparent: bool = Field(False, description="No background, so that the surface shows through")
    modules: ModuleShape = ModuleShape.SQUARE
    eye_frame: EyeFrameShape = EyeFrameShape.SQUARE
    eye_ball: EyeBallShape = EyeBallShape.SQUARE
    eye_frame_color: Color | None = Field(None, description="Defaults to the colour of the modules")
    eye_ball_color: Color | None = Field(None, description="Defaults to the colour of the modules")
    eyes: Eyes | None = Field(None, description="Corners with their own style")
    logo: Logo | None = None
    frame: Frame | None = None
    error_correction: ErrorCorrection = Field(
        "M",
        description="How much of the picture can be damaged: 7, 15, 25 or 30 percent. A logo raises it to"
        " at least Q",
    )
    quiet_zone: int = Field(4, ge=0, le=32, description="Quiet zone in modules; scanners need 4")

    @property
    def eye_looks(self) -> tuple[EyeLook, EyeLook, EyeLook]:
        """The style of each corner: top left, top right, bottom left. A colour of None is that of the modules."""
        top_left, top_right, bottom_left = (
            EyeLook(
                frame=(own and own.frame) or self.eye_frame,
                ball=(own and own.ball) or self.eye_ball,
                frame_color=(own and own.frame_color) or self.eye_frame_color,
                ball_color=(own and own.ball_color) or self.eye_ball_color,
            )
            for own in (self.eyes or Eyes()).by_corner
        )
        return top_left, top_right, bottom_left

    @property
    def effective_error_correction(self) -> ErrorCorrection:
        """The error correction level that is used."""
        if self.logo is not None and self.error_correction in {"L", "M"}:
            return "Q"
        return self.error_correction
