"""Request and response bodies for seasons."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema
from api.kit.visible_text import EMPTY_IF_INVISIBLE

MAX_SEASONS = 1_000

Board = Literal["code", "page", "placement", "folder", "campaign", "country", "city"]
SeasonName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$"),
    EMPTY_IF_INVISIBLE,
]


class ListSeasons(OrgBody):
    """The leaderboard whose seasons to list."""

    board: Board


class StartSeason(OrgBody):
    """The leaderboard for which to start the next season."""

    board: Board
    number: int = Field(
        ge=1,
        le=MAX_SEASONS,
        description="Number of the current season; 409 if it is already archived",
    )
    name: SeasonName = Field("", description="Name for the season that is archived")


class SeasonRead(Schema):
    """A season. To get its ranking, call `get-report` with `leaderboard` and `season`."""

    number: int
    name: str
    starts_at: datetime | None = Field(
        description="Start of the season, included; null means since the first event"
    )
    ends_at: datetime | None = Field(
        description="End of the season, not included; null for the current season"
    )


class SeasonList(Schema):
    """All seasons of a leaderboard, the current one first."""

    board: Board
    seasons: list[SeasonRead]
