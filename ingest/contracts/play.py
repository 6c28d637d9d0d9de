"""A visitor played a game and the server drew the result."""

from typing import Literal

from pydantic import Field

from ingest.contracts.envelope import Contract, Event, Id


class PlayData(Contract):
    game_id: Id
    play_id: Id
    kind: Literal["wheel", "scratch", "slot", "quiz", "memory", "tap_race"]
    result: Literal["won", "lost", "scored"]
    season: int = Field(1, ge=1, le=2**31 - 1)
    score: int | None = Field(None, ge=-(2**53), le=2**53)
    prize_id: Id | None = None
    duration_ms: int | None = Field(None, ge=0, le=86_400_000)


class PlayRecorded(Event):
    type: Literal["play"] = "play"
    version: Literal[1] = 1
    data: PlayData


class PlayDataV2(Contract):
    """As version 1, with how far a player of a score game came, and plays that were left before their end."""

    game_id: Id
    play_id: Id
    kind: Literal["wheel", "scratch", "slot", "quiz", "memory", "tap_race"]
    result: Literal["won", "lost", "scored", "left"]
    """`left`: the score game was started, and not finished within an hour."""
    season: int = Field(1, ge=1, le=2**31 - 1)
    score: int | None = Field(None, ge=-(2**53), le=2**53)
    prize_id: Id | None = None
    duration_ms: int | None = Field(None, ge=0, le=86_400_000)
    progress: int | None = Field(None, ge=0, le=100)
    """Of a score game, in percent: questions answered, pairs found, or time in which was tapped. None: not known."""


class PlayRecordedV2(Event):
    type: Literal["play"] = "play"
    version: Literal[2] = 2
    data: PlayDataV2
