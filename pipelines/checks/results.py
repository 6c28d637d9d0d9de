"""Outcomes of warehouse checks as Dagster results."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import dagster as dg

if TYPE_CHECKING:
    from warehouse.checks.runner import Outcome


MOST_DAYS = 7
"""Maximum number of days that one run checks, because a bulk load touches months. Checks of the whole lake are not
limited, and a backfill of `build_marts` checks every day.
"""


def days_of_run(context: dg.AssetCheckExecutionContext) -> list[str]:
    """Return the run's partition (default: today) and the other days that it materialised, newest first."""
    now = datetime.now(UTC)
    found = {context.partition_key if context.has_partition_key else now.date().isoformat()}
    records = context.instance.get_records_for_run(
        context.run.run_id, of_type=dg.DagsterEventType.ASSET_MATERIALIZATION
    ).records
    for record in records:
        event = record.event_log_entry.dagster_event
        if event is not None and event.partition is not None:
            found.add(event.partition)
    return sorted(found, reverse=True)[:MOST_DAYS]


def failure_message(by_day: Iterable[tuple[str, "Outcome"]]) -> str:
    """Return a message about the failed outcomes of several days, or an empty string if all passed."""
    broken = [(day, outcome) for day, outcome in by_day if not outcome.passed]
    rules = ", ".join(dict.fromkeys(outcome.check for _, outcome in broken))
    days = ", ".join(dict.fromkeys(day for day, _ in broken))
    return f"{rules}: {sum(one.problems for _, one in broken)} found in {days}" if broken else ""


def as_result(
    name: str, table: str, by_day: Iterable[tuple[str, "Outcome"]], severity: dg.AssetCheckSeverity
) -> dg.AssetCheckResult:
    """Return one check result for several days. It passes if every day passes."""
    outcomes = list(by_day)
    broken = [(day, outcome) for day, outcome in outcomes if not outcome.passed]
    examples = [
        {"day": day, **{key: str(value) for key, value in example.items()}}
        for day, outcome in broken
        for example in outcome.examples
    ]
    return dg.AssetCheckResult(
        check_name=name,
        asset_key=table,
        passed=not broken,
        severity=severity,
        metadata={
            "days": len({day for day, _ in outcomes}),
            "problems": sum(outcome.problems for _, outcome in outcomes),
            "examples": dg.MetadataValue.json(examples[:20]),
        },
    )
