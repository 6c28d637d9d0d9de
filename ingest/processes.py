"""Builds the relay and the lander from the settings."""

from threading import Event as Signal
from typing import Any

import psycopg

from ingest.landing.dead_letters import MAX_CONSECUTIVE_DEAD_LETTERS
from ingest.landing.lake_state import ids_beyond
from ingest.landing.lander import Lander
from ingest.landing.source import RecordSource
from ingest.outbox.publisher import Publisher
from ingest.outbox.relay import Relay
from ingest.outbox.restore import RestoreResult, reconcile
from runtime.disk_space import disk_space
from runtime.kafka_access import kafka_access
from runtime.settings import Settings
from warehouse.lake import Lake


def connect(settings: Settings) -> psycopg.Connection[Any]:
    """Return an autocommit connection with the role of the event pipeline. It detects a dead peer within seconds."""
    return psycopg.connect(
        settings.database_url_as("waypost_events"),
        autocommit=True,
        connect_timeout=5,
        application_name="waypost-events",
        keepalives_idle=5,
        keepalives_interval=2,
        keepalives_count=3,
    )


def reconcile_after_restore(settings: Settings) -> RestoreResult:
    """Reconcile Postgres and the lake after a restore, with the role of the schema's owner.

    Raises:
        ProcessesRunning: a relay or lander is running.
    """
    events = Lake.from_settings(settings).events.ensure()
    with psycopg.connect(settings.database_url, autocommit=True, connect_timeout=5) as owner:
        return reconcile(owner, events.positions(), lambda pos: ids_beyond(events, pos))


def make_relay(settings: Settings, stop: Signal, *, topic: str | None = None) -> Relay:
    """Return the relay of this installation."""
    events = Lake.from_settings(settings).events.ensure()
    return Relay(
        lambda: connect(settings),
        lambda partitions: Publisher(
            kafka_access(settings), partitions, topic or settings.kafka_topic
        ),
        events.positions,
        lambda pos: ids_beyond(events, pos),
        stop,
        partitions=settings.kafka_partitions,
        is_disk_low=disk_space(settings).is_low,
    )


def make_lander(
    settings: Settings,
    stop: Signal,
    *,
    brake: int | None = MAX_CONSECUTIVE_DEAD_LETTERS,
) -> Lander:
    """Return a lander of this installation. With an external Kafka, several landers share the partitions."""
    return Lander(
        lambda: connect(settings),
        lambda assigned, revoked: RecordSource(
            kafka_access(settings),
            shared=not settings.embedded_kafka,
            on_assigned=assigned,
            on_revoked=revoked,
            topic=settings.kafka_topic,
            group=settings.kafka_group,
        ),
        Lake.from_settings(settings).events,
        stop,
        brake=brake,
        is_disk_low=disk_space(settings).is_low,
    )
