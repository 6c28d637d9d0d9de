"""Tallies as they change: read by the visitors' role, once a second for all who watch a poll."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

import orjson
from fastapi import Depends, FastAPI, Request

from api.db.visitor_pool import VisitorDatabase
from api.kit.app_state import AppState
from api.kit.live import SharedReads

PollKey = tuple[str, str]

_TALLY = """
select choice, sum(votes)::bigint from vote_tallies
where code_id = %s and poll_id = %s group by choice order by choice
"""


@dataclass(frozen=True)
class PollsState(AppState):
    """What a web process holds of polls. Attached by `live_tallies`."""

    live: SharedReads[PollKey]


async def _live(request: Request) -> SharedReads[PollKey]:
    return PollsState.of(request).live


LiveTalliesDep = Annotated[SharedReads[PollKey], Depends(_live)]


@asynccontextmanager
async def live_tallies(app: FastAPI) -> AsyncIterator[None]:
    """Read tallies for all who watch them, beside a running web process."""

    async def read(key: PollKey) -> bytes:
        async with VisitorDatabase.of(app).pool.connection() as connection:
            rows = await (await connection.execute(_TALLY, key)).fetchall()
        votes = dict(rows)
        return orjson.dumps({"poll_id": key[1], "votes": votes, "total": sum(votes.values())})

    PollsState(SharedReads(read)).attach(app)
    yield
