"""Group commit of plays: those that arrive while plays of the same game are being stored are decided together
afterwards.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime

import structlog
from anyio import CapacityLimiter, to_thread
from fastapi import FastAPI, Request, Response
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.idempotency import HEADER, claim
from api.db.session import Database, enter_tenant
from api.domains.promotions.games.dependencies import plays_of
from api.domains.promotions.games.phones_port import GamePhones
from api.domains.promotions.games.play_service import PlayService, PlayToDecide
from api.domains.promotions.games.player import Player, caller_of
from api.domains.promotions.games.public_schemas import PlayAnswer, PlayGame
from api.kit.app_state import AppState
from api.kit.clock import Clock
from api.kit.database_errors import DatabaseUnavailable, is_passing
from api.kit.errors import ApiError
from api.kit.process_state import ProcessState
from runtime.disk_space import DiskSpace
from runtime.settings import Settings

MAX_GROUP = 200
MAX_WAITING = 5_000
"""The maximum per game and process. Further plays are refused for the moment."""

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Waiting:
    play: PlayToDecide
    answered: "asyncio.Future[PlayAnswer]"


@dataclass(frozen=True)
class PlayQueue(AppState):
    """The queue of plays in one process. Across processes, the lock of a game's run decides the order."""

    settings: Settings
    engine: Engine
    connections: CapacityLimiter
    space: DiskSpace
    clock: Clock
    phones: GamePhones | None
    _waiting: dict[str, list[_Waiting]] = field(default_factory=lambda: defaultdict(list))
    _running: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def play(self, request: Request, player: Player, body: PlayGame) -> PlayAnswer:
        """Return the answer to a play, once it is stored.

        Raises:
            ApiError: the play was refused, for the reason in the error.
        """
        if HEADER in request.headers:
            return await self._play_with_key(request, player, body)
        code_id = player.code.code_id
        waiting = self._waiting[code_id]
        if len(waiting) >= MAX_WAITING:
            raise DatabaseUnavailable
        answered: asyncio.Future[PlayAnswer] = asyncio.get_running_loop().create_future()
        waiting.append(_Waiting((player, body), answered))
        if code_id not in self._running:
            self._running[code_id] = asyncio.create_task(self._decide_waiting(code_id))
        return await answered

    async def close(self) -> None:
        """Decide the waiting plays, then close."""
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _decide_waiting(self, code_id: str) -> None:
        try:
            while waiting := self._waiting.pop(code_id, []):
                group, rest = waiting[:MAX_GROUP], waiting[MAX_GROUP:]
                if rest:
                    self._waiting[code_id] = rest
                # The callers that gave up were notified that nothing was stored.
                await self._decide([it for it in group if not it.answered.done()])
        finally:
            del self._running[code_id]

    async def _decide(self, group: Sequence[_Waiting]) -> None:
        if not group:
            return
        plays = [it.play for it in group]
        storing = to_thread.run_sync(self._store, plays, limiter=self.connections)
        (stored,) = await asyncio.gather(storing, return_exceptions=True)
        if not isinstance(stored, BaseException):
            answers = stored
        elif len(group) == 1 or isinstance(stored, ApiError) or is_passing(stored):
            answers = [stored] * len(group)
        else:
            log.error("plays could not be decided together", plays=len(group), error=repr(stored))
            for it in group:
                await self._decide([it])
            return
        for it, answer in zip(group, answers, strict=True):
            if it.answered.done():
                continue
            if isinstance(answer, BaseException):
                it.answered.set_exception(answer)
            else:
                it.answered.set_result(answer)

    def _plays(self, session: Session, now: datetime) -> PlayService:
        return plays_of(session, self.settings, now, self.phones)

    def _store(self, plays: Sequence[PlayToDecide]) -> list[PlayAnswer | BaseException]:
        """Decide plays in one transaction."""
        self.space.require()
        player, _ = plays[0]
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            enter_tenant(session, player.org_id)
            return [*self._plays(session, self.clock()).play_all(plays)]

    async def _play_with_key(self, request: Request, player: Player, body: PlayGame) -> PlayAnswer:
        """Decide a play whose answer is stored under its `Idempotency-Key`, in the same transaction."""
        sent = await request.body()

        def store() -> PlayAnswer | ApiError:
            self.space.require()
            now = self.clock()
            with Session(self.engine, expire_on_commit=False) as session, session.begin():
                enter_tenant(session, player.org_id)
                held = claim(
                    session,
                    request,
                    body=sent,
                    org_id=player.org_id,
                    caller=caller_of(player),
                    now=now,
                    secret=self.settings.secret_key,
                )
                answer = self._plays(session, now).play_all([(player, body)])[0]
                if held is not None and isinstance(answer, PlayAnswer):
                    stored = answer.model_dump_json()
                    held.store(Response(stored, media_type="application/json"))
                return answer

        answer = await to_thread.run_sync(store, limiter=self.connections)
        if isinstance(answer, ApiError):
            raise answer
        return answer


@asynccontextmanager
async def play_queue(app: FastAPI) -> AsyncIterator[None]:
    """Attach the play queue to a web process."""
    process, database = ProcessState.of(app), Database.of(app)
    queue = PlayQueue(
        process.settings,
        database.engine,
        database.for_visitors,
        process.disk_space,
        process.clock,
        GamePhones.find(app),
    )
    queue.attach(app)
    try:
        yield
    finally:
        await queue.close()
