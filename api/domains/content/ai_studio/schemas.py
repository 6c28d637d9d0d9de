"""Requests and responses of the AI studio."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.codes.codes.schemas import CodeId
from api.domains.content.ai_studio.types import Style
from api.domains.content.media_library.schemas import MediaId
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema
from api.kit.validation_messages import field_problem
from api.kit.visible_text import VISIBLE

MAX_CONTENT = 110
"""Maximum number of characters with which modules stay large enough for a picture."""

Seed = Annotated[int, Field(ge=0, le=2**53 - 1)]


class GenerateAiQr(OrgBody):
    """The prompt for the picture and the destination of its code."""

    prompt: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), VISIBLE
    ]
    content: (
        Annotated[
            str,
            StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_CONTENT),
            VISIBLE,
        ]
        | None
    ) = Field(None, description="The content of the code: a URL or any text")
    code_id: CodeId | None = Field(None, description="One of your codes, instead of content")
    style: Style = Style.AUTO
    seed: Seed | None = Field(
        None, description="The same prompt, style and seed give the same picture"
    )
    media_id: MediaId | None = Field(
        None,
        description="Your picture; for the style `photo`, or for `halftone` in place of a generated one",
    )
    count: int = Field(4, ge=1, le=4)

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.content is None) == (self.code_id is None):
            raise field_problem("content", "send either content or code_id")
        if self.style is Style.PHOTO and self.media_id is None:
            raise field_problem("media_id", "media_id is required for the style photo")
        if self.media_id is not None and self.style not in (Style.PHOTO, Style.HALFTONE):
            raise field_problem("media_id", "media_id is only for the styles photo and halftone")
        return self


class AiQrStarted(Schema):
    """The job that creates the pictures."""

    job_id: str


class AiQrRef(OrgBody):
    """Identifies the job."""

    job_id: Annotated[
        str,
        StringConstraints(min_length=1, max_length=64),
        Field(validation_alias=AliasChoices("job_id", "id")),
    ]


class UseAiPicture(AiQrRef):
    """The picture to use for a code."""

    number: int = Field(ge=1, le=4)
    code_id: CodeId


class ListAiPictures(ListBody):
    """A page of the studio's pictures, newest first. `filter` searches prompt and style; sort by created_at,
    prompt, style.
    """

    code_id: CodeId | None = None


class AiPictureRead(Schema):
    """A picture that two independent scanners have read."""

    job_id: str
    number: int
    media_id: str
    url: str = Field(description="The picture as WebP, in full size")
    small_url: str
    png_url: str = Field(description="The file to print, as PNG")
    width: int
    least_width_mm: float = Field(description="Minimum width of the whole picture in print")
    content: str
    prompt: str
    style: str
    seed: int
    source: str = Field(description="`built-in`, or the image provider")
    code_id: str | None = Field(description="The code that uses it")
    for_code_id: str | None = Field(
        description="The code that its content opens, by id or by slug, and that can use it"
    )
    created_at: datetime


class AiQr(Schema):
    """The progress of the job, and the pictures so far."""

    job_id: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    done: int
    total: int | None
    error: str | None
    pictures: list[AiPictureRead]
    result: dict[str, Any] | None = Field(
        description="When the job is done: `offered`, `refused` (could not be read) and `fallbacks`, for"
        " which `why` says what was wrong with the provider: busy, key, slow, away, refused or"
        " broken"
    )
