"""Destinations of codes and the findings about them, in the application's database."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import psycopg

from runtime.destinations import Finding


@dataclass(frozen=True)
class Destination:
    """One address of one code."""

    org_id: str
    code_id: str
    url: str


_READ = "select org_id, code_id, url from analytics_v1.destinations order by url, code_id"

_KEEP = """
insert into destination_checks as known
  (org_id, code_id, url, state, status, reason, checked_at, broken_since)
values (%(org_id)s, %(code_id)s, %(url)s, %(state)s, %(status)s, %(reason)s, %(at)s,
        case when %(state)s <> 'fine' then %(at)s end)
on conflict (code_id, url) do update set
  state = excluded.state,
  status = excluded.status,
  reason = excluded.reason,
  checked_at = excluded.checked_at,
  broken_since = case when excluded.state <> 'fine'
    then coalesce(known.broken_since, excluded.broken_since) end,
  notified_at = case when excluded.state <> 'fine' then known.notified_at end
"""

_FORGET = """
delete from destination_checks as known
where not exists (
  select from analytics_v1.destinations as present
  where present.code_id = known.code_id and present.url = known.url
)
"""


def read_destinations(database_url: str) -> list[Destination]:
    """Return every address that an active code leads to."""
    with psycopg.connect(database_url) as connection:
        return [Destination(*row) for row in connection.execute(_READ).fetchall()]


def keep_findings(
    database_url: str, found: Iterable[tuple[Destination, Finding]], at: datetime
) -> None:
    """Store the findings, and delete addresses to which no code leads any more."""
    rows = [
        {
            "org_id": destination.org_id,
            "code_id": destination.code_id,
            "url": destination.url,
            "state": finding.state,
            "status": finding.status,
            "reason": finding.reason,
            "at": at,
        }
        for destination, finding in found
    ]
    with psycopg.connect(database_url) as connection, connection.cursor() as cursor:
        if rows:
            cursor.executemany(_KEEP, rows)
        cursor.execute(_FORGET)
