"""The lander, which consumes the topic and commits batches to the lake, each event exactly once.

The lake's position in each partition determines the next record. A record at or below it is dropped. A record whose
`prev` is above it follows a missing event, so it is dropped too and the log is re-read from the beginning. If the event
is not in the log, the relay is asked to publish it again. So nothing lands out of order and nothing is skipped.
"""

from collections.abc import Callable
from threading import Event as Signal
from time import monotonic
from typing import Any

import psycopg
import pyarrow as pa
import structlog
from deltalake.exceptions import DeltaError
from kafka.errors import KafkaError
from prometheus_client import Counter, Gauge, Histogram

from ingest.landing import dead_letters
from ingest.landing.batch import Batch, PartitionState
from ingest.landing.erased import ErasedIdentifiers
from ingest.landing.lake_state import load_repeats
from ingest.landing.rows import event_table
from ingest.landing.source import ConsumedRecord, OnPartitions, RecordSource
from ingest.locks import LANDER_LOCK, try_lock
from ingest.outbox.cursor import Cursor, read_cursor, request_rewind
from ingest.outbox.metrics import read_landing_backlog
from runtime.metrics import Health
from warehouse.lake import AlreadyLandedError, LakeConflictError, LakeTable

MAX_ROWS = 10_000
LINGER = 0.25
SPACING = 1.0
"""Minimum seconds between two commits, since each adds a file that queries read until the marts include it. An event
that follows an idle second waits only for `LINGER`.
"""
POLL = 0.25
POLL_RECORDS = 5_000
GAP_TIMEOUT = 1.0
IDLE_TIMEOUT = 5.0
REWIND_INTERVAL = 5.0
DISK_LOW = "disk space low"

log = structlog.get_logger(__name__)

LANDED_EVENTS = Counter("waypost_lander_landed", "Events committed to the lake")
DEAD_LETTERS_SET_ASIDE = Counter(
    "waypost_lander_dead_letters", "Events set aside because they fit no contract"
)
DROPPED = Counter("waypost_lander_dropped", "Records that the lake already contained")
GAPS = Counter("waypost_lander_gaps", "Times the log was re-read because an event was missing")
BEHIND_EVENTS = Gauge("waypost_lander_behind_events", "Events published that the lake may lack")
BEHIND_SECONDS = Gauge("waypost_lander_behind_seconds", "Age of the oldest of them")
COMMIT_SECONDS = Histogram(
    "waypost_lander_commit_seconds",
    "Time to commit one batch",
    buckets=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)

OpenSource = Callable[[OnPartitions, OnPartitions], RecordSource]


class Lander:
    """Runs until `stop` is set, and reconnects to the broker and to Postgres."""

    def __init__(
        self,
        connect: Callable[[], psycopg.Connection[Any]],
        open_source: OpenSource,
        events: LakeTable,
        stop: Signal,
        *,
        linger: float = LINGER,
        spacing: float = SPACING,
        max_rows: int = MAX_ROWS,
        brake: int | None = dead_letters.MAX_CONSECUTIVE_DEAD_LETTERS,
        is_disk_low: Callable[[], bool] = lambda: False,
    ) -> None:
        self._connect = connect
        self._open_source = open_source
        self._events = events
        self._stop = stop
        self._linger = linger
        self._spacing = spacing
        self._max_rows = max_rows
        self._brake = brake
        self._is_disk_low = is_disk_low
        self._states: dict[int, PartitionState] = {}
        self._batch = Batch()
        self._erased = ErasedIdentifiers()
        self._last_record_at = self._checked_at = self._rewind_requested_at = monotonic()
        self._committed_at = -spacing
        self._health = Health(True, "starting")

    def health(self) -> Health:
        """Return the state for /healthz."""
        return self._health

    def run(self) -> None:
        """Land events.

        Raises:
            TooManyDeadLetters: `brake` events in a row match no contract.
        """
        pause = 0.1
        self._events.ensure()
        while not self._stop.is_set():
            try:
                with self._connect() as connection:
                    if not try_lock(connection, LANDER_LOCK, shared=True):
                        self._health = Health(True, "waiting for a bulk load")
                        self._stop.wait(0.5)
                        continue
                    self._land(connection)
            except (
                psycopg.OperationalError,
                KafkaError,
                DeltaError,
                pa.ArrowException,
                OSError,
            ) as error:
                self._health = Health(False, str(error))
                log.warning("lander restarting", reason=str(error))
                self._stop.wait(pause)
                pause = min(pause * 2, 2.0)
            else:
                pause = 0.1

    def _land(self, connection: psycopg.Connection[Any]) -> None:
        source = self._open_source(
            self._assigned, lambda revoked: self._revoked(revoked, connection)
        )
        self._source = source
        self._checked_at = self._last_record_at = monotonic()
        try:
            while not self._stop.is_set():
                if self._is_disk_low():
                    self._health = Health(False, DISK_LOW)
                    self._stop.wait(1.0)
                    continue
                self._health = Health(True, "landing")
                if not source.is_ready():
                    self._stop.wait(0.2)
                    continue
                for record in source.poll(self._poll_timeout(), POLL_RECORDS):
                    self._accept(record)
                if self._batch and (
                    len(self._batch) >= self._max_rows or monotonic() >= self._commit_at()
                ):
                    self._commit(connection)
                self._check_gaps(connection)
            self._commit(connection)
            source.flush_offsets()
        finally:
            self._states.clear()
            self._batch = Batch()
            source.close()

    def _commit_at(self) -> float:
        """Return the time at which to commit the batch."""
        return max(self._batch.began + self._linger, self._committed_at + self._spacing)

    def _poll_timeout(self) -> float:
        """Return the seconds to wait for records, at most until the batch is due to be committed."""
        if not self._batch:
            return POLL
        return min(max(self._commit_at() - monotonic(), 0.001), POLL)

    def _accept(self, record: ConsumedRecord) -> None:
        state = self._states.get(record.partition)
        if state is None or record.pos is None:
            return
        self._last_record_at = monotonic()
        if record.pos <= state.reached:
            DROPPED.inc()
        elif record.prev > state.reached:
            state.missing_since = state.missing_since or monotonic()
        else:
            state.missing_since, state.from_beginning = None, False
            if not self._batch:
                self._batch.began = monotonic()
            self._batch.add(record, state)
            if self._brake and self._batch.invalid_in_a_row >= self._brake:
                letter = self._batch.letters[-1]
                raise dead_letters.TooManyDeadLetters(
                    f"{self._batch.invalid_in_a_row} events in a row match no contract"
                    f" (the last: {letter.reason}, {letter.detail[:200]}); start a newer lander,"
                    " or run `waypost land --no-brake` to store them all as dead letters"
                )

    def _commit(self, connection: psycopg.Connection[Any]) -> None:
        batch = self._batch
        if not batch.reached:
            return
        self._batch = Batch(invalid_in_a_row=batch.invalid_in_a_row)
        began = monotonic()
        if batch.letters:
            dead_letters.keep(connection, batch.letters)
            log.warning(
                "dead letters stored",
                count=len(batch.letters),
                reasons=sorted({letter.reason for letter in batch.letters}),
            )
        after = {partition: self._states[partition].landed for partition in batch.reached}
        try:
            with self._erased.locked(connection):
                rows = event_table(self._erased.strip(batch.rows))
                self._events.append(rows, batch.reached, after=after)
        except (AlreadyLandedError, LakeConflictError) as conflict:
            log.warning("commit conflict", reason=str(conflict))
            self._discard_batch(batch)
            return
        for partition, pos in batch.reached.items():
            self._states[partition].landed = pos
        self._source.commit_later(batch.next_offsets)
        LANDED_EVENTS.inc(len(batch.rows))
        DEAD_LETTERS_SET_ASIDE.inc(len(batch.letters))
        self._committed_at = monotonic()
        COMMIT_SECONDS.observe(self._committed_at - began)

    def _discard_batch(self, batch: Batch) -> None:
        """Drop the batch, reload the lake's positions and seek back to the start of the batch."""
        self._assigned(set(self._states))
        for partition, offset in batch.first_offsets.items():
            self._source.seek(partition, offset)

    def _assigned(self, partitions: set[int]) -> None:
        self._checked_at = monotonic()
        landed = self._events.positions()
        repeats = load_repeats(self._events, partitions)
        for partition in partitions:
            self._states[partition] = PartitionState(landed.get(partition, 0), repeats[partition])
        log.info("partitions assigned", positions={n: landed.get(n, 0) for n in sorted(partitions)})

    def _revoked(self, partitions: set[int], connection: psycopg.Connection[Any]) -> None:
        self._commit(connection)
        for partition in partitions:
            self._states.pop(partition, None)

    def _check_gaps(self, connection: psycopg.Connection[Any]) -> None:
        """Recover missing events, and compare with the relay after an idle period."""
        now = monotonic()
        for partition, state in self._states.items():
            if state.missing_since is not None and now - state.missing_since > GAP_TIMEOUT:
                state.missing_since = None
                self._recover(partition, state, connection)
        if now - max(self._checked_at, self._last_record_at) < IDLE_TIMEOUT:
            if now - self._checked_at >= 2 * IDLE_TIMEOUT:
                self._checked_at = now
                self._measure(connection)
            return
        self._checked_at = now
        cursor = self._measure(connection)
        for partition, state in self._states.items():
            if cursor.highs.get(partition, 0) > state.reached:
                self._recover(partition, state, connection)

    def _recover(
        self, partition: int, state: PartitionState, connection: psycopg.Connection[Any]
    ) -> None:
        GAPS.inc()
        if not state.from_beginning:
            log.warning(
                "events missing, re-reading log", partition=partition, position=state.landed
            )
            state.from_beginning = True
            self._source.seek_to_beginning(partition)
        elif monotonic() - self._rewind_requested_at >= REWIND_INTERVAL:
            log.warning(
                "events missing from log, rewind requested",
                partition=partition,
                position=state.landed,
            )
            self._rewind_requested_at = monotonic()
            state.from_beginning = False
            request_rewind(connection)

    def _measure(self, connection: psycopg.Connection[Any]) -> Cursor:
        cursor = read_cursor(connection) or Cursor()
        landing = read_landing_backlog(connection, cursor, self._events.positions())
        BEHIND_EVENTS.set(landing.depth)
        BEHIND_SECONDS.set(landing.age_seconds)
        return cursor
