"""What checks found last, kept in the application's database for whoever tells operators."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import psycopg

LONGEST = 500


@dataclass(frozen=True)
class Found:
    """How one check of an asset went; `said` names what is wrong."""

    asset: str
    name: str
    passes: bool
    said: str = ""


@dataclass(frozen=True)
class Failing:
    """A check that fails, and since when."""

    asset: str
    name: str
    said: str
    since: datetime


_KEEP = """
insert into pipeline_checks as known (asset, name, passes, said, since, checked_at)
values (%(asset)s, %(name)s, %(passes)s, %(said)s, %(at)s, %(at)s)
on conflict (asset, name) do update set
  passes = excluded.passes,
  said = excluded.said,
  since = case when known.passes = excluded.passes then known.since else excluded.since end,
  checked_at = excluded.checked_at
"""

_FAILING = """
select asset, name, said, since from pipeline_checks where not passes order by since, asset, name
"""


def keep_found(database_url: str, found: Iterable[Found], at: datetime) -> None:
    """Keep how the checks went; since when is kept for as long as they go the same way."""
    rows = [
        {
            "asset": one.asset,
            "name": one.name,
            "passes": one.passes,
            "said": one.said.replace("\x00", "")[:LONGEST],
            "at": at,
        }
        for one in found
    ]
    if not rows:
        return
    rows.sort(key=lambda row: (row["asset"], row["name"]))  # two runs lock them in one order
    with psycopg.connect(database_url) as connection, connection.cursor() as cursor:
        cursor.executemany(_KEEP, rows)


def read_failing(database_url: str) -> list[Failing]:
    """Checks that failed when they were made last, those that fail longest first."""
    with psycopg.connect(database_url, connect_timeout=5) as connection:
        return [Failing(*row) for row in connection.execute(_FAILING).fetchall()]
