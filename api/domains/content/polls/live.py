"""Tallies as they change: read by the visitors' role, once a second for all who watch a poll."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
from fastapi import FastAPI

from api.kit.live import SharedReads

PollKey = tuple[str, str]

_TALLY = """
select choice, sum(votes)::bigint from vote_tallies
where code_id = %s and poll_id = %s group by choice order by choice
"""


@asynccontextmanager
async def live_tallies(app: FastAPI) -> AsyncIterator[None]:
    """Keep `app.state.live_votes` beside a running web process."""

    async def read(key: PollKey) -> bytes:
        pool = app.state.visitor_pool
        async with pool.connection() as connection:
            rows = await (await connection.execute(_TALLY, key)).fetchall()
        votes = dict(rows)
        return orjson.dumps({"poll_id": key[1], "votes": votes, "total": sum(votes.values())})

    app.state.live_votes = SharedReads(read)
    yield
