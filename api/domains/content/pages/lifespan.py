"""Attaches published pages and their renderer to a web process."""

import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.rules.state import RulePages
from api.domains.content.forms.state import FormsState
from api.domains.content.pages.published import PublishedPages
from api.domains.content.pages.published_forms import PublishedForms
from api.domains.content.pages.published_page import PublishedPageResolver
from api.domains.content.pages.rendering import NodeRenderer
from api.domains.content.pages.shell import PageShell
from api.domains.content.pages.state import PagesState
from api.domains.visits.visits.state import PublishedContent
from api.kit.process_state import ProcessState
from api.rendering.visitor_pages.pages import VISITOR_MANIFEST, read_bundle
from runtime.settings import ROOT

RENDERER = ROOT / "web" / "dist" / "render" / "render.js"


@asynccontextmanager
async def published_pages(app: FastAPI) -> AsyncIterator[None]:
    """Keep published pages up to date, and provide them to visits, rules and forms."""
    settings = ProcessState.of(app).settings
    pages = PublishedPages(VisitorDatabase.of(app), time.monotonic)
    shell = PageShell(
        read_bundle(VISITOR_MANIFEST),
        settings.base_url,
        lambda: secrets.token_urlsafe(12),
        lambda: secrets.token_urlsafe(18),
        lambda: ProcessState.of(app).clock(),
    )
    PagesState(pages, shell, NodeRenderer(RENDERER)).attach(app)
    FormsState(pages, PublishedForms).attach(app)
    PublishedContent(pages, PublishedPageResolver(pages, shell).open).attach(app)
    RulePages(pages).attach(app)
    yield
