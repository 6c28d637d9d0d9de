"""Requests and answers about seasons."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema

MAX_SEASONS = 1_000

Board = Literal["code", "page", "placement", "folder", "campaign", "country", "city"]
SeasonName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$"),
]


class ListSeasons(OrgBody):
    """The leaderboard whose seasons to list."""

    board: Board


class StartSeason(OrgBody):
    """Archive the current season of a leaderboard and start the next."""

    board: Board
    number: int = Field(
        ge=1, le=MAX_SEASONS, description="The current season; 409 if it was already archived"
    )
    name: SeasonName = Field("", description="Name of the archived season")


class SeasonRead(Schema):
    """One season. Read its ranking with `get-report`, `leaderboard` and `season`."""

    number: int
    name: str
    starts_at: datetime | None = Field(description="Inclusive; null: since the first event")
    ends_at: datetime | None = Field(description="Exclusive; null: it is the current season")


class SeasonList(Schema):
    """Every season of a leaderboard, the current one first."""

    board: Board
    seasons: list[SeasonRead]
