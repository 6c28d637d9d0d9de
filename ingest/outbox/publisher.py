"""The relay's Kafka client: one topic, an idempotent producer, and checks of the topic's log."""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from kafka import KafkaAdminClient, KafkaProducer, TopicPartition
from kafka.admin import NewTopic
from kafka.errors import KafkaError, KafkaTimeoutError, TopicAlreadyExistsError

from ingest.contracts.topics import EVENTS_TOPIC

DELIVERY_TIMEOUT_SECONDS = 10.0
_LATEST = -1
_QUICK: dict[str, Any] = {
    "bootstrap_timeout_ms": 5_000,
    "request_timeout_ms": 5_000,
    "retry_backoff_ms": 50,
    "reconnect_backoff_max_ms": 500,
}


class BrokerError(Exception):
    """The broker is unavailable or acknowledged only some records. As far as is known, nothing is lost."""


class LogTruncatedError(BrokerError):
    """The topic was recreated, or its log is shorter than before."""


@dataclass(frozen=True)
class Log:
    """A topic's log as the broker describes it. `ends` maps partitions to end offsets, which never decrease."""

    topic_id: str
    ends: dict[int, int]


class Outgoing(NamedTuple):
    """One record to publish."""

    partition: int
    key: str
    payload: bytes
    pos: int
    prev: int
    """The previous position in the same partition; 0 for the first record."""


class Publisher:
    """A connection to the broker, replaced with a new one after any error."""

    def __init__(
        self, access: Mapping[str, Any], partitions: int, topic: str = EVENTS_TOPIC
    ) -> None:
        """Connect with the access settings of `runtime.kafka_access`.

        Raises:
            BrokerError: no broker answers, it rejects the credentials, or the topic has too few partitions.
        """
        self.topic = topic
        self.partitions = partitions
        self._acked: dict[int, int] = {}
        try:
            self._admin = KafkaAdminClient(**access, client_id="waypost-relay", **_QUICK)
        except (KafkaError, OSError) as error:
            servers = ", ".join(access["bootstrap_servers"])
            raise BrokerError(f"cannot connect to the broker at {servers}: {error}") from error
        try:
            self._ensure_topic()
            self._producer = KafkaProducer(
                **access,
                client_id="waypost-relay",
                acks="all",
                enable_idempotence=True,
                compression_type="lz4",
                linger_ms=20,
                batch_size=256 * 1024,
                max_block_ms=5_000,
                delivery_timeout_ms=int(DELIVERY_TIMEOUT_SECONDS * 1000),
                allow_auto_create_topics=False,
                **_QUICK,
            )
        except (KafkaError, BrokerError) as error:
            self._admin.close()
            raise BrokerError(str(error)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._producer.close(timeout=0)
            self._admin.close()
        except KafkaError:
            pass  # records in flight will be sent again with the same positions

    def describe_log(self) -> Log:
        """Return the topic's current log."""
        try:
            found = self._admin.describe_topics([self.topic])[0]
            if found["error_code"]:
                raise LogTruncatedError(f"the broker has no topic {self.topic}")
            offsets = self._admin.list_partition_offsets(
                {TopicPartition(self.topic, n): _LATEST for n in range(self.partitions)}
            )
        except KafkaError as error:
            raise BrokerError(str(error)) from error
        ends = {partition.partition: found.offset for partition, found in offsets.items()}
        return Log(str(found["topic_id"]), ends)

    def send(self, records: Sequence[Outgoing]) -> None:
        """Publish the records in order, and return when the broker has acknowledged all of them."""
        try:
            futures = [
                self._producer.send(
                    self.topic,
                    value=record.payload,
                    key=record.key.encode(),
                    partition=record.partition,
                    headers=[("pos", b"%d" % record.pos), ("prev", b"%d" % record.prev)],
                )
                for record in records
            ]
            self._await_acks()
            last = {
                record.partition: future for record, future in zip(records, futures, strict=True)
            }
            for future in futures:
                if not future.succeeded():
                    raise BrokerError(f"not acknowledged: {future.exception!r}")
        except (KafkaError, AssertionError, ValueError) as error:
            raise BrokerError(f"{type(error).__name__}: {error}") from error
        for partition, future in last.items():
            offset = future.value.offset
            if 0 <= offset <= self._acked.get(partition, -1):
                raise LogTruncatedError(f"partition {partition} acknowledged offset {offset} again")
            self._acked[partition] = max(offset, self._acked.get(partition, -1))

    def _await_acks(self) -> None:
        """Wait for acknowledgements and check the log meanwhile, because a broker that restarted empty never
        answers.
        """
        before = None
        waited = 0.0
        while True:
            try:
                self._producer.flush(timeout=1)
                return
            except KafkaTimeoutError:
                waited += 1
                log = self.describe_log()
                if before is not None and log.topic_id != before.topic_id:
                    raise LogTruncatedError("the topic was recreated") from None
                before = log
                if waited >= DELIVERY_TIMEOUT_SECONDS:
                    raise

    def _ensure_topic(self) -> None:
        found = self._admin.describe_topics([self.topic])[0]
        if found["error_code"]:
            with contextlib.suppress(TopicAlreadyExistsError):
                self._admin.create_topics([NewTopic(self.topic, self.partitions, _REPLICAS)])
            found = self._admin.describe_topics([self.topic])[0]
        count = len(found["partitions"])
        if not found["error_code"] and count < self.partitions:
            raise BrokerError(
                f"topic {self.topic} has {count} partitions, the relay needs {self.partitions}"
            )


_REPLICAS = -1
"""The broker's default replication factor."""
