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
    """Whose seasons: the board of codes, of pages, …"""

    board: Board


class StartSeason(OrgBody):
    """Archive the running season of a board and start the next."""

    board: Board
    number: int = Field(
        ge=1, le=MAX_SEASONS, description="The season that is archived; if it runs no more, 409"
    )
    name: SeasonName = Field("", description="What the archived season is called from now on")


class SeasonRead(Schema):
    """One season. Its board is `get-report` of `leaderboard` with `season`."""

    number: int
    name: str
    starts_at: datetime | None = Field(description="Inclusive; null: since the first event")
    ends_at: datetime | None = Field(description="Exclusive; null: it runs")


class SeasonList(Schema):
    """Every season of a board, the running one first."""

    board: Board
    seasons: list[SeasonRead]
