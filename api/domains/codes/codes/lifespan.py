"""Attaches the cache of resolved codes to a web process."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.codes.resolution import ResolvedCodes, ResolvedSlugs
from api.domains.codes.codes.state import CodesState
from api.kit.process_state import ProcessState


@asynccontextmanager
async def resolved_codes(app: FastAPI) -> AsyncIterator[None]:
    """Run the caches of codes by id and by name."""
    listen_url = ProcessState.of(app).settings.database_url_as("waypost_visitor")
    pool = VisitorDatabase.of(app).pool
    codes = ResolvedCodes(pool, listen_url, time.monotonic)
    slugs = ResolvedSlugs(pool, listen_url, time.monotonic)
    CodesState(codes, slugs).attach(app)
    codes.start()
    slugs.start()
    try:
        yield
    finally:
        await slugs.stop()
        await codes.stop()
