"""Follows links in messages: finds the destination, records the click, and redirects."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import orjson

from api.db.visitor_pool import VisitorPool
from api.domains.codes.rules.types import Verdict, Visit
from api.domains.messaging.links.events import click_recorded
from api.domains.messaging.links.tokens import read_token
from api.domains.messaging.links.visitor_repository import (
    Click,
    StoredLinks,
    find_links,
    note_clicks,
)
from api.domains.people.customers.sealing import Sealer
from api.domains.visits.visits.group_commit import GroupWriter
from api.domains.visits.visits.scan_service import ScanService, VisitorRequest
from api.kit.app_state import AppState
from api.kit.request_context import is_served
from api.rendering.visitor_pages.brand import Brand
from ingest.outbox import OutboxRow, insert_rows
from ingest.verdicts.signals import TOO_SOON

SCANNED_WITHIN = timedelta(seconds=10)
"""Scanners of mail programs follow links this soon, whereas people must read first."""


class Following(NamedTuple):
    """A click to record. `click` is None for bots, whose clicks do not count."""

    event: OutboxRow
    click: Click | None


@dataclass(frozen=True)
class LinksState(AppState):
    """Attached by the lifespan of links."""

    pool: VisitorPool
    writer: GroupWriter[Following]
    sealer: Sealer


class Followed(NamedTuple):
    """The destination of a link, and the visit."""

    target: str
    visit: Visit


def clicks_writer(
    pool: VisitorPool, now: Callable[[], datetime]
) -> Callable[[Sequence[Following]], Awaitable[None]]:
    """Return a writer of groups of clicks: the events and the changes of messages and browsers, in one commit."""

    async def write(items: Sequence[Following]) -> None:
        async with pool.connection() as connection, connection.transaction():
            await insert_rows(connection, [it.event for it in items])
            clicks = [it.click for it in items if it.click is not None]
            if clicks:
                await note_clicks(connection, clicks, now())

    return write


async def follow(
    state: LinksState, scans: ScanService, incoming: VisitorRequest, token: str
) -> Followed | None:
    """Return the destination of a link after recording the click, or None if it leads nowhere.

    Raises:
        NotRecorded: the click could not be recorded.
    """
    read = read_token(token)
    now = scans.now()
    links = await find_links(state.pool, read.key, now) if read is not None else None
    if read is None or links is None or not is_served(links.org_id):
        return None
    targets = orjson.loads(state.sealer.unwrap(links.targets_sealed))
    if read.place >= len(targets):
        return None
    target: str = targets[read.place]
    brand = Brand.of(links.org_id, links.name, links.logo, links.brand, links.visitor_consent)
    visit = _judged(scans.visit(incoming, now, brand.consent), links, now)
    event = click_recorded(links, target, visit, scans.new_event_id(), now)
    await state.writer.add((Following(event, _click(links, visit)),))
    return Followed(target, visit)


def _judged(visit: Visit, links: StoredLinks, now: datetime) -> Visit:
    """Return the visit, as that of a bot if it followed a link in an email before anyone can have read it."""
    is_scan = links.channel == "email" and (
        links.sending_at is None or now - links.sending_at < SCANNED_WITHIN
    )
    if is_scan and visit.verdict.is_human:
        return visit._replace(verdict=Verdict(TOO_SOON), signals=(*visit.signals, TOO_SOON))
    return visit


def _click(links: StoredLinks, visit: Visit) -> Click | None:
    if not visit.verdict.is_human:
        return None
    who = visit.identity
    return Click(links.message_id, who.visitor_id if who.kind == "cookie" else None)
