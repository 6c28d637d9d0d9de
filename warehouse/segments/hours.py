"""Finds the hours in which people were active themselves."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from warehouse.damage import renewed_if_unreadable
from warehouse.date_ranges import Range
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.queries.sources import Parameters, bucket_from, bucket_of
from warehouse.reader import LakeConnection, Snapshots
from warehouse.reports.fresh_marts import FreshMarts
from warehouse.reports.mart_scans import BUCKET, MartScan
from warehouse.segments.engine import MART

if TYPE_CHECKING:
    import pyarrow as pa

_SQL = (Path(__file__).parent / "hours.sql").read_text()


@dataclass(frozen=True)
class HoursQuestion:
    """The organisation, and the start of the period.

    `browsers`: `visitor_id` and `customer_id` of every browser whose owner is known. `merged_customers`: the customer
    into which another one was merged.
    """

    org_id: str
    since: datetime
    until: datetime
    browsers: "pa.Table"
    merged_customers: Mapping[str, str] = field(default_factory=dict)


class SeenHours:
    """The answer, which stays in the warehouse's memory and is queried for some people at a time."""

    def __init__(self, cursor: duckdb.DuckDBPyConnection) -> None:
        self._cursor = cursor

    def of(self, customer_ids: Collection[str]) -> dict[str, list[datetime]]:
        """Return the quarters of an hour (UTC) in which each of these people was active. People who never were are left
        out.
        """
        found: dict[str, list[datetime]] = defaultdict(list)
        rows = self._cursor.execute(
            "select customer_id, epoch(quarter)::bigint from seen where customer_id in"
            " (select unnest($ids::varchar[])) order by all",
            {"ids": list(customer_ids)},
        ).fetchall()
        for customer_id, seconds in rows:
            found[customer_id].append(datetime.fromtimestamp(seconds, UTC))
        return found

    def of_everybody(self) -> dict[datetime, int]:
        """Return the number of active people in each quarter of an hour (UTC)."""
        rows = self._cursor.execute(
            "select epoch(quarter)::bigint, count(*) from seen group by 1"
        ).fetchall()
        return {datetime.fromtimestamp(seconds, UTC): people for seconds, people in rows}


@contextmanager
def seen_hours(lake: Lake, question: HoursQuestion) -> Iterator[SeenHours]:
    """Yield when people were active, including events that no build covers yet.

    Raises:
        TooFarBehindError: the mart lacks more events than can be read individually.
        LakeUnreadableError: part of the lake cannot be read.
    """
    with people_mart_connection(lake, question, MART, _SQL) as cursor:
        yield SeenHours(cursor)


@contextmanager
def people_mart_connection(
    lake: Lake, question: HoursQuestion, mart: str, sql: str
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a connection whose table `seen` contains the result of a statement over a mart of people, including events
    that no build covers yet. Raises the same errors as `seen_hours`.
    """
    snapshots = Snapshots()
    connection = LakeConnection(lake, memory_limit="384MB", threads=2, preserves_order=False)
    model = marts()[mart]
    try:
        # The mart is opened before the events, so that it is not ahead of the events from which it
        # was built.
        built = {mart: snapshots.of(lake.mart(mart, model.schema, list(model.partition_by)))}
        events = snapshots.of(lake.events)
        span = Range(bucket_of(question.since), bucket_from(question.until))
        with renewed_if_unreadable(lake, connection), connection.own_database() as cursor:
            fresh = FreshMarts(cursor, question.org_id, span, events, built)
            scan = MartScan(mart, BUCKET)
            fresh.stage_tails([scan])
            _give(cursor, question)
            parameters = Parameters()
            rows = fresh.rows_sql(scan, parameters)
            cursor.execute(f"create table seen as with {mart} as ({rows}) {sql}", parameters.values)
            yield cursor
    finally:
        connection.close()


def _give(cursor: duckdb.DuckDBPyConnection, question: HoursQuestion) -> None:
    """Create the tables that the statement reads besides the mart."""
    merged = question.merged_customers
    cursor.execute(
        "create table merged_customer as select unnest($keys::varchar[]) as customer_key,"
        " unnest($kept::varchar[]) as kept_key",
        {"keys": list(merged), "kept": list(merged.values())},
    )
    cursor.register("given_browser", question.browsers)
    cursor.execute(
        "create table browser as select visitor_hash(visitor_id) as visitor,"
        " coalesce(kept_key, customer_id) as customer_id from given_browser"
        " left join merged_customer on customer_key = customer_id where customer_id is not null"
    )
    cursor.unregister("given_browser")
