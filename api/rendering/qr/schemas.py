"""Requests and responses about pictures."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.kit.schemas import Body, Schema
from api.kit.validation_messages import field_problem
from api.rendering.qr.contents import Contents
from api.rendering.qr.legibility import Legibility
from api.rendering.qr.types import (
    DEFAULT_SIDE,
    MAX_VECTOR_SIDE,
    MIN_SIDE,
    Design,
    PictureFormat,
)
from api.rendering.qr.warnings import PictureWarning

Side = Annotated[
    int,
    Field(ge=MIN_SIDE, le=MAX_VECTOR_SIDE, description="Pixels, 96 to the inch; PNG up to 10000"),
]
QrContent = Annotated[str, StringConstraints(min_length=1, max_length=7089)]
"""7089 digits are the maximum of any QR code. Content that is too long for a level is refused during rendering."""


class GenerateQr(Body):
    """Render a picture from content and design."""

    content: QrContent | None = Field(None, description="A text as it is; alternatively `contents`")
    contents: Contents | None = Field(
        None, description="Structured content by type: wifi, contact, gs1 …"
    )
    type: Literal["url", "text"] = Field(
        "text", description="The type of the content; `url` is validated"
    )
    width: Side = DEFAULT_SIDE
    height: Side = DEFAULT_SIDE
    design: Design = Design()
    format: PictureFormat = PictureFormat.PNG

    @model_validator(mode="after")
    def _require_content(self) -> Self:
        if (self.content is None) == (self.contents is None):
            raise field_problem("content", "send either content or contents")
        return self

    @property
    def encoded(self) -> str:
        """The content for the picture."""
        return self.contents.encoded() if self.contents is not None else self.content or ""


class PictureWarningRead(Schema):
    """A problem that may make a picture hard to scan, and a fix."""

    code: str = Field(description="unreadable, low_contrast, quiet_zone …")
    severity: Literal["high", "medium", "low"]
    message: str
    fix: dict[str, Any] | None = Field(
        None, description="A JSON merge patch for the design that fixes the problem"
    )
    fix_label: str | None = None

    @classmethod
    def all_of(cls, warnings: tuple[PictureWarning, ...]) -> list[Self]:
        """Convert warnings for responses."""
        return [cls.model_validate(warning) for warning in warnings]


class ReadingRead(Schema):
    """The results of two scanners with the content under one condition."""

    circumstance: str = Field(description="plain, blurred, turned")
    zxing: bool
    zbar: bool


class PictureCheck(Schema):
    """Whether a picture can be scanned, on a screen and on paper."""

    decodes: bool = Field(description="Whether a scanner can read the picture as it is")
    warnings: list[PictureWarningRead] = Field(description="What may make it hard to scan")
    readings: list[ReadingRead] = Field(
        description="Two independent scanners under several conditions"
    )
    least_width_mm: float = Field(
        description="Minimum printed width for the requested distance, including margin and frame"
    )

    @classmethod
    def fields_of(cls, found: Legibility) -> dict[str, Any]:
        """The findings, for responses that contain a check."""
        return {
            "decodes": found.decodes,
            "warnings": PictureWarningRead.all_of(found.warnings),
            "readings": [ReadingRead.model_validate(reading) for reading in found.readings],
            "least_width_mm": found.least_width_mm,
        }


class GeneratedQr(PictureCheck):
    """The picture, and whether it can be scanned."""

    format: PictureFormat
    media_type: str
    width: int
    height: int
    content: str = Field(description="The content of the picture")
    data: str = Field(description="The file in base64")
