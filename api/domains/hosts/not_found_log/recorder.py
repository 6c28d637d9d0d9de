"""Records addresses that responded with 404, within limits, because a scanner tries thousands of paths.

Each process counts at most `PER_NETWORK` requests an hour of one network for each host. A host records at most
`MAX_HUMAN_EVENTS` events of people and `MAX_BOT_EVENTS` of bots an hour, whatever the number of processes, because the
database counts in the transaction that records. Requests beyond the limits get the same response.
"""

from datetime import datetime
from typing import Any, NamedTuple

import psycopg
import structlog
from limits import parse
from psycopg_pool import AsyncConnectionPool
from starlette.types import Scope

from api.domains.hosts.not_found_log.events import miss_recorded
from api.domains.hosts.not_found_log.paths import recordable_path
from api.domains.hosts.not_found_log.visitor_repository import count_miss
from api.domains.visits.visits.scan_service import ScanService
from api.kit.errors import TooMany
from api.kit.rate_limits import RateLimits
from api.rendering.visitor_pages.consent import ConsentPolicy
from ingest.outbox import insert_rows
from runtime.disk_space import DiskSpace

PER_NETWORK = parse("20 per hour")
MAX_HUMAN_EVENTS = 500
MAX_BOT_EVENTS = 100

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

log = structlog.get_logger(__name__)


class NotFoundRequest(NamedTuple):
    """A request to a verified domain that got a 404 response."""

    domain_id: str
    consent: ConsentPolicy
    host: str
    path: str
    led_on: bool

    @property
    def org_id(self) -> str:
        """The organisation to which the host belongs."""
        return self.consent.org_id


class NotFoundRecorder:
    """Records 404s. One instance per web process."""

    def __init__(
        self, pool: Pool, scans: ScanService, limits: RateLimits, space: DiskSpace
    ) -> None:
        self._space = space
        self._pool = pool
        self._scans = scans
        self._limits = limits
        self._full: dict[tuple[str, bool], datetime] = {}

    async def record(self, missed: NotFoundRequest, scope: Scope) -> bool:
        """Record the request within the limits, and return whether it was recorded. Errors are logged and never reach
        the visitor.
        """
        path = recordable_path(missed.path)
        if path is None:
            return False
        incoming = self._scans.read_request(scope["method"], scope)
        now = self._scans.now()
        hour = now.replace(minute=0, second=0, microsecond=0)
        if {self._full.get((missed.domain_id, one)) for one in (True, False)} == {hour}:
            return False
        try:
            self._limits.hit(PER_NETWORK, "missed-addresses", missed.domain_id, incoming.network)
        except TooMany:
            return False
        # The query may contain anything, so it is left out.
        without_query = incoming._replace(query="")
        visit = self._scans.visit(without_query, now, missed.consent, may_give_cookie=False)
        is_machine = not visit.verdict.is_human
        place = (missed.domain_id, is_machine)
        if self._full.get(place) == hour:
            return False
        row = miss_recorded(
            visit,
            org_id=missed.org_id,
            host=missed.host,
            path=path,
            led_on=missed.led_on,
            event_id=self._scans.new_event_id(),
            now=now,
        )
        counted = {
            "domain_id": missed.domain_id,
            "org_id": missed.org_id,
            "hour": hour,
            "people": int(not is_machine),
            "machines": int(is_machine),
            "most_people": MAX_HUMAN_EVENTS if not is_machine else 2**30,
            "most_machines": MAX_BOT_EVENTS if is_machine else 2**30,
        }
        try:
            self._space.require()
            async with self._pool.connection() as connection:
                if not await count_miss(connection, counted):
                    self._full[place] = hour
                    return False
                await insert_rows(connection, [row])
        except (psycopg.Error, OSError) as error:
            log.warning("a miss could not be recorded", host=missed.host, error=repr(error))
            return False
        return True
