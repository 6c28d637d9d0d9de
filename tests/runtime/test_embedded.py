"""The embedded services keep their promises and die with their owner."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from runtime.embedded.kafka import EmbeddedKafka, create_topic
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import ServiceFailed, free_port


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedPostgres]:
    running = EmbeddedPostgres(tmp_path / "postgres", free_port(), "a/secret with%signs")
    running.start()
    yield running
    running.stop()


def _write(server: EmbeddedPostgres) -> None:
    with psycopg.connect(server.url()) as connection:
        connection.execute("CREATE TABLE kept (n int)")
        connection.execute("INSERT INTO kept VALUES (42)")


def _read(server: EmbeddedPostgres) -> object:
    with psycopg.connect(server.url()) as connection:
        return connection.execute("SELECT n FROM kept").fetchone()


def test_committed_rows_survive_a_power_cut(server: EmbeddedPostgres) -> None:
    _write(server)

    server.kill()
    server.start()

    assert _read(server) == (42,)


def test_committed_rows_survive_a_restart(server: EmbeddedPostgres) -> None:
    _write(server)

    server.stop()
    server.start()

    assert _read(server) == (42,)


def test_pid_file_of_a_dead_server_does_not_prevent_a_start(server: EmbeddedPostgres) -> None:
    pid_file = server.folder / "postmaster.pid"
    left_behind = pid_file.read_text()
    server.kill()
    number_in_use_again = str(psutil.Process().pid)
    pid_file.write_text("\n".join([number_in_use_again, *left_behind.splitlines()[1:]]) + "\n")

    server.start()

    assert server.exit_code is None


def test_second_server_on_the_same_folder_is_refused(server: EmbeddedPostgres) -> None:
    second = EmbeddedPostgres(server.folder, free_port(), "a/secret with%signs")

    with pytest.raises(ServiceFailed, match=f"already runs .* process {server.pid}"):
        second.start()


def test_port_in_use_is_reported(tmp_path: Path, broker: EmbeddedKafka) -> None:
    with pytest.raises(ServiceFailed, match=f"port {broker.port} for Postgres"):
        EmbeddedPostgres(tmp_path / "postgres", broker.port, "secret").start()
    with pytest.raises(ServiceFailed, match=f"port {broker.port} for Kafka"):
        EmbeddedKafka(broker.port, tmp_path / "other.log").start()


def test_wrong_secret_is_distinguished_from_a_slow_start(server: EmbeddedPostgres) -> None:
    server.stop()
    stranger = EmbeddedPostgres(server.folder, free_port(), "another secret")

    with pytest.raises(ServiceFailed, match="made with another secret"):
        stranger.start()


def test_topic_is_created_once_with_its_partitions(broker: EmbeddedKafka) -> None:
    from kafka import KafkaConsumer

    create_topic(broker.bootstrap_servers, "scans", 3)
    create_topic(broker.bootstrap_servers, "scans", 5)

    consumer = KafkaConsumer(bootstrap_servers=broker.bootstrap_servers)
    assert consumer.partitions_for_topic("scans") == {0, 1, 2}
    consumer.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
def test_services_die_when_their_owner_is_killed(tmp_path: Path) -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", _OWNER, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    children = [psutil.Process(int(pid)) for pid in owner.stdout.readline().split()]

    owner.send_signal(signal.SIGKILL)
    owner.wait()

    _, alive = psutil.wait_procs(children, timeout=10)
    assert alive == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
def test_child_exits_if_its_owner_was_killed_before_the_child_was_ready() -> None:
    orphan = subprocess.run([sys.executable, "-c", _ORPHAN], check=False)

    assert orphan.returncode == 128 + signal.SIGTERM


# The owner requests it; when the grandchild sets it up, it has another parent.
_ORPHAN = """
import os, signal, sys
from runtime.embedded.process import die_with_parent

arrange = die_with_parent(signal.SIGTERM)
if os.fork() == 0:
    if os.fork() == 0:
        arrange()
        os._exit(0)
    os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""

_OWNER = """
import sys, time
from pathlib import Path
from runtime.embedded.kafka import EmbeddedKafka
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import free_port

folder = Path(sys.argv[1])
postgres = EmbeddedPostgres(folder / "postgres", free_port(), "secret")
kafka = EmbeddedKafka(free_port(), folder / "kafka.log")
postgres.start()
kafka.start()
print(postgres.pid, kafka.pid, flush=True)
time.sleep(60)
"""
