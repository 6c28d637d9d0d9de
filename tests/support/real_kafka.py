"""Apache Kafka from Maven, one KRaft broker on loopback, for the tests marked `kafka`.

`python -m tests.support.real_kafka [pytest arguments]` fetches it on first use, starts it, runs the
tests against it and stops it.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import uuid
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.embedded.process import die_with_parent, free_port, port_is_open, stop, wait_until
from runtime.settings import ROOT
from tests.support.kafka import REAL_KAFKA_VARIABLE

VERSION = "4.1.1"
HOME = ROOT / ".setup" / "kafka"
HEAP = "384m"
MAVEN_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"

_POM = f"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>waypost</groupId>
  <artifactId>kafka-for-tests</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>{VERSION}</version>
    </dependency>
  </dependencies>
</project>
"""

_PROPERTIES = """
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller}
listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}
advertised.listeners=PLAINTEXT://127.0.0.1:{port}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs={logs}
auto.create.topics.enable=false
default.replication.factor=1
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=1
group.initial.rebalance.delay.ms=0
"""


def fetch() -> Path:
    """Folder of Kafka's jars, fetched by Maven where it is missing."""
    jars = HOME / VERSION
    if not jars.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        (HOME / "pom.xml").write_text(_POM)
        fetched = HOME / f"{VERSION}.part"
        shutil.rmtree(fetched, ignore_errors=True)
        subprocess.run(
            ["mvn", "-B", "-q", MAVEN_PLUGIN, f"-DoutputDirectory={fetched}"], cwd=HOME, check=True
        )
        fetched.rename(jars)
    return jars


@contextmanager
def running_kafka(folder: Path) -> Iterator[str]:
    """A formatted and started broker; yields its bootstrap servers."""
    jars = fetch()
    port, controller = free_port(), free_port()
    properties = folder / "server.properties"
    properties.write_text(
        _PROPERTIES.format(port=port, controller=controller, logs=folder / "logs")
    )
    (folder / "log4j2.yaml").write_text(_LOG4J)
    java = [
        *("java", f"-Xmx{HEAP}", "-Xms128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
        f"-Dlog4j2.configurationFile={folder / 'log4j2.yaml'}",
        *("-cp", f"{jars}/*"),
    ]
    cluster = urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
    tool = [*java, "kafka.tools.StorageTool", "format", "-t", cluster, "-c", str(properties)]
    subprocess.run(tool, check=True, capture_output=True)
    with (folder / "kafka.log").open("wb") as log:
        broker = subprocess.Popen(
            [*java, "kafka.Kafka", str(properties)],
            stdout=log,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent(signal.SIGTERM),  # noqa: PLW1509 (becomes another program)
        )
    try:
        if not wait_until(lambda: port_is_open(port), broker, patience=90):
            raise RuntimeError(
                f"Kafka did not start:\n{(folder / 'kafka.log').read_text()[-3000:]}"
            )
        yield f"127.0.0.1:{port}"
    finally:
        stop(broker, signal.SIGTERM, patience=20)


def version() -> str:
    """What the fetched Kafka says it is."""
    tool = ["java", "-cp", f"{fetch()}/*", "kafka.Kafka", "--version"]
    return subprocess.run(tool, check=True, capture_output=True, text=True).stdout.strip()


def main(arguments: list[str]) -> int:
    """Run the marked tests on a Kafka of their own."""
    folder = Path(tempfile.mkdtemp(prefix="waypost-kafka-"))
    try:
        with running_kafka(folder) as servers:
            print(f"Apache Kafka {version()} at {servers}", flush=True)
            run = subprocess.run(
                [sys.executable, "-m", "pytest", "-m", "kafka", *(arguments or ["tests"])],
                cwd=ROOT,
                env={**os.environ, REAL_KAFKA_VARIABLE: servers},
                check=False,
            )
            return run.returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)


_LOG4J = """
Configuration:
  Appenders:
    Console:
      name: STDOUT
      PatternLayout:
        pattern: "%d %p %m (%c)%n"
  Loggers:
    Root:
      level: WARN
      AppenderRef:
        ref: STDOUT
"""

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
