"""Brokers for tests: a fresh embedded one for each test, or the real one that CI names."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.embedded.kafka import EmbeddedKafka
from runtime.embedded.process import ServiceFailed, free_port

REAL_KAFKA_VARIABLE = "WAYPOST_TEST_KAFKA"
SECURE_KAFKA_VARIABLE = "WAYPOST_TEST_KAFKA_SECURE"
PASSWORD_VARIABLE = "WAYPOST_TEST_KAFKA_PASSWORD"
AUTHORITY_VARIABLE = "WAYPOST_TEST_KAFKA_AUTHORITY"
USERNAME = "waypost"


def real_kafka() -> str | None:
    """Return the bootstrap servers of the Apache Kafka that this run should use, if any."""
    return os.environ.get(REAL_KAFKA_VARIABLE) or None


@contextmanager
def running_broker(folder: Path) -> Iterator[EmbeddedKafka]:
    """Yield an empty broker that is stopped at the end."""
    for attempt in range(5):
        broker = EmbeddedKafka(free_port(), folder / "kafka.log")
        try:
            broker.start()
            break
        except ServiceFailed:  # another worker took the port between the check and the start
            if attempt == 4:
                raise
    try:
        yield broker
    finally:
        broker.stop()
