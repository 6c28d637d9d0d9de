"""Outbox, lake and marts by hour: an asset check of every run, and the last hours in `waypost doctor`."""

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
ON_ITS_WAY = timedelta(minutes=5)
"""Younger hours may still have events between the outbox and the lake."""


def read_hours(settings: Settings, now: datetime, count: int) -> "list[Hour]":
    """The last hours, newest last, with what each side has; none that the outbox began to drop."""
    import psycopg

    from ingest.outbox.hours import bulk_loads, made_by_hour, oldest_kept
    from warehouse.lake import Lake
    from warehouse.reconciliation import HOUR, Hour, hours_of_lake

    newest = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    since = newest - HOUR * (count - 1)
    lake = Lake.from_settings(settings)
    with psycopg.connect(settings.database_url_as("waypost_events")) as connection:
        loads = bulk_loads(connection)
        landed = hours_of_lake(lake, since, loads)
        outbox = made_by_hour(connection, since)
        oldest = oldest_kept(connection)
    # Rows are dropped by whole UTC days, so the hour of the oldest that is left is all there.
    whole = oldest.replace(minute=0, second=0, microsecond=0) if oldest else newest
    found = []
    for number in range(count):
        hour = since + number * HOUR
        known = landed.get(hour, Hour(hour, None, 0))
        published = outbox.get(hour, 0) if hour >= whole else None
        found.append(replace(known, outbox=published))
    return found


def unexplained(hours: "Iterable[Hour]", now: datetime) -> "list[Hour]":
    """Hours that differ though everything had the time to arrive."""
    over = timedelta(hours=1) + ON_ITS_WAY
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
    """Compare the last day, hour by hour; of the events, so that it is told even where these stop a build."""
    from warehouse.checks.kept import Found

    now = datetime.now(UTC)
    with sorted_failures():
        hours = read_hours(operational.settings(), now, JUDGED)
        wrong = unexplained(hours, now)
        said = "; ".join(
            f"{one.hour:%Y-%m-%d %H}:00 UTC {', '.join(one.differences)}" for one in wrong
        )
        operational.note(Found("events", NAME, passes=not wrong, said=said))
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
        f"| {one.hour:%Y-%m-%d %H}:00 | {_kept(one)} | {one.lake:,} | {one.happened:,} | {one.mart:,} |"
        for one in hours
    ]
    return "\n".join(lines)


def _kept(one: "Hour") -> str:
    return "dropped" if one.outbox is None else f"{one.outbox:,}"


def doctor(settings: Settings) -> Iterable[Finding]:
    """Do outbox, lake and marts agree on the last hours?"""
    from warehouse.lake import Lake

    if not Lake.from_settings(settings).events.exists():
        return
    now = datetime.now(UTC)
    hours = read_hours(settings, now, SHOWN)
    wrong = {one.hour for one in unexplained(hours, now)}
    for one in hours:
        text = f"{one.hour:%H}:00 UTC: outbox {_kept(one)}, lake {one.lake:,}, marts {one.mart:,}"
        if one.differences:
            text += f" ({'; '.join(one.differences)})"
        if one.hour in wrong:
            advice = "look at the checks of the last build_marts run in the Dagster UI"
            yield Finding("hours", "warn", text, advice)
        else:
            yield Finding("hours", "ok", text)
