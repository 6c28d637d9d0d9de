"""Plays of one game that are decided together and in order, under one lock of the game's run."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from api.domains.promotions.games.errors import GameNotStarted, GameOver, OnlyPeoplePlay
from api.domains.promotions.games.ledger import Run
from api.domains.promotions.games.limits import Left, left_of
from api.domains.promotions.games.player import Player
from api.domains.promotions.games.presentation import phase_of
from api.domains.promotions.games.published import PublishedGame


@dataclass
class PlayerState:
    """A player's number of plays and wins, including the plays of the group."""

    plays: int = 0
    day_plays: int = 0
    won: dict[str, int] = field(default_factory=dict)
    visitor_id: str | None = None


@dataclass(frozen=True)
class KnownPlay:
    """A play that is already stored, with its answer; None for a score game in progress."""

    play_id: UUID
    player: str
    body_hash: str
    answer: dict[str, Any] | None


class PlayGroup:
    """What the plays of a group have read and changed so far. `PlayService` stores it once all are decided."""

    def __init__(self, published: PublishedGame, run: Run, now: datetime) -> None:
        self.published = published
        self.game = published.game
        self.limits = published.definition.limits
        self.run = run
        self.now = now
        self.today: date = now.astimezone(published.zone).date()
        self.known: dict[UUID, KnownPlay] = {}
        self.players: dict[str, PlayerState] = {}
        self.new_plays: list[dict[str, Any]] = []
        self._played: set[str] = set()
        self._refused: Counter[str] = Counter()

    def read(
        self, plays: Iterable[Mapping[str, Any]], players: Iterable[Mapping[str, Any]]
    ) -> None:
        """Load the stored plays and players."""
        for it in plays:
            play_id = UUID(it["play_id"])
            self.known[play_id] = KnownPlay(play_id, it["player"], it["body_hash"], it["answer"])
        today = self.today.isoformat()
        for it in players:
            day_plays = it["day_plays"] if it["day"] == today else 0
            self.players[it["player"]] = PlayerState(it["plays"], day_plays, it["won"])

    def check_open(self, player: Player) -> None:
        """Refuse bots, and plays before the start or after the end.

        Raises:
            OnlyPeoplePlay: the visitor is a bot.
            GameNotStarted, GameOver: the game is not open.
        """
        if not player.visit.verdict.is_human or player.is_cross_site:
            raise OnlyPeoplePlay
        phase = phase_of(self.game, self.now)
        if phase == "soon":
            raise GameNotStarted(again_at=self.game.starts_at.isoformat())
        if phase == "ended" or self.run.is_over:
            raise GameOver

    def state(self, key: str) -> PlayerState:
        """Return what a player has done so far."""
        return self.players.setdefault(key, PlayerState())

    def left(self, state: PlayerState) -> Left:
        """Return how often a player can still play."""
        zone = self.published.zone
        return left_of(self.limits, state.plays, state.day_plays, self.today, zone)

    def add(self, key: str, state: PlayerState, values: dict[str, Any]) -> None:
        """Count a decided play."""
        state.plays += 1
        state.day_plays += 1
        self._played.add(key)
        self.new_plays.append(values)
        play_id = values["play_id"]
        self.known[play_id] = KnownPlay(play_id, key, values["body_hash"], values["answer"])

    def refuse(self, reason: str) -> None:
        """Count a refused play."""
        self._refused[reason] += 1

    def changed_players(self) -> list[dict[str, Any]]:
        """Return the changed players in their stored form."""
        found = ((key, self.players[key]) for key in sorted(self._played))
        return [
            {
                "player": key,
                "plays": it.plays,
                "day": self.today,
                "day_plays": it.day_plays,
                "won": it.won,
                "visitor_id": it.visitor_id,
            }
            for key, it in found
        ]

    def refusals(self) -> list[dict[str, Any]]:
        """Return the refusals in their stored form."""
        return [
            {"day": self.today, "reason": reason, "refused": count}
            for reason, count in sorted(self._refused.items())
        ]
