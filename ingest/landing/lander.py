"""The lander: reads the topic and commits batches to the lake, each event exactly once.

Per partition the lake's position says what is next. A record at or below it is dropped. A record whose
`prev` lies beyond it comes after something this lander has not seen: it is dropped too, and read again
from the beginning of the log; when even that does not hold the missing one, the relay is asked to
publish again. Either way nothing lands out of order and nothing is skipped.
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
from ingest.landing.erased import ErasedNames
from ingest.landing.held import newest_scans
from ingest.landing.rows import event_table
from ingest.landing.source import Arrived, OnPartitions, RecordSource
from ingest.locks import LANDER_LOCK, try_lock
from ingest.outbox.cursor import Cursor, read_cursor, want_rewind
from ingest.outbox.metrics import read_landing
from runtime.metrics import Health
from warehouse.lake import AlreadyHeldError, LakeConflictError, LakeTable

MAX_ROWS = 10_000
LINGER = 0.25
POLL = 0.25
POLL_RECORDS = 5_000
MISSING_PATIENCE = 1.0
QUIET_PATIENCE = 5.0
REWIND_EVERY = 5.0
DISK_LOW = "waiting for room on the disk"

log = structlog.get_logger(__name__)

LANDED = Counter("waypost_lander_landed", "Events committed to the lake")
DEAD = Counter("waypost_lander_dead_letters", "Events set aside because they fit no contract")
DROPPED = Counter("waypost_lander_dropped", "Records that the lake held already")
GAPS = Counter("waypost_lander_gaps", "Times the log was read again because something was missing")
BEHIND_EVENTS = Gauge("waypost_lander_behind_events", "Events published that the lake may lack")
BEHIND_SECONDS = Gauge("waypost_lander_behind_seconds", "Age of the oldest of them")
COMMIT_SECONDS = Histogram(
    "waypost_lander_commit_seconds",
    "Time to commit one batch",
    buckets=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)

OpenSource = Callable[[OnPartitions, OnPartitions], RecordSource]


class Lander:
    """Runs until `stop` is set; survives a broker and a Postgres that come and go."""

    def __init__(
        self,
        connect: Callable[[], psycopg.Connection[Any]],
        open_source: OpenSource,
        events: LakeTable,
        stop: Signal,
        *,
        linger: float = LINGER,
        max_rows: int = MAX_ROWS,
        brake: int | None = dead_letters.BRAKE,
        is_disk_low: Callable[[], bool] = lambda: False,
    ) -> None:
        self._connect = connect
        self._open_source = open_source
        self._events = events
        self._stop = stop
        self._linger = linger
        self._max_rows = max_rows
        self._brake = brake
        self._is_disk_low = is_disk_low
        self._states: dict[int, PartitionState] = {}
        self._batch = Batch()
        self._erased = ErasedNames()
        self._last_record = self._checked = self._asked = monotonic()
        self._health = Health(True, "starting")

    def health(self) -> Health:
        """For /healthz: whether the last thing tried succeeded."""
        return self._health

    def run(self) -> None:
        """Land events.

        Raises:
            TooManyDeadLetters: the brake.
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
            ) as trouble:
                self._health = Health(False, str(trouble))
                log.warning("lander starts again", reason=str(trouble))
                self._stop.wait(pause)
                pause = min(pause * 2, 2.0)
            else:
                pause = 0.1

    def _land(self, connection: psycopg.Connection[Any]) -> None:
        source = self._open_source(self._assigned, lambda gone: self._revoked(gone, connection))
        self._source = source
        self._checked = self._last_record = monotonic()
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
                for record in source.poll(self._patience(), POLL_RECORDS):
                    self._take(record)
                if self._batch and (
                    len(self._batch) >= self._max_rows
                    or monotonic() - self._batch.began >= self._linger
                ):
                    self._commit(connection)
                self._look_after(connection)
            self._commit(connection)
            source.leave_hints()
        finally:
            self._states.clear()
            self._batch = Batch()
            source.close()

    def _patience(self) -> float:
        """How long to wait for records: not beyond the moment when the batch is due."""
        if not self._batch:
            return POLL
        return min(max(self._batch.began + self._linger - monotonic(), 0.001), POLL)

    def _take(self, record: Arrived) -> None:
        state = self._states.get(record.partition)
        if state is None or record.pos is None:
            return
        self._last_record = monotonic()
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
                    f"{self._batch.invalid_in_a_row} events in a row fit no contract"
                    f" (the last: {letter.reason}, {letter.detail[:200]}); start a newer lander,"
                    " or `waypost land --no-brake` to set them all aside"
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
                "events fit no contract",
                count=len(batch.letters),
                reasons=sorted({letter.reason for letter in batch.letters}),
            )
        after = {partition: self._states[partition].held for partition in batch.reached}
        try:
            with self._erased.known(connection):
                rows = event_table(self._erased.strip(batch.rows))
                self._events.append(rows, batch.reached, after=after)
        except (AlreadyHeldError, LakeConflictError) as outrun:
            log.warning("another lander was faster", reason=str(outrun))
            self._choose_again(batch)
            return
        for partition, pos in batch.reached.items():
            self._states[partition].held = pos
        self._source.hint(batch.next_offsets)
        LANDED.inc(len(batch.rows))
        DEAD.inc(len(batch.letters))
        COMMIT_SECONDS.observe(monotonic() - began)

    def _choose_again(self, batch: Batch) -> None:
        """Forget the batch, learn what the lake holds now, and read from where the batch began."""
        self._assigned(set(self._states))
        for partition, offset in batch.first_offsets.items():
            self._source.seek(partition, offset)

    def _assigned(self, partitions: set[int]) -> None:
        self._checked = monotonic()
        held = self._events.positions()
        repeats = newest_scans(self._events, partitions)
        for partition in partitions:
            self._states[partition] = PartitionState(held.get(partition, 0), repeats[partition])
        log.info("lander has partitions", held={n: held.get(n, 0) for n in sorted(partitions)})

    def _revoked(self, partitions: set[int], connection: psycopg.Connection[Any]) -> None:
        self._commit(connection)
        for partition in partitions:
            self._states.pop(partition, None)

    def _look_after(self, connection: psycopg.Connection[Any]) -> None:
        """Read again, or have published again, what is missing."""
        now = monotonic()
        for partition, state in self._states.items():
            if state.missing_since is not None and now - state.missing_since > MISSING_PATIENCE:
                state.missing_since = None
                self._find(partition, state, connection)
        if now - max(self._checked, self._last_record) < QUIET_PATIENCE:
            if now - self._checked >= 2 * QUIET_PATIENCE:
                self._checked = now
                self._measure(connection)
            return
        self._checked = now
        cursor = self._measure(connection)
        for partition, state in self._states.items():
            if cursor.highs.get(partition, 0) > state.reached:
                self._find(partition, state, connection)

    def _find(
        self, partition: int, state: PartitionState, connection: psycopg.Connection[Any]
    ) -> None:
        GAPS.inc()
        if not state.from_beginning:
            log.warning("events are missing; reading again", partition=partition, held=state.held)
            state.from_beginning = True
            self._source.seek_to_beginning(partition)
        elif monotonic() - self._asked >= REWIND_EVERY:
            log.warning("the log lacks events", partition=partition, held=state.held)
            self._asked = monotonic()
            state.from_beginning = False
            want_rewind(connection)

    def _measure(self, connection: psycopg.Connection[Any]) -> Cursor:
        cursor = read_cursor(connection) or Cursor()
        landing = read_landing(connection, cursor, self._events.positions())
        BEHIND_EVENTS.set(landing.depth)
        BEHIND_SECONDS.set(landing.age_seconds)
        return cursor
