"""Attaches the cache of resolved codes to a web process."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.codes.resolution import ResolvedCodes, ResolvedSlugs
from api.domains.codes.codes.state import CodesState


@asynccontextmanager
async def resolved_codes(app: FastAPI) -> AsyncIterator[None]:
    """Cache codes by ID and by slug."""
    database = VisitorDatabase.of(app)
    CodesState(
        ResolvedCodes(database, time.monotonic), ResolvedSlugs(database, time.monotonic)
    ).attach(app)
    yield
