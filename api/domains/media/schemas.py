"""Requests and answers about pictures."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.media.types import DEFAULT_SIDE, MAX_SIDE, MIN_SIDE, Design, PictureFormat
from api.kit.schemas import Body, Schema

Side = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]


class GenerateQr(Body):
    """A picture from content and design."""

    content: Annotated[str, StringConstraints(min_length=1, max_length=2048)]
    type: Literal["url", "text"] = Field(
        "text", description="What the content is; `url` is checked as one"
    )
    width: Side = DEFAULT_SIDE
    height: Side = DEFAULT_SIDE
    design: Design = Design()
    format: PictureFormat = PictureFormat.PNG


class GeneratedQr(Schema):
    """The picture, and whether a decoder reads from it what went in."""

    format: PictureFormat
    media_type: str
    width: int
    height: int
    data: str = Field(description="The file, base64")
    decodes: bool = Field(description="Whether the picture was decoded again to the same content")
    warnings: list[str] = Field(description="What may make it hard to read all the same")
