"""The lander's side of Kafka. Where reading starts is a hint; what counts is what the lake holds."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

from kafka import ConsumerRebalanceListener, KafkaConsumer, OffsetAndMetadata, TopicPartition
from kafka.errors import KafkaError

from ingest.contracts.topics import EVENTS_TOPIC

GROUP = "waypost-lander"
HINT_EVERY = 1.0

OnPartitions = Callable[[set[int]], None]


class Arrived(NamedTuple):
    """One record as it came from the topic; without its headers `pos` is None."""

    partition: int
    offset: int
    key: str
    payload: bytes
    pos: int | None
    prev: int


class RecordSource:
    """Reads the topic: as a member of a group, or all partitions where joining is too slow."""

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
        self._hinted = 0.0
        self._hints: dict[int, int] = {}
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
        self._listener = _Listener(on_assigned, on_revoked)

    def is_ready(self) -> bool:
        """Whether there is a topic to read; joins the group then, or takes all partitions."""
        if self._consumer.subscription() or self._consumer.assignment():
            return True
        try:
            partitions = self._consumer.partitions_for_topic(self._topic)
        except KafkaError:
            return False
        if not partitions:
            return False  # a group that is joined now would share out nothing, and keep to it
        if self._shared:
            self._consumer.subscribe([self._topic], listener=self._listener)
        else:
            self._consumer.assign([self._on(n) for n in sorted(partitions)])
            self._on_assigned(set(partitions))
        return True

    def poll(self, seconds: float, max_records: int) -> Iterator[Arrived]:
        """What came within this time; per partition in order."""
        polled = self._consumer.poll(timeout_ms=int(seconds * 1000), max_records=max_records)
        for records in polled.values():
            for record in records:
                yield _arrived(record)

    def seek(self, partition: int, offset: int) -> None:
        """Read this partition from here."""
        self._consumer.seek(self._on(partition), offset)

    def seek_to_beginning(self, partition: int) -> None:
        """Read this partition again, all that the broker has."""
        self._consumer.seek_to_beginning(self._on(partition))

    def hint(self, offsets: Mapping[int, int]) -> None:
        """Leave word where the next lander may start; lost words do no harm."""
        self._hints.update(offsets)
        if self._hints and monotonic() - self._hinted >= HINT_EVERY:
            self.leave_hints()

    def leave_hints(self) -> None:
        """Commit the hints now."""
        self._hinted = monotonic()
        found = {self._on(n): OffsetAndMetadata(at, "", -1) for n, at in self._hints.items()}
        self._hints = {}
        with suppress(KafkaError, AssertionError):
            if found:
                self._consumer.commit(found, timeout_ms=2_000)

    def close(self) -> None:
        with suppress(KafkaError):
            self._consumer.close(autocommit=False)

    def _on(self, partition: int) -> TopicPartition:
        return TopicPartition(self._topic, partition)


class _Listener(ConsumerRebalanceListener):  # type: ignore[misc]
    def __init__(self, assigned: OnPartitions, revoked: OnPartitions) -> None:
        self._assigned = assigned
        self._revoked = revoked

    def on_partitions_assigned(self, assigned: Any) -> None:
        self._assigned({one.partition for one in assigned})

    def on_partitions_revoked(self, revoked: Any) -> None:
        self._revoked({one.partition for one in revoked})


def _arrived(record: Any) -> Arrived:
    pos: int | None = None
    prev = 0
    for name, value in record.headers:
        if name == "pos":
            pos = int(value)
        elif name == "prev":
            prev = int(value)
    key = record.key.decode(errors="replace") if record.key else ""
    return Arrived(record.partition, record.offset, key, record.value or b"", pos, prev)
