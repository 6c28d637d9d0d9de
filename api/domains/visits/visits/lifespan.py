"""Opens the scan service when a web process starts, and closes it when the process ends."""

import os
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import structlog
from uuid_utils.compat import uuid7

from api.db.visitor_pool import VisitorDatabase, VisitorPool
from api.domains.codes.codes.state import CodesState
from api.domains.codes.rules.lookups import VisitLookups
from api.domains.codes.rules.state import LookupState
from api.domains.visits.visits.code_pages import CodePages
from api.domains.visits.visits.flood import FloodGuard
from api.domains.visits.visits.geo import GeoTables
from api.domains.visits.visits.group_commit import GroupWriter, Item, Write
from api.domains.visits.visits.identity import VisitorIdentities
from api.domains.visits.visits.scan_limits import counting_writer
from api.domains.visits.visits.scan_middleware import ScanMiddleware
from api.domains.visits.visits.scan_service import ScanService
from api.domains.visits.visits.state import PublishedContent, VisitsState
from api.kit.process_state import ProcessState
from api.kit.web_app import WebApp
from api.rendering.visitor_pages.pages import VISITOR_MANIFEST, read_bundle
from api.rendering.visitor_pages.privacy import PrivacyState
from api.rendering.visitor_pages.state import VisitorPagesState
from ingest.outbox import OutboxRow, insert_rows
from runtime.disk_space import DiskSpace

log = structlog.get_logger(__name__)


@asynccontextmanager
async def scan_service(app: WebApp) -> AsyncIterator[None]:
    """Run the scan service, and install the scan middleware outermost."""
    process, codes = ProcessState.of(app), CodesState.of(app)
    settings, space, pool = process.settings, process.disk_space, VisitorDatabase.of(app).pool
    geo = GeoTables(settings.geo_folder)
    for missing in geo.missing:
        log.warning("visitors' countries will be unknown", missing=missing)
    writer = GroupWriter(with_room(outbox_writer(pool), space), time.monotonic)
    counter = GroupWriter(with_room(counting_writer(pool), space), time.monotonic)
    lookups = VisitLookups(pool, time.monotonic)
    scans = ScanService(
        codes=codes.codes,
        slugs=codes.slugs,
        writer=writer,
        counter=counter,
        lookups=lookups,
        identities=VisitorIdentities(settings.secret_key, os.urandom),
        addresses=process.client_addresses,
        geo=geo,
        now=process.clock,
        new_event_id=uuid7,
        secret=settings.secret_key,
    )
    pages = CodePages(read_bundle(VISITOR_MANIFEST), lambda: secrets.token_urlsafe(12))
    is_https = settings.base_url.startswith("https://")
    middleware = ScanMiddleware(
        app.inside,
        scans,
        pages,
        FloodGuard(time.monotonic),
        is_https=is_https,
        base_url=settings.base_url,
        published=PublishedContent.of(app).open,
    )
    VisitsState(scans, pages).attach(app)
    LookupState(lookups).attach(app)
    VisitorPagesState(pages).attach(app)
    PrivacyState(
        lambda scope, policy: scans.consent(scans.read_request("GET", scope), policy)
    ).attach(app)
    app.entrance = middleware
    try:
        yield
    finally:
        await writer.close()
        await counter.close()
        geo.close()


def with_room(write: Write[Item], space: DiskSpace) -> Write[Item]:
    """Return a writer that raises LowDiskError if the disk is nearly full."""

    async def write_with_room(items: Sequence[Item]) -> None:
        space.require()
        await write(items)

    return write_with_room


def outbox_writer(pool: VisitorPool) -> Write[OutboxRow]:
    """Return a writer of groups of events to the outbox: one INSERT, one commit."""

    async def write(rows: Sequence[OutboxRow]) -> None:
        async with pool.connection() as connection:
            await insert_rows(connection, rows)

    return write
