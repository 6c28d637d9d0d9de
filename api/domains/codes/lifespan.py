"""Keeps resolved codes beside a running web process."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api.domains.codes.resolution import ResolvedCodes


@asynccontextmanager
async def resolved_codes(app: FastAPI) -> AsyncIterator[None]:
    """Run the cache of resolved codes as `app.state.resolved_codes`."""
    listen_url = app.state.settings.database_url_as("waypost_visitor")
    codes = ResolvedCodes(app.state.visitor_pool, listen_url, time.monotonic)
    app.state.resolved_codes = codes
    codes.start()
    try:
        yield
    finally:
        await codes.stop()
