"""Keeps resolved codes beside a running web process."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api.domains.codes.codes.resolution import ResolvedCodes, ResolvedSlugs


@asynccontextmanager
async def resolved_codes(app: FastAPI) -> AsyncIterator[None]:
    """Run the caches of codes by id and by name: `app.state.resolved_codes` and `resolved_slugs`."""
    listen_url = app.state.settings.database_url_as("waypost_visitor")
    codes = ResolvedCodes(app.state.visitor_pool, listen_url, time.monotonic)
    slugs = ResolvedSlugs(app.state.visitor_pool, listen_url, time.monotonic)
    app.state.resolved_codes, app.state.resolved_slugs = codes, slugs
    codes.start()
    slugs.start()
    try:
        yield
    finally:
        await slugs.stop()
        await codes.stop()
