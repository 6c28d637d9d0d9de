"""Counters of scans and of visits by visitor, locked and written inside the transaction of a visit."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import psycopg

_ADD_COUNTERS = """
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
join unnest(%b::text[], %b::text[]) as pairs (code_id, visitor_id) using (code_id, visitor_id)
"""
_SAVE_SCANS = """
update code_counters c set scans = counted.scans
from unnest(%b::text[], %b::bigint[]) as counted (code_id, scans) where c.code_id = counted.code_id
"""
_SAVE_VISITS = """
insert into code_visitors (code_id, visitor_id, org_id, visits, last_at)
select * from unnest(%b::text[], %b::text[], %b::text[], %b::bigint[], %b::timestamptz[])
order by 1, 2
on conflict (code_id, visitor_id) do update set visits = excluded.visits, last_at = excluded.last_at
"""

Connection = psycopg.AsyncConnection[Any]


async def lock_counters(connection: Connection, codes: Sequence[str]) -> dict[str, int]:
    """Return the number of scans of these codes. Missing counters are added, and all are locked in a fixed order."""
    await connection.execute(_ADD_COUNTERS, [codes])
    locked = await connection.execute(_LOCK, [codes])
    return dict(await locked.fetchall())


async def read_visits(
    connection: Connection, pairs: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], int]:
    """Return the number of visits by code and visitor. Pairs without visits are left out."""
    codes, visitors = zip(*pairs, strict=True)
    rows = await connection.execute(_VISITS, [list(codes), list(visitors)])
    return {(code_id, visitor_id): visits async for code_id, visitor_id, visits in rows}


async def save_scans(connection: Connection, scans: Mapping[str, int]) -> None:
    """Set the number of scans of these codes."""
    await connection.execute(_SAVE_SCANS, [list(scans), list(scans.values())])


async def save_visits(
    connection: Connection, rows: Iterable[tuple[str, str, str, int, datetime]]
) -> None:
    """Set the number of visits by code and visitor. A row has code, visitor, organisation, visits and time of the last
    one.
    """
    columns = [list(column) for column in zip(*rows, strict=True)]
    await connection.execute(_SAVE_VISITS, columns)
