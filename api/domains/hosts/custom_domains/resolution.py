"""Proven hosts for the visitor's hot path: loaded once, dropped when the database says so."""

import re
from collections.abc import Callable
from typing import NamedTuple

from api.db.hearing import HeardCache, Missing, Pool
from api.rendering.visitor_pages.brand import Brand

CHANNEL = "domain_changed"
MAX_ENTRIES = 10_000
HOST = re.compile(
    r"(?=.{4,240}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+\Z"
)

_READ = """
select d.domain_id, d.org_id, d.home_url, d.unknown_url, o.name, o.logo, o.brand,
       o.visitor_consent
from own_domains d join organizations o on o.org_id = d.org_id
where d.host = %s and d.proven_at is not null
"""


class OwnHost(NamedTuple):
    """A proven host."""

    domain_id: str
    host: str
    org_id: str
    home_url: str | None
    unknown_url: str | None
    brand: Brand


class OwnHosts:
    """Proven hosts by name."""

    def __init__(self, pool: Pool, listen_url: str, monotonic: Callable[[], float]) -> None:
        self._pool = pool
        self._known: HeardCache[OwnHost] = HeardCache(
            pool, listen_url, CHANNEL, self._read, monotonic, max_entries=MAX_ENTRIES
        )

    def start(self) -> None:
        """Begin to listen for changes."""
        self._known.start()

    async def stop(self) -> None:
        """Stop listening."""
        await self._known.stop()

    @property
    def is_hearing(self) -> bool:
        """Whether changes are being told of at this moment."""
        return self._known.is_hearing

    async def of(self, written: str) -> OwnHost | None:
        """The proven host of this name; None when it is nobody's."""
        host = written.lower().rstrip(".")
        known = self._known.peek(host)
        if not isinstance(known, Missing):
            return known
        return await self._known.find(host) if HOST.match(host) else None

    async def _read(self, host: str) -> OwnHost | None:
        async with self._pool.connection() as connection:
            row = await (await connection.execute(_READ, (host,))).fetchone()
        if row is None:
            return None
        domain_id, org_id, home_url, unknown_url, name, logo, look, consent = row
        brand = Brand.of(org_id, name, logo, look, consent)
        return OwnHost(domain_id, host, org_id, home_url, unknown_url, brand)
