"""Keeps what watchers of walls are told beside a running web process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api.domains.content.walls.showing import read_live
from api.kit.live import SharedReads


@asynccontextmanager
async def live_walls(app: FastAPI) -> AsyncIterator[None]:
    """Run `app.state.live_walls`."""

    async def read(wall_id: str) -> bytes:
        return await read_live(app.state.visitor_pool, wall_id)

    app.state.live_walls = SharedReads(read)
    yield
