"""Shapes of pictures that other domains may see."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Color = Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$", to_lower=True)]

MIN_SIDE = 32
MAX_SIDE = 4096
DEFAULT_SIDE = 512


class PictureFormat(StrEnum):
    """File formats of pictures."""

    PNG = "png"
    SVG = "svg"
    PDF = "pdf"
    EPS = "eps"

    @property
    def media_type(self) -> str:
        return _MEDIA_TYPES[self]


_MEDIA_TYPES = {
    PictureFormat.PNG: "image/png",
    PictureFormat.SVG: "image/svg+xml",
    PictureFormat.PDF: "application/pdf",
    PictureFormat.EPS: "application/postscript",
}


class Design(BaseModel):
    """How a code's picture looks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    foreground: Color = Field("#000000", description="Colour of the modules")
    background: Color = Field("#ffffff", description="Colour behind them")
    error_correction: Literal["L", "M", "Q", "H"] = Field(
        "M", description="How much of the picture may be damaged: 7, 15, 25 or 30 percent"
    )
    quiet_zone: int = Field(4, ge=0, le=32, description="Empty margin, in modules; readers want 4")
