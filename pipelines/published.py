"""What the relay published and the outbox still keeps, for checks and for housekeeping."""

from datetime import date

import psycopg

from ingest.outbox.census import FIRST_POS, take_census
from ingest.outbox.partitions import drop_passed
from runtime.settings import Settings
from warehouse.checks.runner import Published
from warehouse.lake import Lake


def read_published(settings: Settings) -> Published:
    """What the lake must hold, counted on the side of Postgres.

    The lake's positions are read first: what lands in between is only not judged yet.
    """
    events = Lake.from_settings(settings).events
    held = events.positions() if events.exists() else {}
    with psycopg.connect(settings.database_url_as("waypost_events")) as connection:
        census = take_census(connection, held)
    return Published(
        first_pos=FIRST_POS,
        horizon=census.horizon,
        dead_letters=census.dead_letters,
        outbox_rows=census.outbox_rows,
        anchor=str(census.anchor) if census.anchor else None,
        anchored_rows=census.anchored_rows,
        bulk_loads=census.bulk_loads,
    )


def drop_landed_days(settings: Settings, today: date) -> list[date]:
    """Drop the outbox's days that are over for three days and wholly in the lake."""
    events = Lake.from_settings(settings).events
    held = events.positions() if events.exists() else {}
    url = settings.database_url_as("waypost_events")
    with psycopg.connect(url, autocommit=True) as connection:
        return drop_passed(connection, held, today)
