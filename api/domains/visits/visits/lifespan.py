"""Opens the scan service when a web process starts, and closes it when the process ends."""

import os
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import structlog
from fastapi import FastAPI
from psycopg_pool import AsyncConnectionPool
from uuid_utils.compat import uuid7

from api.domains.codes.rules.lookups import VisitLookups
from api.domains.visits.visits.code_pages import CodePages
from api.domains.visits.visits.counting import counting_writer
from api.domains.visits.visits.flood import FloodGuard
from api.domains.visits.visits.geo import GeoTables
from api.domains.visits.visits.groups import GroupWriter, Item, Write
from api.domains.visits.visits.identity import VisitorIdentities
from api.domains.visits.visits.scan_middleware import ScanMiddleware
from api.domains.visits.visits.scan_service import ScanService
from api.rendering.visitor_pages.pages import VISITOR_MANIFEST, read_bundle
from ingest.outbox import OutboxRow, insert_rows
from runtime.disk_space import DiskSpace
from runtime.settings import Settings

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

log = structlog.get_logger(__name__)


@asynccontextmanager
async def scan_service(app: FastAPI) -> AsyncIterator[None]:
    """Run the scan service as `app.state.visits`, and install the scan middleware outermost."""
    settings: Settings = app.state.settings
    geo = GeoTables(settings.geo_folder)
    for missing in geo.missing:
        log.warning("visitors' countries will be unknown", missing=missing)
    pool, space = app.state.visitor_pool, app.state.disk_space
    writer = GroupWriter(with_room(outbox_writer(pool), space), time.monotonic)
    counter = GroupWriter(with_room(counting_writer(pool), space), time.monotonic)
    lookups = VisitLookups(pool, time.monotonic)
    scans = ScanService(
        codes=app.state.resolved_codes,
        slugs=app.state.resolved_slugs,
        writer=writer,
        counter=counter,
        lookups=lookups,
        identities=VisitorIdentities(settings.secret_key, os.urandom),
        addresses=app.state.client_addresses,
        geo=geo,
        now=app.state.clock,
        new_event_id=uuid7,
        secret=settings.secret_key,
    )
    pages = CodePages(read_bundle(VISITOR_MANIFEST), lambda: secrets.token_urlsafe(12))
    is_https = settings.base_url.startswith("https://")
    middleware = ScanMiddleware(
        app.inside,  # type: ignore[attr-defined]
        scans,
        pages,
        FloodGuard(time.monotonic),
        is_https=is_https,
        base_url=settings.base_url,
        published=app.state.open_published,
    )
    app.state.visits = scans
    app.state.visit_lookups = lookups
    app.state.visitor_pages = pages
    app.entrance = middleware  # type: ignore[attr-defined]
    try:
        yield
    finally:
        await writer.close()
        await counter.close()
        geo.close()


def with_room(write: Write[Item], space: DiskSpace) -> Write[Item]:
    """Writes where the disk has room for it; raises LowDiskError where it has not."""

    async def write_with_room(items: Sequence[Item]) -> None:
        space.require()
        await write(items)

    return write_with_room


def outbox_writer(pool: Pool) -> Write[OutboxRow]:
    """Writes groups of events into the outbox: one INSERT, one commit."""

    async def write(rows: Sequence[OutboxRow]) -> None:
        async with pool.connection() as connection:
            await insert_rows(connection, rows)

    return write
