"""Keeps published pages and what draws them beside a running web process."""

import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from fastapi import FastAPI

from api.domains.pages.published import PublishedPages
from api.domains.pages.rendering import NodeRenderer
from api.domains.pages.shell import PageShell
from api.domains.visits.pages import read_bundle
from runtime.settings import ROOT, Settings

RENDERER = ROOT / "web" / "dist" / "render" / "render.js"
VISITOR_MANIFEST = ROOT / "web" / "dist" / "visitor" / ".vite" / "manifest.json"


@asynccontextmanager
async def published_pages(app: FastAPI) -> AsyncIterator[None]:
    """Run `app.state.published_pages`, `app.state.page_shell` and `app.state.page_renderer`."""
    settings: Settings = app.state.settings
    listen_url = settings.database_url_as("waypost_visitor")
    pages = PublishedPages(app.state.visitor_pool, listen_url, time.monotonic)
    app.state.published_pages = pages
    app.state.page_renderer = NodeRenderer(RENDERER)

    def now() -> datetime:
        moment: datetime = app.state.clock()
        return moment

    app.state.page_shell = PageShell(
        read_bundle(VISITOR_MANIFEST),
        settings.base_url,
        lambda: secrets.token_urlsafe(12),
        lambda: secrets.token_urlsafe(18),
        now,
    )
    pages.start()
    try:
        yield
    finally:
        await pages.stop()
