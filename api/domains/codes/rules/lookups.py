"""Looks up facts for a visit, only for codes whose rules or state need them."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from api.domains.codes.rules import visitor_repository
from api.domains.codes.rules.visitor_repository import Pool
from api.domains.people.segments.visitor_reading import segments_of_visitor

SECONDS_STOCK = 2.0
"""Maximum age of a cached stock in seconds: each process counts it at most once in this time."""
MAX_SUBJECTS = 10_000


class VisitLookups:
    """Lookups in Postgres for visits, with a short cache of stocks. One instance per process."""

    def __init__(self, pool: Pool, monotonic: Callable[[], float]) -> None:
        self._pool = pool
        self._monotonic = monotonic
        self._stocks: dict[tuple[str, str], tuple[float, int | None]] = {}

    async def stock_of(self, org_id: str, subjects: Iterable[str]) -> Mapping[str, int]:
        """Return the remaining stock of each subject. Subjects without any codes are left out."""
        found = {}
        for subject in subjects:
            left = await self._left(org_id, subject)
            if left is not None:
                found[subject] = left
        return found

    async def tags_of(self, org_id: str, visitor_id: str | None) -> frozenset[str] | None:
        """Return the tags of the visitor's customer, or None if the visitor is not a known customer."""
        if visitor_id is None:
            return None
        return await visitor_repository.find_tags(self._pool, org_id, visitor_id)

    async def segments_of(self, org_id: str, visitor_id: str | None) -> frozenset[str] | None:
        """Return the IDs of the segments of the visitor's customer, or None if the visitor is not a known customer."""
        return await segments_of_visitor(self._pool, org_id, visitor_id)

    async def counts(self, code_id: str, visitor_id: str | None) -> tuple[int, int]:
        """Return how often the code has been opened, and how often by this visitor."""
        return await visitor_repository.count_visits(self._pool, code_id, visitor_id)

    async def mark_opened(self, code_id: str, now: datetime) -> None:
        """Record that a person saw the offer of a one-time code. The code stays valid."""
        await visitor_repository.mark_opened(self._pool, code_id, now)

    async def _left(self, org_id: str, subject: str) -> int | None:
        cached = self._stocks.get((org_id, subject))
        if cached is not None and cached[0] > self._monotonic():
            return cached[1]
        left = await visitor_repository.count_stock(self._pool, org_id, subject)
        if len(self._stocks) >= MAX_SUBJECTS:
            self._stocks.clear()
        self._stocks[org_id, subject] = (self._monotonic() + SECONDS_STOCK, left)
        return left
