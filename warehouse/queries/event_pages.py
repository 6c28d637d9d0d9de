"""Pages of the raw events behind a metric, newest first, with short visitor names."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import duckdb

from warehouse.data_files import DataFile
from warehouse.metrics import BEHIND, FIRST_SCANS, METRICS, Audience
from warehouse.queries import budget
from warehouse.queries.new_visitors import stage_first_scans
from warehouse.queries.raw_events import RawEvents, chosen_sql
from warehouse.queries.report_rows import BEHIND_REPORTS
from warehouse.queries.sources import Parameters, Tables
from warehouse.reader import of_organisation

ROWS_AT_ONCE = 400_000
"""Approximate number of rows of the newest files that are searched before older files are opened."""
MOST_TO_COUNT = 5_000_000
_STATS_ARE_CUT_TO = timedelta(milliseconds=1)

_NEED_FIRST_SCANS = frozenset(name for name, events in BEHIND.items() if FIRST_SCANS in events)
_OF_MACHINES = frozenset(name for name, one in METRICS.items() if one.audience is Audience.MACHINES)

COLUMNS = (
    "received_at", "type", "action", "code_id", "page_id", "campaign_id", "country", "region", "city", "device",
    "system", "browser", "language", "referrer", "utm_source", "utm_medium", "utm_campaign", "utm_term",
    "utm_content", "outcome", "rule", "is_bot", "bot_reason", "is_preview", "is_duplicate",
    "amount_cents", "currency", "pass_id", "subject_kind", "subject_id", "channel", "failure",
)  # fmt: skip
"""Columns of an event besides its time and the visitor's short name."""


@dataclass(frozen=True, order=True)
class Place:
    """Sort position of an event among all events of the organisation."""

    occurred_at: datetime
    partition: int
    pos: int


@dataclass(frozen=True)
class Event:
    """One raw event. `visitor`: short name of the visitor."""

    place: Place
    visitor: str | None
    values: dict[str, Any]


def events_behind(
    cursor: duckdb.DuckDBPyConnection, wanted: RawEvents, metric: str | None, tables: Tables
) -> int | None:
    """Return the number of events behind a metric, or None if there are too many to count."""
    files = _files(wanted, tables, None)
    if sum(file.rows for file in files) > MOST_TO_COUNT:
        return None
    if not files:
        return 0
    if metric in _NEED_FIRST_SCANS:
        stage_first_scans(cursor, wanted, tables)
    parameters = Parameters()
    chosen = _from_sql(files, wanted, metric, None, parameters)
    ((found,),) = cursor.execute(f"select count(*) {chosen}", parameters.values).fetchall()
    return int(found)


def page_of_events(
    cursor: duckdb.DuckDBPyConnection,
    wanted: RawEvents,
    metric: str | None,
    tables: Tables,
    *,
    after: Place | None,
    limit: int,
) -> list[Event]:
    """Return at most `limit` events behind a metric after `after`, newest first.

    Files are read newest first, and only as many as the page needs.

    Raises:
        QuestionError: the row budget is used up before the page is full.
        TooFarBehindError: new visitors cannot be determined, because the visitors mart lacks too many events.
    """
    files = _files(wanted, tables, after)
    if files and metric in _NEED_FIRST_SCANS:
        stage_first_scans(cursor, wanted, tables)
    found: list[Event] = []
    looked_at = 0
    while files:
        several, files = _first(files)
        looked_at += sum(file.rows for file in several)
        budget.refuse_too_many(looked_at, "filters", "Take a shorter range, or fewer filters.")
        parameters = Parameters()
        chosen = _from_sql(several, wanted, metric, after, parameters)
        found += read_events(cursor, chosen, parameters, limit, "occurred_at")
        found.sort(key=lambda event: event.place, reverse=True)
        found = found[:limit]
        if len(found) == limit and files and found[-1].place.occurred_at > _newest(files[0]):
            break
    return found


def read_events(
    cursor: duckdb.DuckDBPyConnection,
    chosen: str,
    parameters: Parameters,
    limit: int,
    order: str,
) -> list[Event]:
    """Return the newest events of `from … where …` by one of their time columns."""
    statement = (
        f"select occurred_at, partition, pos, visitor, {', '.join(COLUMNS)} {chosen}"
        f" order by {order} desc, partition desc, pos desc limit {parameters.bind(limit)}"
    )
    return [
        Event(
            Place(occurred_at.astimezone(UTC), partition, pos),
            visitor,
            dict(zip(COLUMNS, values, strict=True)),
        )
        for occurred_at, partition, pos, visitor, *values in cursor.execute(
            statement, parameters.values
        ).fetchall()
    ]


def _files(wanted: RawEvents, tables: Tables, after: Place | None) -> list[DataFile]:
    end = wanted.span.end
    if after is not None:
        end = min(end, after.occurred_at + _STATS_ARE_CUT_TO)
    files = of_organisation(
        tables.events.between("occurred_at", wanted.span.start, end), wanted.org_id
    )
    return sorted(files, key=_newest, reverse=True)


def _newest(file: DataFile) -> datetime:
    newest: datetime | None = file.stats.get("max.occurred_at")
    return (
        newest.astimezone(UTC) + _STATS_ARE_CUT_TO if newest else datetime.max.replace(tzinfo=UTC)
    )


def _first(files: Sequence[DataFile]) -> tuple[list[DataFile], list[DataFile]]:
    rows = 0
    for place, file in enumerate(files):
        rows += file.rows
        if rows >= ROWS_AT_ONCE:
            return list(files[: place + 1]), list(files[place + 1 :])
    return list(files), []


def _from_sql(
    files: Sequence[DataFile],
    wanted: RawEvents,
    metric: str | None,
    after: Place | None,
    parameters: Parameters,
) -> str:
    bots = wanted.include_bots or metric in _OF_MACHINES
    humans = "" if bots else " and not is_bot and not is_preview"
    kind = f" and {BEHIND[metric]}" if metric else ""
    if wanted.report:
        kind += BEHIND_REPORTS[wanted.report].sql(dict(wanted.row), parameters)
    beyond = ""
    if after is not None:
        at, partition, pos = (
            parameters.bind(value) for value in (after.occurred_at, after.partition, after.pos)
        )
        beyond = (
            f" and occurred_at <= {at} and (occurred_at < {at} or partition < {partition}"
            f" or (partition = {partition} and pos < {pos}))"
        )
    return chosen_sql(files, wanted, parameters, f"{humans}{kind}{beyond}")
