"""Events per second from a committed outbox through relay and lander into the lake, against a bare consumer.

The reference is kafka-python's own consumer, which reads the very same records from the same broker and discards them,
alone on the machine; relay, lander, Postgres and broker share it.
"""

import random
import shutil
import time
from pathlib import Path

import psycopg
from kafka import KafkaConsumer, TopicPartition

from api.db.migrations import upgrade
from benchmarks.report import OUT, Aim, Figure, show
from ingest.contracts.topics import EVENTS_TOPIC
from ingest.outbox.recording import outbox_row
from runtime.embedded.kafka import EmbeddedKafka
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import free_port
from runtime.settings import Settings
from tests.support.chaos import Process, some_event
from warehouse.lake import Lake

EVENTS = 200_000
WARM_UP = 2_000
GIVE_UP_SECONDS = 300.0


def main() -> list[Figure]:
    """Measure on separate services."""
    folder = OUT / "pipeline"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    postgres = EmbeddedPostgres(folder / "postgres", free_port(), "benchmark")
    broker = EmbeddedKafka(free_port(), folder / "kafka.log")
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        var_dir=folder / "var",
        kafka_port=broker.port,
        database_url_setting=postgres.url(),  # type: ignore[arg-type]
    )
    try:
        postgres.start()
        broker.start()
        upgrade(settings)
        return measure(settings, folder)
    finally:
        broker.stop()
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


def measure(settings: Settings, folder: Path) -> list[Figure]:
    """Return the rate of the pipeline, then that of the bare consumer on the records that the pipeline left in the
    broker.
    """
    relay = Process("relay", settings, folder / "relay.log")
    lander = Process("land", settings, folder / "lander.log")
    try:
        relay.start()
        lander.start()
        record(settings, WARM_UP, seed=1)
        wait_landed(settings, WARM_UP)
        record(settings, EVENTS, seed=2)
        began = time.monotonic()
        wait_landed(settings, WARM_UP + EVENTS)
        road = EVENTS / (time.monotonic() - began)
    finally:
        relay.kill()
        lander.kill()
    bare = bare_consumer(settings, WARM_UP + EVENTS)
    message, row = bytes_of_an_event(settings)
    return [
        Figure(
            "events through relay and lander",
            road,
            "events/s",
            bare,
            "bare kafka-python consumer",
            Aim.ratio_at_least(0.25),
        ),
        Figure("an event's message, not compressed", message, "bytes"),
        Figure("an event in the outbox, with its indexes", row, "bytes"),
    ]


def record(settings: Settings, count: int, seed: int) -> None:
    """Put events into the outbox in one transaction, as fast as Postgres accepts them."""
    chance = random.Random(seed)
    statement = "copy outbox (event_id, org_id, key, payload) from stdin (format binary)"
    with (
        psycopg.connect(settings.database_url) as connection,
        connection.cursor() as cursor,
        cursor.copy(statement) as copy,
    ):
        copy.set_types(["uuid", "text", "text", "bytea"])
        for _ in range(count):
            copy.write_row(outbox_row(some_event(chance)))


def wait_landed(settings: Settings, count: int) -> None:
    """Wait until the lake's newest position is this one."""
    events = Lake.from_settings(settings).events
    end = time.monotonic() + GIVE_UP_SECONDS
    while not events.exists() or max(events.positions().values(), default=0) < count:
        if time.monotonic() > end:
            raise RuntimeError(f"the lake does not hold {count:,} events")
        time.sleep(0.05)


def bytes_of_an_event(settings: Settings) -> tuple[float, float]:
    """Return the mean size of a message, and that of a row in Postgres, in bytes."""
    with psycopg.connect(settings.database_url) as connection:
        row = connection.execute(
            "select avg(octet_length(payload)), (select sum(pg_total_relation_size(relid))"
            " from pg_partition_tree('outbox')) / count(*) from outbox"
        ).fetchone()
    assert row is not None
    return float(row[0]), float(row[1])


def bare_consumer(settings: Settings, count: int) -> float:
    """Return the records per second of a consumer that only counts them."""
    consumer = KafkaConsumer(
        bootstrap_servers=settings.kafka_bootstrap_servers,
        auto_offset_reset="earliest",
        enable_auto_commit=False,
        max_partition_fetch_bytes=4 * 1024 * 1024,
    )
    consumer.assign([TopicPartition(EVENTS_TOPIC, n) for n in range(settings.kafka_partitions)])
    consumer.seek_to_beginning()
    seen, began = 0, time.monotonic()
    while seen < count:
        seen += sum(len(found) for found in consumer.poll(500, max_records=5_000).values())
        if time.monotonic() - began > GIVE_UP_SECONDS:
            raise RuntimeError(f"the broker gave {seen:,} of {count:,} records")
    rate = seen / (time.monotonic() - began)
    consumer.close()
    return rate


if __name__ == "__main__":
    show(main())
