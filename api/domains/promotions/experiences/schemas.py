"""Request and response bodies of experiences."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment

ExperienceId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
PartId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
ExperienceName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]


class ExperienceParts(OrgBody):
    """What an experience bundles: a reward or a game, not both."""

    page_id: PartId | None = None
    reward_id: PartId | None = None
    game_id: PartId | None = Field(None, description="The experience then has the game's code")
    starts_at: Moment | None = Field(None, description="From when on the code is open")
    ends_at: Moment | None = Field(None, description="Until when the code is open, exclusive")


class CreateExperience(ExperienceParts):
    """A new experience."""

    name: ExperienceName
    code_id: PartId | None = Field(None, description="Absent: a new code is made, of this name")


class ExperienceRef(OrgBody):
    """One experience."""

    experience_id: ExperienceId


class UpdateExperience(ExperienceParts):
    """Changes of an experience: what is absent stays as it is, what is null is taken away."""

    experience_id: ExperienceId
    name: ExperienceName | None = None


class GetExperiences(PagedBody):
    """Experiences by name."""

    filter: str | None = Field(None, max_length=200, description="Text that a name must contain")


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
    """An experience that was deleted. Its code, page, reward and game are still there."""

    experience_id: str
