"""Response bodies for members' games."""

from datetime import date, datetime
from typing import Literal

from pydantic import Field

from api.domains.promotions.games.public_schemas import SeasonView
from api.domains.promotions.games.schemas import (
    GameTexts,
    Gates,
    Limits,
    Look,
    PrizeText,
    RoundDraft,
    TeamDraft,
)
from api.domains.promotions.games.types import Kind, State
from api.domains.promotions.prizes.types import AwardState, Gives
from api.kit.schemas import Schema


class PrizeLeft(Schema):
    """The remaining stock of a prize."""

    prize_id: str
    left: int | None = Field(description="Null means unlimited")


class GameNotes(Schema):
    """A problem of a plan. A game can be published in spite of warnings."""

    field: str
    message: str
    code: str
    is_warning: bool


class PrizeRead(Schema):
    """A prize, and how many were won."""

    prize_id: str
    name: str
    translations: dict[str, PrizeText]
    picture_url: str | None
    gives: Gives
    batch_id: str | None
    base_code_id: str | None
    template_id: str | None
    reward_id: str | None
    points: int | None
    cost_cents: int | None
    claim_days: int
    stock: int | None
    taken: int
    odds_ppm: int
    moments: int
    spread: Literal["even", "random"]
    paced: bool
    catch_up: int
    per_person: int | None
    per_day: int | None
    per_place: int | None
    min_score: int | None
    is_consolation: bool


class GameListed(Schema):
    """A game in a list."""

    game_id: str
    code_id: str
    kind: Kind
    name: str
    state: State
    starts_at: datetime
    ends_at: datetime
    time_zone: str
    plays: int
    awarded: int
    claimed: int
    stock_left: int | None = Field(
        description="Sum over all prizes with a stock; null if no prize has one"
    )
    public_url: str
    archived_at: datetime | None
    created_at: datetime


class GameRead(GameListed):
    """A game as members see it."""

    texts: dict[str, GameTexts]
    look: Look
    hours: list[int]
    at_end_of_stock: Literal["go_on", "end"]
    limits: Limits
    gates: Gates
    round: RoundDraft
    teams: list[TeamDraft]
    prizes: list[PrizeRead]
    commitment: str | None
    published_at: datetime | None
    ended_at: datetime | None
    season: int
    version: int
    problems: list[GameNotes]


class LivePrize(PrizeRead):
    """A prize while its game is running."""

    due: int | None = Field(
        description="How many of its winning moments and its paced stock the plan has released by"
        " now; null if it is drawn by odds alone"
    )


class PracticeLink(Schema):
    """A link to practise a game."""

    url: str
    until: datetime


class ForecastPoint(Schema):
    """The prizes expected to be won by a point in time."""

    at: datetime
    plays: int
    won: dict[str, int]


class ForecastRead(Schema):
    """The result of 100,000 simulated rounds."""

    plays: int
    winners: int
    won: dict[str, int]
    sold_out: dict[str, datetime]
    curve: list[ForecastPoint]
    cost_cents: int
    problems: list[GameNotes]


class WinnerRead(Schema):
    """A winner and the state of the prize."""

    award_id: str
    prize_id: str
    prize_name: str
    gives: Gives
    given_id: str | None = Field(
        description="After the claim: the id of the one-time code, pass, award or points movement"
    )
    play_id: str
    state: AwardState
    awarded_at: datetime
    claim_until: datetime
    claimed_at: datetime | None
    expired_at: datetime | None
    customer_id: str | None
    customer: str | None = Field(description="Name, email address or phone number, if known")


class HeldRead(Schema):
    """A score that waits for a decision."""

    play_id: str
    name: str | None
    score: int
    suspicions: list[str]
    started_at: datetime


class Refused(Schema):
    """The number of plays refused for a reason."""

    reason: str
    refused: int


class PlannedDay(Schema):
    """How many of each paced prize the plan has released by the end of a day."""

    day: date
    due: dict[str, int]


class LiveRead(Schema):
    """The figures of a running game."""

    game_id: str
    state: State
    plays: int
    players: int
    plays_last_hour: int
    started: int = Field(description="Rounds of score games that were started and not finished")
    held: int
    prizes: list[LivePrize]
    awarded: int
    claimed: int
    expired: int
    refused: list[Refused]
    planned: list[PlannedDay] = Field(
        description="The days of the schedule, in the game's time zone. Empty if all prizes are drawn"
        " by odds alone, or if the game lasts longer than a year"
    )
    as_of: datetime


class GameDeleted(Schema):
    """A game that was deleted."""

    game_id: str


class Seasons(Schema):
    """The seasons of a game's leaderboard, the current one first."""

    game_id: str
    season: int
    seasons: list[SeasonView]
