"""Keeps published pages and what draws them beside a running web process."""

import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from fastapi import FastAPI

from api.domains.content.pages.published import PublishedPages
from api.domains.content.pages.published_forms import PublishedForms
from api.domains.content.pages.published_page import PublishedPageResolver
from api.domains.content.pages.rendering import NodeRenderer
from api.domains.content.pages.shell import PageShell
from api.rendering.visitor_pages.pages import VISITOR_MANIFEST, read_bundle
from runtime.settings import ROOT, Settings

RENDERER = ROOT / "web" / "dist" / "render" / "render.js"


@asynccontextmanager
async def published_pages(app: FastAPI) -> AsyncIterator[None]:
    """Run `app.state.published_pages`, `form_source`, `page_shell`, `page_renderer` and `open_published`."""
    settings: Settings = app.state.settings
    listen_url = settings.database_url_as("waypost_visitor")
    pages = PublishedPages(app.state.visitor_pool, listen_url, time.monotonic)
    app.state.published_pages = pages
    app.state.form_source = PublishedForms
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
    app.state.open_published = PublishedPageResolver(pages, app.state.page_shell).open
    pages.start()
    try:
        yield
    finally:
        await pages.stop()
