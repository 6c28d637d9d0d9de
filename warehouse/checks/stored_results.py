"""The last result of each check, stored in the application's database for operator alerts."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import psycopg

MAX_MESSAGE_LENGTH = 500


@dataclass(frozen=True)
class CheckResult:
    """The result of one check of an asset. `message` explains the failure."""

    asset: str
    name: str
    passes: bool
    message: str = ""


@dataclass(frozen=True)
class FailingCheck:
    """A failing check, and the time since when it fails."""

    asset: str
    name: str
    message: str
    since: datetime


_KEEP = """
insert into pipeline_checks as known (asset, name, passes, message, since, checked_at)
values (%(asset)s, %(name)s, %(passes)s, %(message)s, %(at)s, %(at)s)
on conflict (asset, name) do update set
  passes = excluded.passes,
  message = excluded.message,
  since = case when known.passes = excluded.passes then known.since else excluded.since end,
  checked_at = excluded.checked_at
"""

_FAILING = """
select asset, name, message, since from pipeline_checks where not passes order by since, asset, name
"""


def store_results(database_url: str, results: Iterable[CheckResult], at: datetime) -> None:
    """Store the results. `since` changes only when a check starts to pass or to fail."""
    rows = [
        {
            "asset": one.asset,
            "name": one.name,
            "passes": one.passes,
            "message": one.message.replace("\x00", "")[:MAX_MESSAGE_LENGTH],
            "at": at,
        }
        for one in results
    ]
    if not rows:
        return
    # So that two concurrent runs lock them in the same order
    rows.sort(key=lambda row: (row["asset"], row["name"]))
    with psycopg.connect(database_url) as connection, connection.cursor() as cursor:
        cursor.executemany(_KEEP, rows)


def read_failing_checks(database_url: str) -> list[FailingCheck]:
    """Return the checks whose last run failed, the longest failing first."""
    with psycopg.connect(database_url, connect_timeout=5) as connection:
        return [FailingCheck(*row) for row in connection.execute(_FAILING).fetchall()]
