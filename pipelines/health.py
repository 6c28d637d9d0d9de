"""Checks of the marts for `waypost doctor`."""

from collections.abc import Iterable
from datetime import UTC, datetime

from runtime.doctor import Finding
from runtime.settings import Settings

WORRYING_SECONDS = 30 * 60
"""Six builds were missed. Answers are still correct but read more and more raw events."""


def marts(settings: Settings) -> Iterable[Finding]:
    """Return findings on the lag of marts and on failing checks."""
    yield from _failing(settings)
    from warehouse.builds.tables import mart_table
    from warehouse.builds.watermark import watermark_age
    from warehouse.lake import Lake
    from warehouse.models.catalogue import marts as models

    lake = Lake.from_settings(settings)
    if not lake.events.exists():
        return
    missing = [name for name in models() if not mart_table(lake, name).exists()]
    if missing:
        named = ", ".join(missing) if len(missing) < len(models()) else "any of them"
        text = f"not built yet: {named}"
        yield Finding("marts", "warn", text, "the Dagster schedule builds them within five minutes")
        return
    age = watermark_age(lake, datetime.now(UTC))
    if age > WORRYING_SECONDS:
        text = f"the oldest event that they lack came {age / 60:.0f} minutes ago"
        yield Finding("marts", "warn", text, "look at the runs of build_marts in the Dagster UI")
    elif age:
        yield Finding("marts", "ok", f"{age:.0f} seconds behind the lake")
    else:
        yield Finding("marts", "ok", "they hold every event of the lake")


def _failing(settings: Settings) -> Iterable[Finding]:
    """Return findings on checks whose last run failed."""
    import psycopg

    from warehouse.checks.stored_results import read_failing_checks

    try:
        failing = read_failing_checks(settings.database_url_as("waypost_pipelines"))
    except psycopg.Error:
        return  # `postgres` and `schema` report what is wrong with it
    for one in failing:
        since = one.since.astimezone(UTC)
        text = f"{one.asset}: {one.name} fails since {since:%Y-%m-%d %H:%M} UTC. {one.message}"
        yield Finding("checks", "fail", text.strip(), "look at this check in the Dagster UI")
