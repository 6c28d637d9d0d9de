"""The tables of games."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Game(Base):
    """A game on a code. Once it is published, its plan does not change."""

    __tablename__ = "games"

    game_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str] = mapped_column(Text, ForeignKey("codes.code_id"))
    kind: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    definition: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """Texts, look, limits, gates, round and spread, as they were saved."""
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    time_zone: Mapped[str] = mapped_column(Text)
    plan_text: Mapped[str | None] = mapped_column(Text)
    commitment: Mapped[str | None] = mapped_column(Text)
    sealed_seed: Mapped[str | None] = mapped_column(Text)
    published_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    archived_at: Mapped[datetime | None]
    season: Mapped[int]
    version: Mapped[int]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]


class GameRun(Base):
    """The state that each play of a game reads and changes. Plays of one game are stored one after the other."""

    __tablename__ = "game_runs"

    game_id: Mapped[str] = mapped_column(Text, ForeignKey("games.game_id"), primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    plays: Mapped[int] = mapped_column(BigInteger)
    entries: Mapped[int] = mapped_column(BigInteger)
    head: Mapped[str] = mapped_column(Text)
    """The hash of the last log entry."""
    counts: Mapped[dict[str, Any]] = mapped_column(JSONB)
    is_over: Mapped[bool]
    """Whether the log is complete, so that nothing can be drawn any more."""


class GameSeason(Base):
    """A season of a game's leaderboard."""

    __tablename__ = "game_seasons"

    game_id: Mapped[str] = mapped_column(Text, ForeignKey("games.game_id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    ended_by: Mapped[str | None] = mapped_column(Text)


class GamePlayer(Base):
    """A player's number of plays of a game, and what they won in it."""

    __tablename__ = "game_players"

    game_id: Mapped[str] = mapped_column(Text, ForeignKey("games.game_id"), primary_key=True)
    player: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    plays: Mapped[int]
    day: Mapped[date]
    day_plays: Mapped[int]
    won: Mapped[dict[str, int]] = mapped_column(JSONB)
    visitor_id: Mapped[str | None] = mapped_column(Text)


class GamePlay(Base):
    """One play with its result."""

    __tablename__ = "game_plays"

    game_id: Mapped[str] = mapped_column(Text, ForeignKey("games.game_id"), primary_key=True)
    play_id: Mapped[UUID] = mapped_column(primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    player: Mapped[str] = mapped_column(Text)
    body_hash: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    number: Mapped[int | None] = mapped_column(BigInteger)
    """The play's number in the log, on which its draw depends."""
    player_seed: Mapped[str] = mapped_column(Text)
    place: Mapped[str | None] = mapped_column(Text)
    team: Mapped[str | None] = mapped_column(Text)
    name: Mapped[str | None] = mapped_column(Text)
    """The name that the player chose for the leaderboard."""
    season: Mapped[int]
    round: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """The player's actions in a score game."""
    score: Mapped[int | None] = mapped_column(BigInteger)
    suspicions: Mapped[list[str]] = mapped_column(ARRAY(Text))
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    prize_id: Mapped[str | None] = mapped_column(Text)
    started_at: Mapped[datetime]
    done_at: Mapped[datetime | None]


class GamePurchase(Base):
    """The number of plays for one receipt or order."""

    __tablename__ = "game_purchases"

    game_id: Mapped[str] = mapped_column(Text, ForeignKey("games.game_id"), primary_key=True)
    receipt: Mapped[str] = mapped_column(Text, primary_key=True)
    """A keyed hash of the receipt's number, or of the order's ID."""
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    plays: Mapped[int]


class GameBest(Base):
    """The best score of a player in a period."""

    __tablename__ = "game_bests"

    game_id: Mapped[str] = mapped_column(Text, ForeignKey("games.game_id"), primary_key=True)
    period: Mapped[str] = mapped_column(Text, primary_key=True)
    player: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str | None] = mapped_column(Text)
    score: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime]
    side: Mapped[str | None] = mapped_column(Text)
    """The team or place for which the player achieved it."""


class GameScoreCount(Base):
    """The number of players whose best score in a period is this one."""

    __tablename__ = "game_score_counts"

    game_id: Mapped[str] = mapped_column(Text, ForeignKey("games.game_id"), primary_key=True)
    period: Mapped[str] = mapped_column(Text, primary_key=True)
    score: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    players: Mapped[int] = mapped_column(BigInteger)


class GameSide(Base):
    """The total points of a team's or place's players in a period."""

    __tablename__ = "game_sides"

    game_id: Mapped[str] = mapped_column(Text, ForeignKey("games.game_id"), primary_key=True)
    period: Mapped[str] = mapped_column(Text, primary_key=True)
    side: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    players: Mapped[int] = mapped_column(BigInteger)
    points: Mapped[int] = mapped_column(BigInteger)


class GameLogEntry(Base):
    """An entry of a game's log."""

    __tablename__ = "game_log"

    game_id: Mapped[str] = mapped_column(Text, ForeignKey("games.game_id"), primary_key=True)
    entry: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    line: Mapped[str] = mapped_column(Text)
    hash: Mapped[str] = mapped_column(Text)


class GameRefusal(Base):
    """The number of plays refused for a reason on a day."""

    __tablename__ = "game_refusals"

    game_id: Mapped[str] = mapped_column(Text, ForeignKey("games.game_id"), primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    reason: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    refused: Mapped[int] = mapped_column(BigInteger)
