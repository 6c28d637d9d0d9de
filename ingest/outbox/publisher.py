"""The relay's side of Kafka: one topic, an idempotent producer, and which log it is writing to."""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from kafka import KafkaAdminClient, KafkaProducer, TopicPartition
from kafka.admin import NewTopic
from kafka.errors import KafkaError, KafkaTimeoutError, TopicAlreadyExistsError

from ingest.contracts.topics import EVENTS_TOPIC

PATIENCE_SECONDS = 10.0
_LATEST = -1
_QUICK: dict[str, Any] = {
    "bootstrap_timeout_ms": 5_000,
    "request_timeout_ms": 5_000,
    "retry_backoff_ms": 50,
    "reconnect_backoff_max_ms": 500,
}


class BrokerTrouble(Exception):
    """The broker is away, or took only a part of what was sent; nothing is known to be lost."""


class LogShrank(BrokerTrouble):
    """The broker's log is another one, or shorter than it was."""


@dataclass(frozen=True)
class Log:
    """A topic's log as the broker describes it. `ends` only ever grow while it is the same log."""

    topic_id: str
    ends: dict[int, int]


class Outgoing(NamedTuple):
    """One event on its way to its partition."""

    partition: int
    key: str
    payload: bytes
    pos: int
    prev: int
    """The pos before this one in the same partition; 0 when it is the first."""


class Publisher:
    """An open connection to the broker; closed and opened anew after any trouble."""

    def __init__(
        self, access: Mapping[str, Any], partitions: int, topic: str = EVENTS_TOPIC
    ) -> None:
        """Connect as `runtime.kafka_access` says.

        Raises:
            BrokerTrouble: no broker answers, it does not know us, or the topic has too few partitions.
        """
        self.topic = topic
        self.partitions = partitions
        self._acked: dict[int, int] = {}
        try:
            self._admin = KafkaAdminClient(**access, client_id="waypost-relay", **_QUICK)
        except (KafkaError, OSError) as error:
            servers = ", ".join(access["bootstrap_servers"])
            raise BrokerTrouble(f"no broker at {servers} lets us in: {error}") from error
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
                delivery_timeout_ms=int(PATIENCE_SECONDS * 1000),
                allow_auto_create_topics=False,
                **_QUICK,
            )
        except (KafkaError, BrokerTrouble) as error:
            self._admin.close()
            raise BrokerTrouble(str(error)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._producer.close(timeout=0)
            self._admin.close()
        except KafkaError:
            pass  # whatever was on its way will be sent again with the same numbers

    def look(self) -> Log:
        """Which log the broker holds now."""
        try:
            found = self._admin.describe_topics([self.topic])[0]
            if found["error_code"]:
                raise LogShrank(f"the broker has no topic {self.topic}")
            offsets = self._admin.list_partition_offsets(
                {TopicPartition(self.topic, n): _LATEST for n in range(self.partitions)}
            )
        except KafkaError as error:
            raise BrokerTrouble(str(error)) from error
        ends = {partition.partition: found.offset for partition, found in offsets.items()}
        return Log(str(found["topic_id"]), ends)

    def send(self, records: Sequence[Outgoing]) -> None:
        """Publish the records in order and return when the broker has acknowledged all of them."""
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
                    raise BrokerTrouble(f"not acknowledged: {future.exception!r}")
        except (KafkaError, AssertionError, ValueError) as error:
            raise BrokerTrouble(f"{type(error).__name__}: {error}") from error
        for partition, future in last.items():
            offset = future.value.offset
            if 0 <= offset <= self._acked.get(partition, -1):
                raise LogShrank(f"partition {partition} acknowledged offset {offset} again")
            self._acked[partition] = max(offset, self._acked.get(partition, -1))

    def _await_acks(self) -> None:
        """Wait, but look after the broker meanwhile: one that came back empty never answers."""
        before = None
        waited = 0.0
        while True:
            try:
                self._producer.flush(timeout=1)
                return
            except KafkaTimeoutError:
                waited += 1
                log = self.look()
                if before is not None and log.topic_id != before.topic_id:
                    raise LogShrank("the broker came back with another log") from None
                before = log
                if waited >= PATIENCE_SECONDS:
                    raise

    def _ensure_topic(self) -> None:
        found = self._admin.describe_topics([self.topic])[0]
        if found["error_code"]:
            with contextlib.suppress(TopicAlreadyExistsError):
                self._admin.create_topics([NewTopic(self.topic, self.partitions, _REPLICAS)])
            found = self._admin.describe_topics([self.topic])[0]
        count = len(found["partitions"])
        if not found["error_code"] and count < self.partitions:
            raise BrokerTrouble(
                f"topic {self.topic} has {count} partitions, the relay needs {self.partitions}"
            )


_REPLICAS = -1
"""As many as the broker's own default says."""
