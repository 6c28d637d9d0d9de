"""Requests of members about games, and the answers."""

from typing import Annotated, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, StringConstraints, model_validator

from api.domains.promotions.games.public_schemas import GameId, ShortText
from api.domains.promotions.games.types import MAX_PRIZES, Kind, PlayerBy, Purchase, State
from api.domains.promotions.prizes.types import AwardState, Gives
from api.kit.pagination import PagedBody
from api.kit.schemas import Body, OrgBody, Version
from api.kit.timestamps import Moment

Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$"
    ),
]
GameName = Annotated[Name, StringConstraints(max_length=120)]
"""Its code is named after it."""
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$")]
PictureUrl = Annotated[
    str, StringConstraints(max_length=2048, pattern=r"^(https://|/)[^\s<>\"']*$")
]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
OneMillion = Annotated[int, Field(ge=1, le=1_000_000)]
Ppm = Annotated[int, Field(ge=0, le=1_000_000)]


class GameTexts(Body):
    """What a game says in one language."""

    title: Annotated[str, StringConstraints(max_length=200)] = ""
    intro: Annotated[str, StringConstraints(max_length=2000)] = ""
    button: Annotated[str, StringConstraints(max_length=60)] = ""
    win: Annotated[str, StringConstraints(max_length=500)] = ""
    lose: Annotated[str, StringConstraints(max_length=500)] = ""
    terms: Annotated[str, StringConstraints(max_length=5000)] = ""


class Look(Body):
    """How a game looks beyond the theme of its organisation."""

    color: Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")] | None = None
    picture_url: PictureUrl | None = None
    sound: bool = Field(False, description="Whether players are offered sound; it starts off")


class PrizeText(Body):
    """The name of a prize in one language."""

    name: Name


class PrizeDraft(Body):
    """A prize, and how it is drawn."""

    prize_id: GameId | None = None
    name: Name
    translations: dict[Language, PrizeText] = Field({}, max_length=20)
    picture_url: PictureUrl | None = None
    gives: Gives = "screen"
    batch_id: GameId | None = Field(None, description="With `code`: the promo batch")
    base_code_id: GameId | None = Field(
        None, description="With `one_time`: the code of which each winner gets a one-time code"
    )
    template_id: GameId | None = Field(None, description="With `pass`: the pass template")
    reward_id: GameId | None = Field(None, description="With `reward`")
    points: OneMillion | None = Field(None, description="With `points`")
    cost_cents: int | None = Field(None, ge=0, le=10**9)
    claim_days: int = Field(30, ge=1, le=366)
    stock: OneMillion | None = Field(None, description="null: without limit")
    odds_ppm: Ppm = Field(0, description="Chance in each draw, in parts per million")
    moments: Ppm = Field(0, description="How many of the stock are won by winning moments")
    spread: Literal["even", "random"] = "even"
    paced: bool = Field(False, description="Keep what is drawn by odds to its share of the time")
    catch_up: int = Field(1, ge=1, le=20, description="By how much odds grow at most when behind")
    per_person: OneMillion | None = None
    per_day: OneMillion | None = None
    per_place: OneMillion | None = None
    min_score: int | None = Field(None, ge=0, le=10**9)
    is_consolation: bool = False


class Limits(Body):
    """How often can be played. null: as often as wanted."""

    by: PlayerBy = "cookie"
    per_person: OneMillion | None = None
    per_person_day: OneMillion | None = 1
    wins_per_person: OneMillion | None = None
    per_day: OneMillion | None = None
    per_place_day: OneMillion | None = None
    in_all: int | None = Field(None, ge=1, le=10**9)
    per_receipt: int | None = Field(
        None, ge=1, le=100, description="Each receipt, or order, so many times"
    )
    purchase: Purchase = Field(
        "receipt", description="With `order`, the number must be of a recorded order"
    )


class PlaceDraft(Body):
    """Where can be played."""

    key: Key
    name: Name
    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    radius_m: int = Field(200, ge=20, le=100_000)


class Gates(Body):
    """Who may play."""

    min_age: int | None = Field(None, ge=1, le=99)
    countries: list[Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]] = Field(
        [], max_length=250
    )
    terms_version: ShortText | None = None
    terms_url: PictureUrl | None = None
    places: list[PlaceDraft] = Field([], max_length=200)


class QuestionText(Body):
    """A question, or a choice, in one language."""

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
            raise ValueError("correct must be one of the choices, whose ids must differ")
        return self


class TeamDraft(Body):
    """A team of a score game: players choose one, and its points are those of its players together."""

    key: Key
    name: Name


class RoundDraft(Body):
    """What players of a score game are asked."""

    seconds: int = Field(60, ge=5, le=600)
    pairs: int = Field(6, ge=2, le=18)
    questions: list[QuestionDraft] = Field([], max_length=50)


class Definition(Body):
    """All of a game but its prizes and its schedule."""

    texts: dict[Language, GameTexts] = Field({}, max_length=20)
    look: Look = Look()
    hours: list[Annotated[int, Field(ge=0, le=1000)]] = Field(
        [], max_length=24, description="Weights of the 24 hours of the day; none: all alike"
    )
    at_end_of_stock: Literal["go_on", "end"] = "go_on"
    limits: Limits = Limits()
    gates: Gates = Gates()
    round: RoundDraft = RoundDraft()
    teams: list[TeamDraft] = Field(
        [], max_length=50, description="Teams of a score game; without teams, its places compete"
    )

    @model_validator(mode="after")
    def _teams_differ(self) -> Self:
        if len({it.key for it in self.teams}) != len(self.teams):
            raise ValueError("keys of teams must differ")
        return self

    @model_validator(mode="after")
    def _hours_are_a_day(self) -> Self:
        if self.hours and (len(self.hours) != 24 or not any(self.hours)):
            raise ValueError("hours must be 24 weights, not all of them 0")
        return self


class SaveGame(OrgBody, Definition):
    """Make a game (`httpMethod` POST) or change one (UPDATE, or the HTTP verbs PUT and UPDATE)."""

    httpMethod: Literal["POST", "UPDATE"] = "POST"  # noqa: N815 - the spelling of the call
    game_id: GameId | None = None
    code_id: GameId | None = Field(None, description="A code of the kind game; none: a new one")
    kind: Kind = "wheel"
    name: GameName = "Game"
    starts_at: Moment | None = None
    ends_at: Moment | None = None
    time_zone: Annotated[str, StringConstraints(max_length=64)] | None = None
    prizes: list[PrizeDraft] = Field([], max_length=MAX_PRIZES)
    version: Version | None = Field(None, description="The version that was read")

    @model_validator(mode="after")
    def _zone_is_known(self) -> Self:
        if self.time_zone is not None:
            try:
                ZoneInfo(self.time_zone)
            except (ZoneInfoNotFoundError, ValueError, OSError):
                raise ValueError("time_zone is not known") from None
        return self


class ListGames(PagedBody):
    """Games, newest first."""

    state: State | None = None
    is_archived: bool = Field(False, description="Those in the archive, in place of the others")
    code_id: GameId | None = Field(None, description="The game of this code, wherever it is")


class GameBody(OrgBody):
    """Which game."""

    game_id: GameId


class ArchiveGame(OrgBody):
    """Put a game that has ended away, or take it back."""

    game_id: GameId
    is_archived: bool = True


class ListWinners(PagedBody):
    """Winners of a game, newest first."""

    game_id: GameId
    state: AwardState | None = None


class ListHeld(PagedBody):
    """Scores of a game that wait for a person."""

    game_id: GameId


class DecideHeld(OrgBody):
    """Let a held score count, or not."""

    game_id: GameId
    play_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f-]{36}$")]
    approve: bool


class ResetLeaderboard(OrgBody):
    """Archive a game's leaderboard and start the next season."""

    game_id: GameId | None = None
    code_id: GameId | None = None
    number: int | None = Field(None, ge=1, le=1000, description="The season that was seen")

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if self.game_id is None and self.code_id is None:
            raise ValueError("game_id or code_id is needed")
        return self


class TakePrize(OrgBody):
    """Take one from a prize's stock."""

    prize_id: GameId
