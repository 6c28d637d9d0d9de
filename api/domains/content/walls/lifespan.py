"""Attaches the live views of walls to a web process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api.db.visitor_pool import VisitorDatabase
from api.domains.content.walls.state import WallsState
from api.domains.content.walls.visitor_repository import read_live
from api.kit.live import SharedReads


@asynccontextmanager
async def live_walls(app: FastAPI) -> AsyncIterator[None]:
    """Provide the live views of walls to everybody who watches them."""

    async def read(wall_id: str) -> bytes:
        return await read_live(VisitorDatabase.of(app).pool, wall_id)

    WallsState(SharedReads(read)).attach(app)
    yield
