"""Requests and answers of the AI studio."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.codes.codes.schemas import CodeId
from api.domains.content.ai_studio.art.styles import Style
from api.domains.content.media_library.schemas import MediaId
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema
from api.kit.validation_messages import field_problem

MAX_CONTENT = 110
"""Characters that still leave modules large enough to carry a picture."""

Seed = Annotated[int, Field(ge=0, le=2**53 - 1)]


class GenerateAiQr(OrgBody):
    """What the picture shall show and where its code shall lead."""

    prompt: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
    content: (
        Annotated[
            str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_CONTENT)
        ]
        | None
    ) = Field(None, description="What the code holds: an address or any text")
    code_id: CodeId | None = Field(None, description="A code of yours, instead of content")
    style: Style = Style.AUTO
    seed: Seed | None = Field(None, description="The same prompt, style and seed: the same art")
    media_id: MediaId | None = Field(
        None,
        description="Your picture, for the style `photo`, or for `halftone` in place of a drawn one",
    )
    count: int = Field(4, ge=1, le=4)

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.content is None) == (self.code_id is None):
            raise field_problem("content", "either content or code_id is needed")
        if self.style is Style.PHOTO and self.media_id is None:
            raise field_problem("media_id", "media_id is needed for the style photo")
        if self.media_id is not None and self.style not in (Style.PHOTO, Style.HALFTONE):
            raise field_problem("media_id", "media_id belongs to the styles photo and halftone")
        return self


class AiQrStarted(Schema):
    """The job that makes the pictures."""

    job_id: str


class AiQrRef(OrgBody):
    """Which job."""

    job_id: Annotated[
        str,
        StringConstraints(min_length=1, max_length=64),
        Field(validation_alias=AliasChoices("job_id", "id")),
    ]


class UseAiPicture(AiQrRef):
    """The picture that a code shall have."""

    number: int = Field(ge=1, le=4)
    code_id: CodeId


class ListAiPictures(ListBody):
    """A page of the studio's pictures, the newest first. `filter` looks into prompt and style; sort by
    created_at, prompt, style.
    """

    code_id: CodeId | None = None


class AiPictureRead(Schema):
    """A picture that two readers of different descent have read."""

    job_id: str
    number: int
    media_id: str
    url: str = Field(description="The picture as WebP, in full size")
    small_url: str
    png_url: str = Field(description="The file to print, as PNG")
    width: int
    least_width_mm: float = Field(description="How wide the whole picture has to be printed")
    content: str
    prompt: str
    style: str
    seed: int
    source: str = Field(description="built-in, or the provider that painted")
    code_id: str | None = Field(description="The code that uses it")
    for_code_id: str | None = Field(
        description="The code that its content opens, by id or by name, and that may use it"
    )
    created_at: datetime


class AiQr(Schema):
    """How far the job is, and what it has made."""

    job_id: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    done: int
    total: int | None
    error: str | None
    pictures: list[AiPictureRead]
    result: dict[str, Any] | None = Field(
        description="When over: `offered`, `refused` (could not be read) and `fallbacks`, after which `why` "
        "says what kept the provider: busy, key, slow, away, refused or broken"
    )
