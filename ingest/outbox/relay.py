"""The relay, which reads the outbox in commit order, numbers the events densely and publishes them.

The relay whose Postgres session has the advisory lock leads. The cursor is saved in the same session, so a relay that
lost the lock cannot move it. Such a relay could only publish records again with the same positions, which the lander
drops.
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
from ingest.outbox.publisher import BrokerError, Log, LogTruncatedError, Outgoing, Publisher
from ingest.outbox.restore import IdsBeyond, contradicts
from runtime.metrics import Health

BATCH_ROWS = 5_000
BUSY_POLL = 0.05
IDLE_POLL = 0.2
IDLE_AFTER = 2.0
LOG_CHECK_INTERVAL = 1.0
PRUNE_INTERVAL = 5.0
PARTITION_INTERVAL = 3600.0
STANDBY_POLL = 0.5
DISK_LOW = "disk space low"

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


class LakePositions(Protocol):
    """Returns the lake's highest position by Kafka partition."""

    def __call__(self) -> dict[int, int]: ...


class RelayStopped(Exception):
    """The relay needs an operator's intervention."""


class Relay:
    """Runs until `stop` is set, and reconnects to the broker, Postgres and the lake."""

    def __init__(
        self,
        connect: Callable[[], psycopg.Connection[Any]],
        publisher: Callable[[int], Publisher],
        lake_positions: LakePositions,
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
        self._lake_positions = lake_positions
        self._ids_beyond = ids_beyond
        self._stop = stop
        self._partitions = partitions
        self._now = now
        self._batch_rows = batch_rows
        self._is_disk_low = is_disk_low
        self._health = Health(True, "starting")

    def health(self) -> Health:
        """Return the state for /healthz."""
        return self._health

    def run(self) -> None:
        """Lead, or stand by while another relay leads."""
        pause = 0.1
        while not self._stop.is_set():
            try:
                with self._connect() as connection:
                    pause = 0.1
                    if not try_lock(connection, RELAY_LOCK):
                        self._health = Health(True, "standing by")
                        self._stop.wait(STANDBY_POLL)
                        continue
                    self._serve_as_leader(connection)
            except (
                psycopg.OperationalError,
                BrokerError,
                KafkaError,
                DeltaError,
                pa.ArrowException,
                OSError,
            ) as error:
                self._health = Health(False, str(error))
                log.warning("relay restarting", reason=str(error))
                self._stop.wait(pause)
                pause = min(pause * 2, 2.0)
            finally:
                LEADING.set(0)

    def _serve_as_leader(self, connection: psycopg.Connection[Any]) -> None:
        cursor = cursors.start_cursor(connection, self._partitions)
        _check(connection, cursor, self._ids_beyond(cursor.pos))
        if cursor.partitions != self._partitions:
            log.warning(
                "partition count differs from settings, keeping it", count=cursor.partitions
            )
        ensure_ahead(connection, self._now().date())
        with self._publisher(cursor.partitions) as publisher:
            LEADING.set(1)
            log.info("relay became leader", pos=cursor.pos)
            self._publish_until_stopped(
                connection, publisher, self._check_log(connection, publisher, cursor)
            )

    def _publish_until_stopped(
        self, connection: psycopg.Connection[Any], publisher: Publisher, cursor: Cursor
    ) -> None:
        log_checked_at = pruned_at = monotonic()
        partitions_made_at = busy_at = log_checked_at
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
                busy_at = monotonic()
            instant = monotonic()
            if instant - log_checked_at >= LOG_CHECK_INTERVAL:
                cursor = self._check_log(connection, publisher, cursor)
                log_checked_at = instant
            if instant - pruned_at >= PRUNE_INTERVAL:
                self._prune(connection, cursor)
                pruned_at = instant
            if instant - partitions_made_at >= PARTITION_INTERVAL:
                ensure_ahead(connection, self._now().date())
                partitions_made_at = instant
            if not rows:
                self._stop.wait(BUSY_POLL if instant - busy_at < IDLE_AFTER else IDLE_POLL)

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
        except LogTruncatedError:
            REWINDS.inc()
            cursors.rewind(connection, cursor, self._lake_positions())
            raise
        xid, seq, _, _ = rows[-1]
        cursor = replace(cursor, pos=outgoing[-1].pos, xid=int(xid), seq=seq, highs=highs)
        cursors.save_cursor(connection, cursor)
        PUBLISHED.inc(len(outgoing))
        POSITION.set(cursor.pos)
        return cursor

    def _check_log(
        self, connection: psycopg.Connection[Any], publisher: Publisher, cursor: Cursor
    ) -> Cursor:
        """Rewind if the topic was recreated or truncated, or if the lander requested a rewind."""
        log_now = publisher.describe_log()
        stored = cursors.read_cursor(connection)
        if _is_continued(cursor, log_now) and not (stored and stored.rewind_wanted):
            if log_now.ends != cursor.log_ends:
                cursor = replace(cursor, log_ends=log_now.ends)
                cursors.save_log(connection, cursor)
            return cursor
        cursor = replace(cursor, topic_id=log_now.topic_id, log_ends=log_now.ends)
        rewound = cursors.rewind(connection, cursor, self._lake_positions())
        if rewound.pos != cursor.pos:
            REWINDS.inc()
            log.warning("relay rewound", published=cursor.pos, restart_from=rewound.pos)
        return rewound

    def _prune(self, connection: psycopg.Connection[Any], cursor: Cursor) -> None:
        cursors.prune_checkpoints(connection, self._lake_positions())
        backlog = read_backlog(connection, cursor)
        WAITING_EVENTS.set(backlog.depth)
        WAITING_SECONDS.set(backlog.age_seconds)


def number(
    rows: Sequence[tuple[str, int, str, bytes]], cursor: Cursor
) -> tuple[list[Outgoing], dict[int, int]]:
    """Return the rows as records numbered from the cursor, and the resulting highs."""
    highs = dict(cursor.highs)
    outgoing = []
    for pos, (_, _, key, payload) in enumerate(rows, cursor.pos + 1):
        partition = partition_of(key, cursor.partitions)
        outgoing.append(Outgoing(partition, key, payload, pos, highs.get(partition, 0)))
        highs[partition] = pos
    return outgoing, highs


def _is_continued(cursor: Cursor, log_now: Log) -> bool:
    return log_now.topic_id == cursor.topic_id and all(
        log_now.ends.get(partition, 0) >= end for partition, end in cursor.log_ends.items()
    )


def _check(connection: psycopg.Connection[Any], cursor: Cursor, landed: Mapping[int, str]) -> None:
    """Refuse to start if positions would be assigned twice or to different events."""
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
            "Postgres or the lake was restored and they contradict each other; stop the landers,"
            " delete the topic and run `waypost relay --after-restore` (docs/operations.md, Restore)"
        )
