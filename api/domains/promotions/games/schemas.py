"""Request bodies for members' games."""

from typing import Annotated, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, StringConstraints, model_validator

from api.domains.promotions.games.public_schemas import GameId, ShortText
from api.domains.promotions.games.types import MAX_PRIZES, Kind, PlayerBy, Purchase, State
from api.domains.promotions.prizes.types import AwardState, Gives
from api.kit.pagination import PagedBody
from api.kit.schemas import Body, OrgBody, Version
from api.kit.timestamps import Moment
from api.kit.visible_text import OneLine

Name = Annotated[str, OneLine(200)]
GameName = Annotated[str, OneLine(120)]
"""The game's code gets the same name."""
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$")]
PictureUrl = Annotated[
    str, StringConstraints(max_length=2048, pattern=r"^(https://|/)[^\s<>\"']*$")
]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
OneMillion = Annotated[int, Field(ge=1, le=1_000_000)]
Ppm = Annotated[int, Field(ge=0, le=1_000_000)]


class GameTexts(Body):
    """The texts of a game in one language."""

    title: Annotated[str, StringConstraints(max_length=200)] = ""
    intro: Annotated[str, StringConstraints(max_length=2000)] = ""
    button: Annotated[str, StringConstraints(max_length=60)] = ""
    win: Annotated[str, StringConstraints(max_length=500)] = ""
    lose: Annotated[str, StringConstraints(max_length=500)] = ""
    terms: Annotated[str, StringConstraints(max_length=5000)] = ""


class Look(Body):
    """The look of a game, in addition to the organisation's theme."""

    color: Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")] | None = None
    picture_url: PictureUrl | None = None
    sound: bool = Field(False, description="Whether players can turn on sound; it is off at first")


class PrizeText(Body):
    """The name of a prize in one language."""

    name: Name


class PrizeDraft(Body):
    """A prize and how it is drawn."""

    prize_id: GameId | None = None
    name: Name
    translations: dict[Language, PrizeText] = Field({}, max_length=20)
    picture_url: PictureUrl | None = None
    gives: Gives = "screen"
    batch_id: GameId | None = Field(None, description="With `code`: the promo batch")
    base_code_id: GameId | None = Field(
        None,
        description="With `one_time`: the base code from which each winner gets a one-time code",
    )
    template_id: GameId | None = Field(None, description="With `pass`: the pass template")
    reward_id: GameId | None = Field(None, description="With `reward`: the reward")
    points: OneMillion | None = Field(None, description="With `points`: the number of points")
    cost_cents: int | None = Field(None, ge=0, le=10**9)
    claim_days: int = Field(30, ge=1, le=366)
    stock: OneMillion | None = Field(None, description="Number of items; null means unlimited")
    odds_ppm: Ppm = Field(0, description="Chance in each draw, in parts per million")
    moments: Ppm = Field(0, description="How many items of the stock are won at winning moments")
    spread: Literal["even", "random"] = "even"
    paced: bool = Field(
        False,
        description="Whether items that are drawn by odds are spread evenly over the schedule",
    )
    catch_up: int = Field(
        1, ge=1, le=20, description="The largest factor by which the odds grow if too few were won"
    )
    per_person: OneMillion | None = None
    per_day: OneMillion | None = None
    per_place: OneMillion | None = None
    min_score: int | None = Field(None, ge=0, le=10**9)
    is_consolation: bool = False


class Limits(Body):
    """How often people can play. Null means unlimited."""

    by: PlayerBy = "cookie"
    per_person: OneMillion | None = None
    per_person_day: OneMillion | None = 1
    wins_per_person: OneMillion | None = None
    per_day: OneMillion | None = None
    per_place_day: OneMillion | None = None
    in_all: int | None = Field(None, ge=1, le=10**9)
    per_receipt: int | None = Field(
        None, ge=1, le=100, description="How often each receipt or order can be used"
    )
    purchase: Purchase = Field(
        "receipt", description="With `order`, the number must belong to a recorded order"
    )


class PlaceDraft(Body):
    """A place where people can play."""

    key: Key
    name: Name
    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    radius_m: int = Field(200, ge=20, le=100_000)


class Gates(Body):
    """Who can play."""

    min_age: int | None = Field(None, ge=1, le=99)
    countries: list[Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]] = Field(
        [], max_length=250
    )
    terms_version: ShortText | None = None
    terms_url: PictureUrl | None = None
    places: list[PlaceDraft] = Field([], max_length=200)


class QuestionText(Body):
    """A question or choice in one language."""

    text: Name


class ChoiceDraft(Body):
    """A choice of a question."""

    id: Key
    text: Name
    translations: dict[Language, QuestionText] = Field({}, max_length=20)


class QuestionDraft(Body):
    """A question of a quiz."""

    id: Key
    text: Name
    translations: dict[Language, QuestionText] = Field({}, max_length=20)
    choices: list[ChoiceDraft] = Field(min_length=2, max_length=6)
    correct: Key
    picture_url: PictureUrl | None = None

    @model_validator(mode="after")
    def _correct_is_a_choice(self) -> Self:
        ids = [it.id for it in self.choices]
        if self.correct not in ids or len(set(ids)) != len(ids):
            raise ValueError(
                "correct must be the id of one of the choices, and their ids must be different"
            )
        return self


class TeamDraft(Body):
    """A team of a score game. Players choose a team, and its score is the sum of theirs."""

    key: Key
    name: Name


class RoundDraft(Body):
    """The task in a round of a score game."""

    seconds: int = Field(60, ge=5, le=600)
    pairs: int = Field(6, ge=2, le=18)
    questions: list[QuestionDraft] = Field([], max_length=50)


class Definition(Body):
    """Everything about a game except its prizes and schedule."""

    texts: dict[Language, GameTexts] = Field({}, max_length=20)
    look: Look = Look()
    hours: list[Annotated[int, Field(ge=0, le=1000)]] = Field(
        [],
        max_length=24,
        description="Weights of the 24 hours of a day; empty if all hours are equal",
    )
    at_end_of_stock: Literal["go_on", "end"] = "go_on"
    limits: Limits = Limits()
    gates: Gates = Gates()
    round: RoundDraft = RoundDraft()
    teams: list[TeamDraft] = Field(
        [], max_length=50, description="Teams of a score game; without teams, places compete"
    )

    @model_validator(mode="after")
    def _teams_differ(self) -> Self:
        if len({it.key for it in self.teams}) != len(self.teams):
            raise ValueError("keys of teams must be different")
        return self

    @model_validator(mode="after")
    def _hours_are_a_day(self) -> Self:
        if self.hours and (len(self.hours) != 24 or not any(self.hours)):
            raise ValueError("hours must be 24 weights, at least one of them above 0")
        return self


class SaveGame(OrgBody, Definition):
    """A game to create (`httpMethod` POST) or change (UPDATE, or the HTTP methods PUT and UPDATE)."""

    httpMethod: Literal["POST", "UPDATE"] = "POST"  # noqa: N815 - the spelling of the call
    game_id: GameId | None = None
    code_id: GameId | None = Field(
        None, description="A code of the kind game; by default a new code is created"
    )
    kind: Kind = "wheel"
    name: GameName = "Game"
    starts_at: Moment | None = None
    ends_at: Moment | None = None
    time_zone: Annotated[str, StringConstraints(max_length=64)] | None = None
    prizes: list[PrizeDraft] = Field([], max_length=MAX_PRIZES)
    version: Version | None = Field(
        None, description="The version that was read; prevents overwriting somebody else's changes"
    )

    @model_validator(mode="after")
    def _zone_is_known(self) -> Self:
        if self.time_zone is not None:
            try:
                ZoneInfo(self.time_zone)
            except (ZoneInfoNotFoundError, ValueError, OSError):
                raise ValueError("time_zone must be a time zone like Europe/Lisbon") from None
        return self


class ListGames(PagedBody):
    """Games, newest first."""

    filter: str | None = Field(
        None, max_length=200, description="Text that the name of a game must contain"
    )
    state: State | None = None
    is_archived: bool = Field(
        False, description="Only games in the archive; by default only the others"
    )
    code_id: GameId | None = Field(None, description="The game of this code, archived or not")


class GameBody(OrgBody):
    """A game."""

    game_id: GameId


class ArchiveGame(OrgBody):
    """A game to archive or to restore."""

    game_id: GameId
    is_archived: bool = True


class ListWinners(PagedBody):
    """Winners of a game, newest first."""

    game_id: GameId
    state: AwardState | None = None


class ListHeld(PagedBody):
    """Suspicious scores of a game that wait for a decision."""

    game_id: GameId


class DecideHeld(OrgBody):
    """A decision about a held score."""

    game_id: GameId
    play_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f-]{36}$")]
    approve: bool


class ResetLeaderboard(OrgBody):
    """The leaderboard for which to start the next season."""

    game_id: GameId | None = None
    code_id: GameId | None = None
    number: int | None = Field(
        None,
        ge=1,
        le=1000,
        description="Number of the current season; 409 if it is already archived",
    )

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if self.game_id is None and self.code_id is None:
            raise ValueError("game_id or code_id is required")
        return self


class TakePrize(OrgBody):
    """The prize from whose stock to take an item."""

    prize_id: GameId
