"""Visits to codes that count: those with a limit, or with a rule that asks how often.

Openings are counted where a person was led somewhere: never machines, previews, HEAD requests or
refusals. All that wait for a process's next group are decided in one transaction that holds the
codes' counters locked, and each scan is recorded in the same commit as its count. So a limit of 100
lets exactly 100 in, however many come at once and through however many processes. Codes that count
nothing never come here.
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
from api.domains.visits.visits.events import scan_recorded
from ingest.outbox import insert_rows

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

_BEGIN_COUNTING = """
insert into code_counters (code_id, org_id)
select k.code_id, k.org_id from codes k
where k.code_id = any(%b)
  and not exists (select from code_counters c where c.code_id = k.code_id)
order by k.code_id
on conflict do nothing
"""
_LOCK = (
    "select code_id, scans from code_counters where code_id = any(%b) order by code_id for update"
)
_VISITS = """
select v.code_id, v.visitor_id, v.visits from code_visitors v
join unnest(%b::text[], %b::text[]) as wanted (code_id, visitor_id) using (code_id, visitor_id)
"""
_COUNT_SCANS = """
update code_counters c set scans = counted.scans
from unnest(%b::text[], %b::bigint[]) as counted (code_id, scans) where c.code_id = counted.code_id
"""
_COUNT_VISITS = """
insert into code_visitors (code_id, visitor_id, org_id, visits, last_at)
select * from unnest(%b::text[], %b::text[], %b::text[], %b::bigint[], %b::timestamptz[])
order by 1, 2
on conflict (code_id, visitor_id) do update set visits = excluded.visits, last_at = excluded.last_at
"""


def is_counted(code: ResolvedCode) -> bool:
    """Whether somebody asks how often this code was opened."""
    return code.scan_limit is not None or code.visitor_limit is not None or code.rules.counts


@dataclass(slots=True)
class CountedVisit:
    """A visit that waits to be counted; `decision` is there once it is."""

    code: ResolvedCode
    visit: Visit
    event_id: UUID
    now: datetime
    occurred_at: datetime
    decision: Decision | None = None


class _Tally:
    """What is counted inside one transaction."""

    def __init__(self, scans: dict[str, int], visits: dict[tuple[str, str], int]) -> None:
        self.scans = scans
        self.visits: dict[tuple[str, str], int] = defaultdict(int, visits)
        self.changed: dict[tuple[str, str], CountedVisit] = {}

    def decide(self, item: CountedVisit) -> Decision:
        """Decide as the next one in the row, and count it if it was led somewhere."""
        code_id, visitor_id = item.code.code_id, item.visit.identity.visitor_id
        if code_id not in self.scans:  # removed for good a moment ago: nothing is left to count
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
    """Decides and records groups of visits, each group in one transaction."""

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
    await connection.execute(_BEGIN_COUNTING, [codes])
    locked = await connection.execute(_LOCK, [codes])
    tally = _Tally(dict(await locked.fetchall()), await _known(connection, items))
    before = dict(tally.scans)
    for item in items:
        item.decision = tally.decide(item)
    counted = {code: number for code, number in tally.scans.items() if number != before[code]}
    if counted:
        await connection.execute(_COUNT_SCANS, [list(counted), list(counted.values())])
    if tally.changed:
        await connection.execute(_COUNT_VISITS, _columns(tally))
    rows = [
        scan_recorded(item.visit, item.decision, item.event_id, item.occurred_at, item.now)
        for item in items
        if item.decision is not None
    ]
    await insert_rows(connection, rows)


async def _known(
    connection: psycopg.AsyncConnection[Any], items: Sequence[CountedVisit]
) -> dict[tuple[str, str], int]:
    pairs = {
        (item.code.code_id, item.visit.identity.visitor_id)
        for item in items
        if item.visit.identity.visitor_id is not None
    }
    if not pairs:
        return {}
    codes, visitors = zip(*pairs, strict=True)
    rows = await connection.execute(_VISITS, [list(codes), list(visitors)])
    return {(code_id, visitor_id): visits async for code_id, visitor_id, visits in rows}


def _columns(tally: _Tally) -> list[list[Any]]:
    rows = [
        (code_id, visitor_id, item.code.org_id, tally.visits[code_id, visitor_id], item.now)
        for (code_id, visitor_id), item in tally.changed.items()
    ]
    return [list(column) for column in zip(*rows, strict=True)]
