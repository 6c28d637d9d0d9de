"""Request and response bodies for experiences."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.visible_text import OneLine

ExperienceId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
PartId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
ExperienceName = Annotated[str, OneLine(80)]


class ExperienceParts(OrgBody):
    """The parts of an experience: a page, a reward or a game, and a schedule."""

    page_id: PartId | None = None
    reward_id: PartId | None = None
    game_id: PartId | None = Field(None, description="The experience then uses the game's code")
    starts_at: Moment | None = Field(None, description="When the code opens")
    ends_at: Moment | None = Field(None, description="When the code closes")


class CreateExperience(ExperienceParts):
    """A new experience."""

    name: ExperienceName
    code_id: PartId | None = Field(
        None,
        description="The code to use; by default, a new code with the experience's name is created",
    )


class ExperienceRef(OrgBody):
    """An experience."""

    experience_id: ExperienceId


class UpdateExperience(ExperienceParts):
    """The changes to an experience. Absent fields do not change; null removes a part."""

    experience_id: ExperienceId
    name: ExperienceName | None = None


class GetExperiences(PagedBody):
    """Experiences by name."""

    filter: str | None = Field(None, max_length=200, description="Text that the name contains")


class ExperienceRead(Schema):
    """An experience."""

    experience_id: str
    name: str
    code_id: str
    public_url: str
    page_id: str | None
    reward_id: str | None
    game_id: str | None
    starts_at: datetime | None
    ends_at: datetime | None
    created_at: datetime
    updated_at: datetime


class ExperienceDeleted(Schema):
    """An experience that was deleted. Its code, page, reward and game still exist."""

    experience_id: str
