"""Visits to codes with a scan limit, a visitor limit, or a rule on the number of scans or visits.

A scan counts when a person reaches something: bots, link previews, HEAD requests and refusals do not count. All visits
in the next group of a process are decided in one transaction that locks the codes' counters, and each scan is recorded
in the same commit as its count. So a limit of 100 admits exactly 100 scans, whatever the number of concurrent visits
and processes. Codes without such limits or rules do not use this module.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import psycopg
from psycopg_pool import AsyncConnectionPool

from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.decide import decide
from api.domains.codes.rules.types import Decision, Visit
from api.domains.visits.visits.counter_repository import (
    lock_counters,
    read_visits,
    save_scans,
    save_visits,
)
from api.domains.visits.visits.events import scan_recorded
from ingest.outbox import insert_rows

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]


def is_counted(code: ResolvedCode) -> bool:
    """Return whether the code has a limit, or a rule on the number of scans or visits."""
    return code.scan_limit is not None or code.visitor_limit is not None or code.rules.counts


@dataclass(slots=True)
class CountedVisit:
    """A visit that waits to be counted. `decision` is set when it has been."""

    code: ResolvedCode
    visit: Visit
    event_id: UUID
    now: datetime
    occurred_at: datetime
    decision: Decision | None = None


class _Tally:
    """Counts within one transaction."""

    def __init__(self, scans: dict[str, int], visits: dict[tuple[str, str], int]) -> None:
        self.scans = scans
        self.visits: dict[tuple[str, str], int] = defaultdict(int, visits)
        self.changed: dict[tuple[str, str], CountedVisit] = {}

    def decide(self, item: CountedVisit) -> Decision:
        """Decide on the next visit, and count it unless it is refused."""
        code_id, visitor_id = item.code.code_id, item.visit.identity.visitor_id
        if (
            code_id not in self.scans
        ):  # the code was removed a moment ago, so there is nothing to count
            return decide(item.code, item.visit, item.now)
        number = None if visitor_id is None else self.visits[code_id, visitor_id] + 1
        facts = item.visit.facts._replace(total_scans=self.scans[code_id] + 1, visit_number=number)
        decision = decide(item.code, item.visit._replace(facts=facts), item.now)
        if decision.refusal is None and item.visit.verdict.is_human:
            self.scans[code_id] += 1
            if visitor_id is not None:
                self.visits[code_id, visitor_id] += 1
                self.changed[code_id, visitor_id] = item
        return decision


def counting_writer(pool: Pool) -> Callable[[Sequence[CountedVisit]], Awaitable[None]]:
    """Return a writer that decides and records groups of visits, each group in one transaction."""

    async def write(items: Sequence[CountedVisit]) -> None:
        async with (
            pool.connection() as connection,
            connection.transaction(),
        ):
            await count_visits(connection, items)

    return write


async def count_visits(
    connection: psycopg.AsyncConnection[Any], items: Sequence[CountedVisit]
) -> None:
    """Decide and record these visits inside the connection's transaction."""
    codes = list({item.code.code_id for item in items})
    scans = await lock_counters(connection, codes)
    tally = _Tally(scans, await _visits_before(connection, items))
    before = dict(tally.scans)
    for item in items:
        item.decision = tally.decide(item)
    counted = {code: number for code, number in tally.scans.items() if number != before[code]}
    if counted:
        await save_scans(connection, counted)
    if tally.changed:
        await save_visits(connection, _rows(tally))
    rows = [
        scan_recorded(item.visit, item.decision, item.event_id, item.occurred_at, item.now)
        for item in items
        if item.decision is not None
    ]
    await insert_rows(connection, rows)


async def _visits_before(
    connection: psycopg.AsyncConnection[Any], items: Sequence[CountedVisit]
) -> dict[tuple[str, str], int]:
    pairs = {
        (item.code.code_id, item.visit.identity.visitor_id)
        for item in items
        if item.visit.identity.visitor_id is not None
    }
    return await read_visits(connection, pairs) if pairs else {}


def _rows(tally: _Tally) -> list[tuple[str, str, str, int, datetime]]:
    return [
        (code_id, visitor_id, item.code.org_id, tally.visits[code_id, visitor_id], item.now)
        for (code_id, visitor_id), item in tally.changed.items()
    ]
