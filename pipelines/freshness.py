"""Freshness policies, and observations of assets that no Dagster step creates."""

from datetime import timedelta

import dagster as dg

HOURLY = dg.FreshnessPolicy.time_window(
    fail_window=timedelta(hours=3), warn_window=timedelta(hours=2)
)
"""A run starts at least every hour, so an older table means that the scheduler is not working."""

NIGHTLY = dg.FreshnessPolicy.time_window(
    fail_window=timedelta(hours=50), warn_window=timedelta(hours=26)
)
"""Written every night. One night may fail, but not two in a row."""


def note_seen(context: dg.OpExecutionContext, key: dg.AssetKey, **numbers: int) -> None:
    """Record the observation that a run has read or served this asset."""
    context.log_event(dg.AssetMaterialization(key, metadata=numbers))
