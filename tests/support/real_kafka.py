"""Apache Kafka from Maven, one KRaft broker on loopback, for the tests marked `kafka`.

`python -m tests.support.real_kafka [pytest arguments]` downloads it on first use, starts it, runs the tests against it
and stops it. It has two listeners: one open to everybody, and an encrypted one with a password.
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
from secrets import token_urlsafe

from runtime.embedded.process import die_with_parent, free_port, port_is_open, stop, wait_until
from runtime.settings import ROOT
from tests.support.certificates import Authority
from tests.support.kafka import (
    AUTHORITY_VARIABLE,
    PASSWORD_VARIABLE,
    REAL_KAFKA_VARIABLE,
    SECURE_KAFKA_VARIABLE,
    USERNAME,
)

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
listeners=PLAINTEXT://127.0.0.1:{port},SASL_SSL://127.0.0.1:{secure},CONTROLLER://127.0.0.1:{controller}
advertised.listeners=PLAINTEXT://127.0.0.1:{port},SASL_SSL://127.0.0.1:{secure}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT
sasl.enabled.mechanisms=SCRAM-SHA-512
listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
ssl.keystore.type=PEM
ssl.keystore.location={keystore}
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
    """Return the folder of Kafka's jars, downloaded with Maven if it is missing."""
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
def running_kafka(folder: Path) -> Iterator[dict[str, str]]:
    """Run a formatted broker; yield the environment variables with which tests find it."""
    jars = fetch()
    port, secure, controller = free_port(), free_port(), free_port()
    authority, password = Authority(), token_urlsafe()
    keystore, known = folder / "server.pem", folder / "authority.pem"
    keystore.write_bytes(authority.issue("127.0.0.1"))
    known.write_bytes(authority.pem)
    properties = folder / "server.properties"
    properties.write_text(
        _PROPERTIES.format(
            port=port,
            secure=secure,
            controller=controller,
            keystore=keystore,
            logs=folder / "logs",
        )
    )
    (folder / "log4j2.yaml").write_text(_LOG4J)
    java = [
        *("java", f"-Xmx{HEAP}", "-Xms128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
        f"-Dlog4j2.configurationFile={folder / 'log4j2.yaml'}",
        *("-cp", f"{jars}/*"),
    ]
    cluster = urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
    known_there = f"SCRAM-SHA-512=[name={USERNAME},password={password}]"
    formatted = subprocess.run(
        [
            *(*java, "kafka.tools.StorageTool", "format", f"--cluster-id={cluster}"),
            *("--config", str(properties), "--add-scram", known_there),
        ],
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if formatted.returncode:
        raise RuntimeError(f"Kafka could not format its folder:\n{formatted.stdout[-3000:]}")
    with (folder / "kafka.log").open("wb") as log:
        broker = subprocess.Popen(
            [*java, "kafka.Kafka", str(properties)],
            stdout=log,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent(signal.SIGTERM),  # noqa: PLW1509 (becomes another program)
        )
    try:
        if not wait_until(lambda: port_is_open(port) and port_is_open(secure), broker, patience=90):
            raise RuntimeError(
                f"Kafka did not start:\n{(folder / 'kafka.log').read_text()[-3000:]}"
            )
        yield {
            REAL_KAFKA_VARIABLE: f"127.0.0.1:{port}",
            SECURE_KAFKA_VARIABLE: f"127.0.0.1:{secure}",
            PASSWORD_VARIABLE: password,
            AUTHORITY_VARIABLE: str(known),
        }
    finally:
        stop(broker, signal.SIGTERM, patience=20)


def version() -> str:
    """Return the version of the downloaded Kafka."""
    tool = ["java", "-cp", f"{fetch()}/*", "kafka.Kafka", "--version"]
    return subprocess.run(tool, check=True, capture_output=True, text=True).stdout.strip()


def marked_files() -> list[str]:
    """Return the test files that name the mark: collecting all the others takes a third of the time of these tests."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(it.relative_to(ROOT)) for it in files if "mark.kafka" in it.read_text()]


def main(arguments: list[str]) -> int:
    """Run the marked tests on a separate Kafka."""
    folder = Path(tempfile.mkdtemp(prefix="waypost-kafka-"))
    try:
        with running_kafka(folder) as found:
            print(f"Apache Kafka {version()} at {found[REAL_KAFKA_VARIABLE]}", flush=True)
            run = subprocess.run(
                [sys.executable, "-m", "pytest", "-m", "kafka", *(arguments or marked_files())],
                cwd=ROOT,
                env={**os.environ, **found},
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
