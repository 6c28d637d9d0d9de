"""Request and response bodies for visitors' games."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator

from api.domains.promotions.games.types import MAX_INPUTS, Interval, Kind, Phase, State
from api.domains.promotions.prizes.types import Gives
from api.kit.pagination import MAX_PAGE
from api.kit.schemas import MAX_INTEGER, Body, Schema
from api.kit.visible_text import EMPTY_IF_INVISIBLE

GameId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
ShortText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=64)]
Nick = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$"),
    EMPTY_IF_INVISIBLE,
]


class GameRef(Body):
    """A game, by its own ID or by that of its code."""

    game_id: GameId | None = None
    code_id: GameId | None = None

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if self.game_id is None and self.code_id is None:
            raise ValueError("game_id or code_id is required")
        return self


class Answers(Body):
    """What a player states before playing, if the game requires it."""

    age: int | None = Field(None, ge=0, le=150)
    country: Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2}$")] | None = None
    terms_version: ShortText | None = None
    receipt: ShortText | None = None
    team: ShortText | None = None
    phone: ShortText | None = Field(None, description="Phone number in E.164 format")
    phone_proof: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        None,
        description="The proof from `phone_number_verification` with the code's `code_id`, or from an"
        " earlier play",
    )


class Position(Body):
    """The position of the player, as reported by their device."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    accuracy: float | None = Field(None, ge=0, le=1e7, description="Accuracy in metres")


class Input(Body):
    """An action of the player of a score game."""

    at_ms: int = Field(ge=0, le=86_400_000, description="Milliseconds since the start of the round")
    card: int | None = Field(None, ge=0, le=63)
    question: ShortText | None = None
    choice: ShortText | None = None


class PlayGame(GameRef):
    """Start or continue a play. Repeated requests with the same `play_id` return the same result."""

    play_id: UUID
    player_seed: ShortText = Field("", description="The player's contribution to the draw")
    answers: Answers = Field(default_factory=Answers)
    position: Position | None = None
    name: Nick | None = Field(None, description="Name for the leaderboard")
    token: ShortText | None = None
    inputs: list[Input] = Field([], max_length=MAX_INPUTS)
    done: bool = False
    left: bool = Field(
        False,
        description="The player leaves the round. `inputs` shows how far they got; there is no score",
    )


class ClaimView(Schema):
    """How to claim a prize."""

    token: str
    kind: Gives
    until: datetime
    claimed_at: datetime | None = Field(
        None, description="When the prize was claimed, if it was; only in a repeated response"
    )


class Outcome(Schema):
    """The result of a play."""

    won: bool
    prize_id: str | None = None
    name: str | None = None
    picture_url: str | None = None
    translations: dict[str, Any] = Field(default_factory=dict)
    segment: int = Field(description="Index in the game's `segments`")
    symbols: list[int] | None = Field(
        None, description="For a slot machine: indexes in `segments`; three equal ones win"
    )
    claim: ClaimView | None = None


class QuizText(Schema):
    """A question or choice in another language."""

    text: str


class QuizChoice(Schema):
    """A choice of a question."""

    id: str
    text: str
    translations: dict[str, QuizText] = Field(default_factory=dict)


class QuizQuestion(Schema):
    """A question of a quiz, without the correct answer."""

    id: str
    text: str
    translations: dict[str, QuizText] = Field(default_factory=dict)
    choices: list[QuizChoice]
    picture_url: str | None = None


class Round(Schema):
    """The task in a round of a score game."""

    seconds: int
    questions: list[QuizQuestion] | None = None
    cards: int | None = None


class PlayAnswer(Schema):
    """A play and its result."""

    play_id: UUID
    kind: Kind
    commitment: str
    number: int | None = None
    token: str | None = None
    round: Round | None = None
    cards: dict[str, int] | None = None
    matched: list[int] | None = None
    correct: dict[str, str] | None = None
    score: int | None = None
    rank: int | None = None
    held: bool = False
    outcome: Outcome | None = None
    plays_left: int | None = None
    next_play_at: datetime | None = None
    phone_proof: str | None = Field(
        None, description="The value for `answers.phone_proof` in later plays with the same phone"
    )


class Segment(Schema):
    """A possible result of a game, in the order in which wheels and slot machines show them."""

    prize_id: str | None
    name: str
    picture_url: str | None
    translations: dict[str, Any]
    odds_ppm: int


class GatesView(Schema):
    """What a player must state before playing."""

    min_age: int | None
    countries: list[str]
    terms_version: str | None
    terms_url: str | None
    needs_receipt: bool
    needs_order: bool = Field(
        description="Whether the receipt must be the number of a recorded order"
    )
    needs_phone: bool
    needs_position: bool


class TeamView(Schema):
    """A team that players can choose."""

    key: str
    name: str


class RoundView(Schema):
    """The length of a round in a score game, and the number of questions or pairs."""

    seconds: int
    questions: int | None
    pairs: int | None


class WonPrize(Schema):
    """A prize that the visitor won and can claim or has claimed."""

    token: str
    name: str
    picture_url: str | None
    translations: dict[str, Any]
    until: datetime
    claimed_at: datetime | None


class GameView(Schema):
    """A game as its players see it."""

    game_id: str
    code_id: str
    kind: Kind
    name: str
    phase: Phase
    starts_at: datetime
    ends_at: datetime
    time_zone: str
    commitment: str
    texts: dict[str, Any]
    look: dict[str, Any]
    segments: list[Segment]
    gates: GatesView
    teams: list[TeamView]
    round: RoundView | None
    plays_left: int | None
    next_play_at: datetime | None
    won: list[WonPrize] = Field(
        [],
        description="The visitor's latest prizes from this game, newest first. Only for visitors with a"
        " cookie, because others can share an identity",
    )


class ClaimPrize(Body):
    """A prize to claim."""

    token: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    name: Nick | None = None
    email: Annotated[str, StringConstraints(strip_whitespace=True, max_length=254)] | None = None
    phone: Annotated[str, StringConstraints(strip_whitespace=True, max_length=40)] | None = None


class ClaimedPrize(Schema):
    """A prize as its winner sees it."""

    name: str
    picture_url: str | None
    translations: dict[str, Any]


class Claimed(Schema):
    """A prize that has been claimed, by this request or an earlier one."""

    state: Literal["claimed"] = "claimed"
    kind: Gives
    code: str | None
    url: str | None = Field(description="The page of a one-time code or pass")
    prize: ClaimedPrize
    claimed_at: datetime


class GetLeaderboard(GameRef):
    """The leaderboard of a game."""

    interval: Interval = "all"
    season: int | None = Field(None, ge=1, le=MAX_INTEGER)
    page: int = Field(1, ge=1, le=MAX_PAGE)
    page_size: int = Field(10, ge=1, le=100)
    answers: Answers | None = Field(
        None,
        description="`phone` and `phone_proof` of the caller, in a game that tells players apart by phone",
    )


class BoardRow(Schema):
    """A player on a leaderboard. Players with the same score share a rank; the earlier one is listed first."""

    rank: int
    name: str
    score: int
    at: datetime
    is_me: bool


class SideRow(Schema):
    """A team or place on a leaderboard, with the sum of its players' best scores."""

    rank: int
    key: str
    name: str
    players: int
    points: int


class MyRank(Schema):
    """The rank of the caller."""

    rank: int
    score: int


class SeasonView(Schema):
    """A season of a game."""

    number: int
    starts_at: datetime
    ends_at: datetime | None


class Leaderboard(Schema):
    """One page of a leaderboard."""

    game_id: str
    interval: Interval
    season: int
    seasons: list[SeasonView]
    starts_at: datetime | None = Field(
        description="Start of the interval, included; null means since the first play"
    )
    ends_at: datetime | None = Field(
        description="End of the interval, not included; null means that it has not ended"
    )
    items: list[BoardRow]
    total: int
    tie_rule: Literal["earlier_first"] = "earlier_first"
    sides: list[SideRow] = Field(description="Ranking of teams or places; empty if there are none")
    me: MyRank | None


class FairOdds(Schema):
    """What a game promised for a prize, and how many it gave."""

    prize_id: str
    name: str
    odds_ppm: int
    moments: int
    stock: int | None
    gone: int


class Verdict(Schema):
    """The result of replaying the log."""

    ok: bool
    plays: int
    problem: str | None


class FairnessView(Schema):
    """The proof of a game's fairness, as far as it can be public now."""

    game_id: str
    code_id: str
    name: str
    state: State
    algorithm: str
    commitment: str
    public_key: str
    published_at: datetime
    plan_text: str
    seed: str | None = Field(description="Null until the game ends")
    plays: int
    log_hash: str
    audit_url: str
    odds: list[FairOdds]
    verified: Verdict | None = Field(description="Null until the game ends")
