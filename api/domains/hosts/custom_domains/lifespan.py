"""Starts custom domains with a web process: they are served before everything else."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api.domains.hosts.custom_domains.middleware import CustomDomainMiddleware, own_names
from api.domains.hosts.custom_domains.resolution import OwnHosts
from api.domains.hosts.not_found_log.recording import MissRecorder
from runtime.settings import Settings


@asynccontextmanager
async def own_hosts(app: FastAPI) -> AsyncIterator[None]:
    """Run `app.state.own_hosts` and wrap the scan middleware, which is already in place."""
    settings: Settings = app.state.settings
    hosts = OwnHosts(
        app.state.visitor_pool, settings.database_url_as("waypost_visitor"), time.monotonic
    )
    app.state.own_hosts = hosts
    product = own_names(settings.base_url, (settings.host, settings.tour_host, settings.music_host))
    middleware = CustomDomainMiddleware(
        app.entrance,  # type: ignore[attr-defined]
        hosts,
        app.state.visitor_pages,
        product,
        scans=app.state.visits,
        misses=MissRecorder(
            app.state.visitor_pool,
            app.state.visits,
            app.state.rate_limits,
            app.state.disk_space,
        ),
        is_public=bool(settings.public_url),
        is_https=settings.base_url.startswith("https://"),
    )
    app.entrance = middleware  # type: ignore[attr-defined]
    hosts.start()
    try:
        yield
    finally:
        await hosts.stop()
