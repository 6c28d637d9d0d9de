"""Live tallies of polls, read once a second for everybody who watches a poll."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

import orjson
from fastapi import Depends, FastAPI, Request

from api.db.visitor_pool import VisitorDatabase
from api.domains.content.polls.visitor_repository import count_votes
from api.kit.app_state import AppState
from api.kit.live import SharedReads

PollKey = tuple[str, str, tuple[str, ...]]
"""A code, a poll and its current choices. Votes for a removed choice are not shown."""


@dataclass(frozen=True)
class PollsState(AppState):
    """Process-wide state of polls. Attached by `live_tallies`."""

    live: SharedReads[PollKey]


async def _live(request: Request) -> SharedReads[PollKey]:
    return PollsState.of(request).live


LiveTalliesDep = Annotated[SharedReads[PollKey], Depends(_live)]


@asynccontextmanager
async def live_tallies(app: FastAPI) -> AsyncIterator[None]:
    """Attach the live tallies to a web process."""

    async def read(key: PollKey) -> bytes:
        code_id, poll_id, choices = key
        counted = await count_votes(VisitorDatabase.of(app).pool, code_id, poll_id)
        votes = {choice: number for choice, number in counted.items() if choice in choices}
        return orjson.dumps({"poll_id": poll_id, "votes": votes, "total": sum(votes.values())})

    PollsState(SharedReads(read)).attach(app)
    yield
