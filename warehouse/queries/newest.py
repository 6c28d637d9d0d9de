"""The scans of the last half hour, minute by minute, and the newest events in the order of their arrival."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import duckdb

from warehouse.queries.event_pages import Event, read_events
from warehouse.queries.language import Filter
from warehouse.queries.raw_events import EVENT_COLUMNS, NOT_A_MISS
from warehouse.queries.sources import Parameters, Tables, filter_sql, read_sql
from warehouse.reader import of_organisation, unique

MINUTES = 30
MOST_EVENTS = 40


@dataclass(frozen=True)
class Newest:
    """`minutes`: scans of each minute from `start`, of which the last one is still running."""

    start: datetime
    minutes: tuple[int, ...]
    people: int
    events: tuple[Event, ...]


def read_newest(
    cursor: duckdb.DuckDBPyConnection,
    org_id: str,
    filters: tuple[Filter, ...],
    tables: Tables,
    now: datetime,
    *,
    include_bots: bool = False,
) -> Newest:
    """Return the last half hour of one organisation, from the files that may contain its events."""
    start = now.replace(second=0, microsecond=0) - timedelta(minutes=MINUTES - 1)
    never = datetime.max.replace(tzinfo=UTC)
    files = of_organisation(
        unique(
            tables.events.between(name, start, never) for name in ("occurred_at", "received_at")
        ),
        org_id,
    )
    if not files:
        return Newest(start, (0,) * MINUTES, 0, ())
    parameters = Parameters()
    humans = "" if include_bots else " and not is_bot and not is_preview"
    chosen = (
        f"from {read_sql(files, parameters)} where org_id = {parameters.bind(org_id)}{humans}"
        f"{filter_sql(filters, parameters)}"
    )
    bound = dict(parameters.values)
    since, until = (parameters.bind(moment) for moment in (start, now + timedelta(minutes=1)))
    counted = cursor.execute(
        f"select date_diff('minute', {since}, occurred_at) as minute, count(*) as scans {chosen}"
        f" and type = 'scan' and occurred_at >= {since} and occurred_at < {until} group by minute",
        parameters.values,
    ).fetchall()
    ((people,),) = cursor.execute(
        f"select count(distinct visitor_id) {chosen}"
        f" and type = 'scan' and occurred_at >= {since} and occurred_at < {until}",
        parameters.values,
    ).fetchall()
    minutes = [0] * MINUTES
    for minute, scans in counted:
        # Scans with a time after this minute, from a clock that is ahead, count for this minute.
        minutes[min(minute, MINUTES - 1)] += scans
    listed = Parameters(bound)
    recent = (
        f"from (select {EVENT_COLUMNS} {chosen} and received_at >= {listed.bind(start)}"
        f" and {NOT_A_MISS})"
    )
    events = read_events(cursor, recent, listed, MOST_EVENTS, "received_at")
    return Newest(start, tuple(minutes), int(people), tuple(events))
