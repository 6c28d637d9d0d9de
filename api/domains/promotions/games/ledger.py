"""Writes plays and stock changes to a game's log, under the lock of its run."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Row

from api.domains.promotions.games.draw_engine import Counts, Decider, Play, Won
from api.domains.promotions.games.log import chained, play_line, stock_line
from api.domains.promotions.games.models import Game
from api.domains.promotions.games.play_repository import PlayRepository
from api.domains.promotions.prizes.service import PrizeService
from api.domains.promotions.prizes.types import AwardRow, PrizeRow
from ingest.outbox import OutboxRow


class LogLine(NamedTuple):
    """An entry of the log."""

    entry: int
    line: str
    hash: str


@dataclass
class Run:
    """A game's run while it is locked. Changes are collected here until they are saved."""

    game: Game
    plays: int
    entries: int
    head: str
    counts: Counts
    is_over: bool = False
    season: int = 1
    version: int = 1
    played: dict[str, int] = field(default_factory=dict)
    lines: list[LogLine] = field(default_factory=list)
    """Entries that have not been saved yet."""
    awards: list[AwardRow] = field(default_factory=list)
    """Awards that have not been saved yet."""
    events: list[OutboxRow] = field(default_factory=list)
    """Events that have not been recorded yet."""


class OpenedPlays(NamedTuple):
    """A locked run with the stored plays and players on which its next plays depend."""

    run: Run
    known: Sequence[dict[str, Any]]
    players: Sequence[dict[str, Any]]


class GameLedger:
    """The log of games of one organisation. Everything that changes a stock passes through it, one change after the
    other.
    """

    def __init__(self, plays: PlayRepository, prizes: PrizeService, now: datetime) -> None:
        self._plays = plays
        self._prizes = prizes
        self._now = now

    def open(self, game: Game) -> Run:
        """Lock a game's run until the transaction ends."""
        return _run(game, self._plays.lock_run(game.org_id, game.game_id))

    def open_plays(
        self, game: Game, play_ids: Sequence[UUID], players: Sequence[str]
    ) -> OpenedPlays:
        """Lock a game's run, and read the existing ones of these plays and what these players have done, under the
        lock.
        """
        row = self._plays.open_plays(game.org_id, game.game_id, play_ids, players)
        return OpenedPlays(_run(game, row), row.known, row.players)

    def draw(
        self,
        run: Run,
        decider: Decider,
        prizes: Mapping[str, PrizeRow],
        *,
        play_id: UUID,
        player: str,
        own: dict[str, int],
        play: Play,
    ) -> tuple[Won | None, AwardRow | None]:
        """Draw a play, award what it won, and write it to the log. `play.number` must be `run.plays + 1`.

        A prize that cannot be given because its codes have run out is closed in the log, and the same draw is decided
        without it.
        """
        won, award = decider.decide(play, run.counts, own), None
        while won is not None:
            prize = prizes[won.prize_id]
            award = self._prizes.reserve(run.game.org_id, prize, play_id, run.game.code_id)
            if award is not None:
                run.awards.append(award)
                break
            run.counts.close(won.prize_id)
            self._write(run, stock_line("close", won.prize_id, self._now))
            won = decider.decide(play, run.counts, own)
        if won is not None:
            run.counts.count(won, decider.plan.day(play.at), play.place)
            own[won.prize_id] = own.get(won.prize_id, 0) + 1
        run.plays = play.number
        self._write(run, play_line(play, player, won))
        return won, award

    def take(self, run: Run, prize_id: str) -> bool:
        """Remove one item from a prize's stock without a play; return False if none is left."""
        if not self._prizes.take(run.game.org_id, prize_id):
            return False
        run.counts.take(prize_id)
        self._write(run, stock_line("take", prize_id, self._now))
        return True

    def give_back(self, run: Run, prize_id: str) -> None:
        """Record that a prize is back in the stock."""
        run.counts.give_back(prize_id)
        self._write(run, stock_line("return", prize_id, self._now))

    def end(self, run: Run) -> None:
        """Complete the log."""
        self._plays.end_run(run.game.org_id, run.game.game_id)

    def save(
        self,
        run: Run,
        plays: Sequence[dict[str, Any]] = (),
        players: Sequence[dict[str, Any]] = (),
        refusals: Sequence[dict[str, Any]] = (),
    ) -> None:
        """Store everything since the run was opened or last saved: prizes, log entries, plays with their players,
        refusals, events, and the state of the game.
        """
        if run.awards:
            self._prizes.award(run.game.org_id, run.awards)
        self._plays.save_run(
            {
                "org_id": run.game.org_id,
                "game_id": run.game.game_id,
                "plays": run.plays,
                "entries": run.entries,
                "head": run.head,
                "counts": json.dumps({**run.counts.stored(), "played": run.played}),
            },
            [it._asdict() for it in run.lines],
            plays,
            players,
            refusals,
            run.events,
        )
        run.lines, run.awards, run.events = [], [], []

    def _write(self, run: Run, line: str) -> None:
        run.entries += 1
        run.head = chained(run.head, line)
        run.lines.append(LogLine(run.entries, line, run.head))


def _run(game: Game, row: Row[Any]) -> Run:
    return Run(
        game,
        row.plays,
        row.entries,
        row.head,
        Counts.read(row.counts),
        is_over=row.is_over,
        season=row.season,
        version=row.version,
        played=dict(row.counts.get("played", {})),
    )
