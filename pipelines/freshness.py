"""How old what an asset was last seen with may be, and noting that those were seen which no step of Dagster makes."""

from datetime import timedelta

import dagster as dg

HOURLY = dg.FreshnessPolicy.time_window(
    fail_window=timedelta(hours=3), warn_window=timedelta(hours=2)
)
"""A run starts at least every hour, so an older table means that the scheduler stands still."""

NIGHTLY = dg.FreshnessPolicy.time_window(
    fail_window=timedelta(hours=50), warn_window=timedelta(hours=26)
)
"""Made anew each night: one night may fail, two in a row may not."""


def note_seen(context: dg.OpExecutionContext, key: dg.AssetKey, **numbers: int) -> None:
    """Note that a run has just read or served this asset, and what it found there."""
    context.log_event(dg.AssetMaterialization(key, metadata=numbers))
