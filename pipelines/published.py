"""Published events and outbox partitions, for checks and maintenance."""

from datetime import date

import psycopg

from ingest.outbox.census import FIRST_POS, take_census
from ingest.outbox.partitions import drop_landed_days as drop_landed_partitions
from runtime.settings import Settings
from warehouse.checks.runner import Published
from warehouse.lake import Lake


def read_published(settings: Settings) -> Published:
    """Return counts of events that must have landed, from Postgres.

    The lake's positions are read first, so events that land in between are not checked yet.
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
    """Drop outbox partitions that ended three days ago and have landed completely."""
    events = Lake.from_settings(settings).events
    held = events.positions() if events.exists() else {}
    url = settings.database_url_as("waypost_events")
    with psycopg.connect(url, autocommit=True) as connection:
        return drop_landed_partitions(connection, held, today)
