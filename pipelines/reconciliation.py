"""Hourly reconciliation of outbox, lake and marts: an asset check in every run, and a check of `waypost doctor`."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import dagster as dg

from pipelines.failures import RETRY_POLICY, sorted_failures
from pipelines.resources import OperationalResource
from runtime.doctor import Finding
from runtime.settings import Settings

if TYPE_CHECKING:
    from warehouse.reconciliation import Hour

NAME = "hours_reconciled"
JUDGED = 24
SHOWN = 3
LANDING_TIME = timedelta(minutes=5)
"""Events of hours that ended less than this long ago may not have landed yet."""


def read_hours(settings: Settings, now: datetime, count: int) -> "list[Hour]":
    """Return the last hours in order, with the counts of each side. Outbox counts are missing for dropped hours."""
    import psycopg

    from ingest.outbox.hours import bulk_loads, count_by_hour, oldest_row_at
    from warehouse.lake import Lake
    from warehouse.reconciliation import HOUR, Hour, hours_of_lake

    newest = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    since = newest - HOUR * (count - 1)
    lake = Lake.from_settings(settings)
    with psycopg.connect(settings.database_url_as("waypost_events")) as connection:
        loads = bulk_loads(connection)
        landed = hours_of_lake(lake, since, loads)
        outbox = count_by_hour(connection, since)
        oldest = oldest_row_at(connection)
    # Rows are dropped by whole UTC days, so the hour of the oldest remaining row is complete.
    whole = oldest.replace(minute=0, second=0, microsecond=0) if oldest else newest
    found = []
    for number in range(count):
        hour = since + number * HOUR
        known = landed.get(hour, Hour(hour, None, 0))
        published = outbox.get(hour, 0) if hour >= whole else None
        found.append(replace(known, outbox=published))
    return found


def unexplained(hours: "Iterable[Hour]", now: datetime) -> "list[Hour]":
    """Return the hours that differ although all of their events had time to land."""
    over = timedelta(hours=1) + LANDING_TIME
    return [one for one in hours if one.differences and one.hour + over <= now]


@dg.asset_check(
    name=NAME,
    asset="events",
    retry_policy=RETRY_POLICY,
    description=(
        "Fails when an hour of the last day, over for five minutes, has other counts in the "
        "outbox, the lake and the marts"
    ),
)
def hours_reconciled(operational: OperationalResource) -> dg.AssetCheckResult:
    """Compare the last day hour by hour. The check belongs to the asset `events`, so that it runs even if a build is
    stopped.
    """
    from warehouse.checks.stored_results import CheckResult

    now = datetime.now(UTC)
    with sorted_failures():
        hours = read_hours(operational.settings(), now, JUDGED)
        wrong = unexplained(hours, now)
        message = "; ".join(
            f"{one.hour:%Y-%m-%d %H}:00 UTC {', '.join(one.differences)}" for one in wrong
        )
        operational.record_results(CheckResult("events", NAME, passes=not wrong, message=message))
    return dg.AssetCheckResult(
        passed=not wrong,
        severity=dg.AssetCheckSeverity.ERROR,
        metadata={
            "hours": len(hours),
            "hours_that_differ": len(wrong),
            "differences": dg.MetadataValue.json(
                [{"hour": one.hour.isoformat(), "differences": one.differences} for one in wrong]
            ),
            "counts": dg.MetadataValue.md(_table(hours)),
        },
    )


def _table(hours: "Iterable[Hour]") -> str:
    lines = [
        "| hour (UTC) | made: outbox | made: lake | happened: lake | happened: marts |",
        "|---|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {one.hour:%Y-%m-%d %H}:00 | {_outbox_text(one)} | {one.lake:,} | {one.happened:,} | {one.mart:,} |"
        for one in hours
    ]
    return "\n".join(lines)


def _outbox_text(one: "Hour") -> str:
    return "dropped" if one.outbox is None else f"{one.outbox:,}"


def doctor(settings: Settings) -> Iterable[Finding]:
    """Return findings on differences between outbox, lake and marts in the last hours."""
    from warehouse.lake import Lake

    if not Lake.from_settings(settings).events.exists():
        return
    now = datetime.now(UTC)
    hours = read_hours(settings, now, SHOWN)
    wrong = {one.hour for one in unexplained(hours, now)}
    for one in hours:
        text = f"{one.hour:%H}:00 UTC: outbox {_outbox_text(one)}, lake {one.lake:,}, marts {one.mart:,}"
        if one.differences:
            text += f" ({'; '.join(one.differences)})"
        if one.hour in wrong:
            advice = "look at the checks of the last build_marts run in the Dagster UI"
            yield Finding("hours", "warn", text, advice)
        else:
            yield Finding("hours", "ok", text)
