"""Requests and answers about pictures."""

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
"""7089 digits are the most that any QR code holds; what is too long for a level is said when drawing."""


class GenerateQr(Body):
    """A picture from content and design."""

    content: QrContent | None = Field(None, description="A text as it is, or `contents`")
    contents: Contents | None = Field(
        None, description="What it says, by kind: wifi, contact, gs1 …"
    )
    type: Literal["url", "text"] = Field(
        "text", description="What the content is; `url` is checked as one"
    )
    width: Side = DEFAULT_SIDE
    height: Side = DEFAULT_SIDE
    design: Design = Design()
    format: PictureFormat = PictureFormat.PNG

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if (self.content is None) == (self.contents is None):
            raise field_problem("content", "needs either content or contents")
        return self

    @property
    def encoded(self) -> str:
        """What the picture is to hold."""
        return self.contents.encoded() if self.contents is not None else self.content or ""


class PictureWarningRead(Schema):
    """Something that may make a picture hard to read, and a fix."""

    code: str = Field(description="unreadable, low_contrast, quiet_zone …")
    severity: Literal["high", "medium", "low"]
    message: str
    fix: dict[str, Any] | None = Field(
        None, description="A JSON merge patch of the design that makes this warning go away"
    )
    fix_label: str | None = None

    @classmethod
    def all_of(cls, warnings: tuple[PictureWarning, ...]) -> list[Self]:
        """As answers carry them."""
        return [cls.model_validate(warning) for warning in warnings]


class ReadingRead(Schema):
    """Which of two readers found the content in one circumstance."""

    circumstance: str = Field(description="plain, blurred, turned")
    zxing: bool
    zbar: bool


class PictureCheck(Schema):
    """Whether a picture can be read, on a screen and on paper."""

    decodes: bool = Field(description="Whether a reader finds the content in the picture as it is")
    warnings: list[PictureWarningRead] = Field(description="What may make it hard to read")
    readings: list[ReadingRead] = Field(
        description="Two readers of different descent in several circumstances"
    )
    least_width_mm: float = Field(
        description="How wide it has to be printed, margin and frame included, for the distance asked for"
    )

    @classmethod
    def fields_of(cls, found: Legibility) -> dict[str, Any]:
        """What was found, for the answers that contain a check."""
        return {
            "decodes": found.decodes,
            "warnings": PictureWarningRead.all_of(found.warnings),
            "readings": [ReadingRead.model_validate(reading) for reading in found.readings],
            "least_width_mm": found.least_width_mm,
        }


class GeneratedQr(PictureCheck):
    """The picture, and whether it can be read."""

    format: PictureFormat
    media_type: str
    width: int
    height: int
    content: str = Field(description="What the picture holds")
    data: str = Field(description="The file, base64")
