"""The lander's Kafka consumer. Offsets are committed on a best-effort basis, because the lake's positions decide what
is read.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, NamedTuple

from kafka import ConsumerRebalanceListener, KafkaConsumer, OffsetAndMetadata, TopicPartition
from kafka.errors import KafkaError

from ingest.contracts.topics import EVENTS_TOPIC

GROUP = "waypost-lander"
OFFSET_COMMIT_INTERVAL = 1.0

OnPartitions = Callable[[set[int]], None]


class ConsumedRecord(NamedTuple):
    """One record of the topic; `pos` is None if its headers are missing."""

    partition: int
    offset: int
    key: str
    payload: bytes
    pos: int | None
    prev: int


class RecordSource:
    """Reads the topic, either as a member of a consumer group (`shared`) or all partitions.

    Used by one thread, the only one that calls `on_assigned` and `on_revoked`. The client reports a change of the
    assignment on its I/O thread, where landing would delay heartbeats and race with the reader, so the changes are
    queued until the next `poll`. A partition may therefore have a new owner while its last batch is being committed.
    The lake's positions let only one of the two land an event.
    """

    def __init__(
        self,
        access: Mapping[str, Any],
        *,
        shared: bool,
        on_assigned: OnPartitions,
        on_revoked: OnPartitions,
        topic: str = EVENTS_TOPIC,
        group: str = GROUP,
    ) -> None:
        self._topic = topic
        self._on_assigned = on_assigned
        self._shared = shared
        self._committed_at = 0.0
        self._offsets: dict[int, int] = {}
        self._consumer = KafkaConsumer(
            **access,
            client_id="waypost-lander",
            group_id=group,
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            allow_auto_create_topics=False,
            bootstrap_timeout_ms=5_000,
            metadata_max_age_ms=5_000,
            reconnect_backoff_max_ms=500,
            fetch_max_wait_ms=250,
            max_partition_fetch_bytes=4 * 1024 * 1024,
            session_timeout_ms=10_000,
            heartbeat_interval_ms=1_000,
            max_poll_interval_ms=300_000,
            check_crcs=False,
        )
        self._changes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._listener = _Listener(
            lambda partitions: self._changes.put(partial(on_assigned, partitions)),
            lambda partitions: self._changes.put(partial(on_revoked, partitions)),
        )

    def is_ready(self) -> bool:
        """Return whether the topic exists. The first call that finds it subscribes, or assigns all partitions."""
        if self._consumer.subscription() or self._consumer.assignment():
            return True
        try:
            partitions = self._consumer.partitions_for_topic(self._topic)
        except KafkaError:
            return False
        if not partitions:
            return (
                # A group that joined before the topic exists would never be assigned a partition
                False
            )
        if self._shared:
            self._consumer.subscribe([self._topic], listener=self._listener)
        else:
            self._consumer.assign([self._topic_partition(n) for n in sorted(partitions)])
            self._on_assigned(set(partitions))
        return True

    def poll(self, seconds: float, max_records: int) -> Iterator[ConsumedRecord]:
        """Yield the records that arrive within this time, in order within a partition, after applying changes of the
        assignment.
        """
        polled = self._consumer.poll(timeout_ms=int(seconds * 1000), max_records=max_records)
        with suppress(Empty):
            while True:
                self._changes.get_nowait()()
        for records in polled.values():
            for record in records:
                yield _consumed_record(record)

    def seek(self, partition: int, offset: int) -> None:
        """Continue reading this partition at the offset if it is still assigned."""
        with suppress(ValueError):
            self._consumer.seek(self._topic_partition(partition), offset)

    def seek_to_beginning(self, partition: int) -> None:
        """Re-read this partition from the broker's oldest record if it is still assigned."""
        with suppress(ValueError):
            self._consumer.seek_to_beginning(self._topic_partition(partition))

    def commit_later(self, offsets: Mapping[int, int]) -> None:
        """Remember offsets for the next commit, at most once a second. Losing them only costs re-reading."""
        self._offsets.update(offsets)
        if self._offsets and monotonic() - self._committed_at >= OFFSET_COMMIT_INTERVAL:
            self.flush_offsets()

    def flush_offsets(self) -> None:
        """Commit the remembered offsets now, ignoring errors."""
        self._committed_at = monotonic()
        offsets = {
            self._topic_partition(n): OffsetAndMetadata(at, "", -1)
            for n, at in self._offsets.items()
        }
        self._offsets = {}
        with suppress(KafkaError, AssertionError):
            if offsets:
                self._consumer.commit(offsets, timeout_ms=2_000)

    def close(self) -> None:
        with suppress(KafkaError):
            self._consumer.close(autocommit=False)

    def _topic_partition(self, partition: int) -> TopicPartition:
        return TopicPartition(self._topic, partition)


class _Listener(ConsumerRebalanceListener):  # type: ignore[misc]
    def __init__(self, assigned: OnPartitions, revoked: OnPartitions) -> None:
        self._assigned = assigned
        self._revoked = revoked

    def on_partitions_assigned(self, assigned: Any) -> None:
        self._assigned({one.partition for one in assigned})

    def on_partitions_revoked(self, revoked: Any) -> None:
        self._revoked({one.partition for one in revoked})


def _consumed_record(record: Any) -> ConsumedRecord:
    pos: int | None = None
    prev = 0
    for name, value in record.headers:
        if name == "pos":
            pos = int(value)
        elif name == "prev":
            prev = int(value)
    key = record.key.decode(errors="replace") if record.key else ""
    return ConsumedRecord(record.partition, record.offset, key, record.value or b"", pos, prev)
