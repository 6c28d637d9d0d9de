"""The relay: reads the outbox in commit order, numbers the events densely and publishes them.

One relay leads, by a lock that its Postgres session holds; the cursor is saved on that very session,
so a relay that lost its lead cannot move it. All it could do is send records again, with the same
numbers, and the lander drops those.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from threading import Event as Signal
from time import monotonic
from typing import Any, Protocol

import psycopg
import pyarrow as pa
import structlog
from deltalake.exceptions import DeltaError
from kafka.errors import KafkaError
from prometheus_client import Counter, Gauge

from ingest.contracts.topics import partition_of
from ingest.locks import RELAY_LOCK, try_lock
from ingest.outbox import cursor as cursors
from ingest.outbox.cursor import Cursor
from ingest.outbox.metrics import DEPTH_LIMIT, read_backlog
from ingest.outbox.partitions import ensure_ahead
from ingest.outbox.publisher import BrokerTrouble, Log, LogShrank, Outgoing, Publisher
from ingest.outbox.restore import IdsBeyond, contradicts
from runtime.metrics import Health

BATCH_ROWS = 5_000
QUICK_POLL = 0.05
SLOW_POLL = 0.2
CALM_AFTER = 2.0
LOOK_EVERY = 1.0
TIDY_EVERY = 5.0
PARTITIONS_EVERY = 3600.0
STANDBY_POLL = 0.5
DISK_LOW = "waiting for room on the disk"

log = structlog.get_logger(__name__)

PUBLISHED = Counter("waypost_relay_published", "Events published, replays included")
POSITION = Gauge("waypost_relay_position", "Number of the newest event published")
LEADING = Gauge("waypost_relay_leading", "1 while this relay leads")
REWINDS = Counter("waypost_relay_rewinds", "Times the relay went back because records were lost")
WAITING_EVENTS = Gauge(
    "waypost_relay_waiting_events", f"Events not yet published, counted to {DEPTH_LIMIT}"
)
WAITING_SECONDS = Gauge(
    "waypost_relay_waiting_seconds", "Age of the oldest event not yet published"
)

_READ = """
select outbox.xid::text, outbox.seq, outbox.key, outbox.payload from outbox
where (outbox.xid, outbox.seq) > (%s::xid8, %s)
  and outbox.xid < pg_snapshot_xmin(pg_current_snapshot())
order by outbox.xid, outbox.seq
limit %s
"""


class HeldPositions(Protocol):
    """What the lake holds, by Kafka partition."""

    def __call__(self) -> dict[int, int]: ...


class RelayStopped(Exception):
    """The relay cannot go on without a person."""


class Relay:
    """Runs until `stop` is set; survives a broker, a Postgres and a lake that come and go."""

    def __init__(
        self,
        connect: Callable[[], psycopg.Connection[Any]],
        publisher: Callable[[int], Publisher],
        held: HeldPositions,
        ids_beyond: IdsBeyond,
        stop: Signal,
        *,
        partitions: int,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        batch_rows: int = BATCH_ROWS,
        is_disk_low: Callable[[], bool] = lambda: False,
    ) -> None:
        self._connect = connect
        self._publisher = publisher
        self._held = held
        self._ids_beyond = ids_beyond
        self._stop = stop
        self._partitions = partitions
        self._now = now
        self._batch_rows = batch_rows
        self._is_disk_low = is_disk_low
        self._health = Health(True, "starting")

    def health(self) -> Health:
        """For /healthz: whether the last thing tried succeeded."""
        return self._health

    def run(self) -> None:
        """Lead, or stand by for whoever leads."""
        pause = 0.1
        while not self._stop.is_set():
            try:
                with self._connect() as connection:
                    pause = 0.1
                    if not try_lock(connection, RELAY_LOCK):
                        self._health = Health(True, "standing by")
                        self._stop.wait(STANDBY_POLL)
                        continue
                    self._lead(connection)
            except (
                psycopg.OperationalError,
                BrokerTrouble,
                KafkaError,
                DeltaError,
                pa.ArrowException,
                OSError,
            ) as trouble:
                self._health = Health(False, str(trouble))
                log.warning("relay starts again", reason=str(trouble))
                self._stop.wait(pause)
                pause = min(pause * 2, 2.0)
            finally:
                LEADING.set(0)

    def _lead(self, connection: psycopg.Connection[Any]) -> None:
        cursor = cursors.start_cursor(connection, self._partitions)
        _check(connection, cursor, self._ids_beyond(cursor.pos))
        if cursor.partitions != self._partitions:
            log.warning(
                "events keep the number of partitions they began with", count=cursor.partitions
            )
        ensure_ahead(connection, self._now().date())
        with self._publisher(cursor.partitions) as publisher:
            LEADING.set(1)
            log.info("relay leads", pos=cursor.pos)
            self._publish_for_ever(
                connection, publisher, self._same_log(connection, publisher, cursor)
            )

    def _publish_for_ever(
        self, connection: psycopg.Connection[Any], publisher: Publisher, cursor: Cursor
    ) -> None:
        looked = tidied = monotonic()
        made_partitions = busy = looked
        while not self._stop.is_set():
            if self._is_disk_low():
                self._health = Health(False, DISK_LOW)
                self._stop.wait(1.0)
                continue
            rows = connection.execute(
                _READ, [str(cursor.xid), cursor.seq, self._batch_rows], binary=True
            ).fetchall()
            self._health = Health(True, f"leading at {cursor.pos}")
            if rows:
                cursor = self._publish(connection, publisher, cursor, rows)
                busy = monotonic()
            instant = monotonic()
            if instant - looked >= LOOK_EVERY:
                cursor = self._same_log(connection, publisher, cursor)
                looked = instant
            if instant - tidied >= TIDY_EVERY:
                self._tidy(connection, cursor)
                tidied = instant
            if instant - made_partitions >= PARTITIONS_EVERY:
                ensure_ahead(connection, self._now().date())
                made_partitions = instant
            if not rows:
                self._stop.wait(QUICK_POLL if instant - busy < CALM_AFTER else SLOW_POLL)

    def _publish(
        self,
        connection: psycopg.Connection[Any],
        publisher: Publisher,
        cursor: Cursor,
        rows: Sequence[tuple[str, int, str, bytes]],
    ) -> Cursor:
        outgoing, highs = number(rows, cursor)
        try:
            publisher.send(outgoing)
        except LogShrank:
            REWINDS.inc()
            cursors.rewind(connection, cursor, self._held())
            raise
        xid, seq, _, _ = rows[-1]
        cursor = replace(cursor, pos=outgoing[-1].pos, xid=int(xid), seq=seq, highs=highs)
        cursors.save_cursor(connection, cursor)
        PUBLISHED.inc(len(outgoing))
        POSITION.set(cursor.pos)
        return cursor

    def _same_log(
        self, connection: psycopg.Connection[Any], publisher: Publisher, cursor: Cursor
    ) -> Cursor:
        """Go back when the broker's log is not the one that was written, or lacks what the lander needs."""
        seen = publisher.look()
        wanted = cursors.read_cursor(connection)
        if _is_continued(cursor, seen) and not (wanted and wanted.rewind_wanted):
            if seen.ends != cursor.log_ends:
                cursor = replace(cursor, log_ends=seen.ends)
                cursors.save_log(connection, cursor)
            return cursor
        cursor = replace(cursor, topic_id=seen.topic_id, log_ends=seen.ends)
        back = cursors.rewind(connection, cursor, self._held())
        if back.pos != cursor.pos:
            REWINDS.inc()
            log.warning("relay publishes again", published=cursor.pos, again_from=back.pos)
        return back

    def _tidy(self, connection: psycopg.Connection[Any], cursor: Cursor) -> None:
        cursors.forget_checkpoints(connection, self._held())
        backlog = read_backlog(connection, cursor)
        WAITING_EVENTS.set(backlog.depth)
        WAITING_SECONDS.set(backlog.age_seconds)


def number(
    rows: Sequence[tuple[str, int, str, bytes]], cursor: Cursor
) -> tuple[list[Outgoing], dict[int, int]]:
    """The rows as records that go on from the cursor, and the highs that they reach."""
    highs = dict(cursor.highs)
    outgoing = []
    for pos, (_, _, key, payload) in enumerate(rows, cursor.pos + 1):
        partition = partition_of(key, cursor.partitions)
        outgoing.append(Outgoing(partition, key, payload, pos, highs.get(partition, 0)))
        highs[partition] = pos
    return outgoing, highs


def _is_continued(cursor: Cursor, seen: Log) -> bool:
    return seen.topic_id == cursor.topic_id and all(
        seen.ends.get(partition, 0) >= end for partition, end in cursor.log_ends.items()
    )


def _check(connection: psycopg.Connection[Any], cursor: Cursor, landed: Mapping[int, str]) -> None:
    """Refuse to number events where numbers would not be what they were."""
    row = connection.execute(
        "select pg_snapshot_xmax(pg_current_snapshot()) < %s::xid8,"
        " (select name from bulk_loads where finished_at is null limit 1)",
        [str(cursor.xid)],
    ).fetchone()
    assert row is not None
    restored, loading = row
    if loading:
        raise RelayStopped(f"bulk load '{loading}' is not finished; run it again first")
    if restored or contradicts(connection, cursor, landed):
        raise RelayStopped(
            "Postgres or the lake was restored and they tell different stories; stop the landers,"
            " delete the topic and run `waypost relay --after-restore` (docs/operations.md, Restore)"
        )
