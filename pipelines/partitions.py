"""Daily partitions by arrival day in UTC."""

from datetime import date

import dagster as dg

FIRST_DAY = "2026-01-01"

arrival_days = dg.DailyPartitionsDefinition(start_date=FIRST_DAY, timezone="UTC", end_offset=1)
"""With `end_offset=1`, today is a partition while its events are still arriving."""


def day_of(partition_key: str) -> date:
    """Return the arrival day of a partition key."""
    return date.fromisoformat(partition_key)
