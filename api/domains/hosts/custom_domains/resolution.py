"""Cache of verified custom domains for visits, where speed matters most."""

import re
from collections.abc import Callable
from typing import NamedTuple

from api.db.invalidation import InvalidatedCache, NotCached
from api.db.visitor_pool import VisitorDatabase
from api.domains.hosts.custom_domains.visitor_repository import find_verified
from api.rendering.visitor_pages.brand import Brand

CHANNEL = "domain_changed"
MAX_ENTRIES = 10_000
HOST = re.compile(
    r"(?=.{4,240}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+\Z"
)


class ResolvedDomain(NamedTuple):
    """A verified custom domain."""

    domain_id: str
    host: str
    org_id: str
    home_url: str | None
    unknown_url: str | None
    brand: Brand


class ResolvedDomains:
    """Verified custom domains by host."""

    def __init__(self, database: VisitorDatabase, monotonic: Callable[[], float]) -> None:
        self._pool = database.pool
        self._cache: InvalidatedCache[ResolvedDomain] = InvalidatedCache(
            database.changes, CHANNEL, self._read, monotonic, max_entries=MAX_ENTRIES
        )

    async def of(self, name: str) -> ResolvedDomain | None:
        """Return the verified domain with this host name, or None."""
        host = name.lower().rstrip(".")
        cached = self._cache.peek(host)
        if not isinstance(cached, NotCached):
            return cached
        return await self._cache.find(host) if HOST.match(host) else None

    async def _read(self, host: str) -> ResolvedDomain | None:
        row = await find_verified(self._pool, host)
        if row is None:
            return None
        domain_id, org_id, home_url, unknown_url, name, logo, look, consent = row
        brand = Brand.of(org_id, name, logo, look, consent)
        return ResolvedDomain(domain_id, host, org_id, home_url, unknown_url, brand)
