"""Requests and responses about uploads."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema
from api.kit.validation_messages import field_problem
from api.kit.visible_text import VISIBLE, OneLine
from api.objects.types import MAX_UPLOAD

MediaId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
FileName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f/\\]+$"
    ),
    VISIBLE,
]
MediaType = Literal[
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "image/avif",
    "application/pdf",
    "text/csv",
    "text/plain",
    "application/json",
    "application/zip",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "audio/mpeg",
    "video/mp4",
]


class MediaRead(Schema):
    """A picture and the addresses of its files."""

    media_id: str
    name: str
    url: str = Field(description="The full picture as WebP")
    fallback_url: str = Field(description="The same as PNG or JPEG, for emails and old browsers")
    sizes: dict[str, str] = Field(description="Address by width in pixels, including `full`")
    width: int
    height: int
    bytes: int
    source: Literal["upload", "ai"]
    created_at: datetime


class ListMedia(ListBody):
    """A page of pictures, newest first by default. `filter` searches names."""

    sort: Literal["created_at", "-created_at", "name", "-name"] | None = None


class MediaRef(OrgBody):
    """Identifies a picture."""

    media_id: Annotated[MediaId, Field(validation_alias=AliasChoices("media_id", "id"))]


class MediaRemoved(Schema):
    """The picture was deleted. Its addresses return 404 from now on."""

    media_id: str


class SignUrl(OrgBody):
    """The file to upload or to download."""

    action: Literal["upload", "download"]
    filename: FileName | None = Field(None, description="Name of the file")
    media_type: MediaType | None = Field(
        None,
        validation_alias=AliasChoices("media_type", "content_type"),
        description="For an upload: its type",
    )
    size: int | None = Field(
        None, ge=1, le=MAX_UPLOAD, description="For an upload: its length in bytes, exactly"
    )
    key: Annotated[str, StringConstraints(min_length=1, max_length=512)] | None = Field(
        None, description="For a download: the key from the response to the upload"
    )

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.action == "download" and self.key is None:
            raise field_problem("key", "is required for a download")
        if self.action == "upload" and self.media_type is None:
            raise field_problem("media_type", "is required for an upload")
        if self.action == "upload" and self.size is None:
            raise field_problem("size", "is required for an upload")
        return self


class SignedUrl(Schema):
    """A URL for one upload or download within 15 minutes."""

    url: str
    method: Literal["GET", "PUT"]
    key: str
    headers: dict[str, str] = Field(description="Headers to send with the request")
    expires_at: datetime


class ShortenUrl(OrgBody):
    """The destination of a short link."""

    url: Annotated[
        Annotated[str, StringConstraints(min_length=1, max_length=4096)],
        Field(validation_alias=AliasChoices("url", "destination", "long_url")),
    ]
    name: Annotated[str, OneLine(120)] | None = None


class ShortUrl(Schema):
    """A short link; it is a redirect code like any other."""

    url: str = Field(description="The short address")
    code_id: str
    destination: str
    picture_url: str
