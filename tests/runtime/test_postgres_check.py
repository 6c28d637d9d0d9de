"""The health of Postgres, derived from its responses to a client and from its processes."""

import socket
import struct
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import psutil
import pytest

from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import free_port
from runtime.up.services import PostgresService
from runtime.up.supervisor import Supervisor
from tests.support.waiting import eventually

STARTING = ("57P03", "the database system is not yet accepting connections")
FULL = ("53300", "sorry, too many clients already")


@contextmanager
def refusing(code: str, message: str) -> Iterator[int]:
    """Run a server that refuses every client in Postgres' protocol; yield its port."""
    fields = f"SFATAL\0VFATAL\0C{code}\0M{message}\0\0".encode()
    refusal = b"E" + struct.pack(">i", len(fields) + 4) + fields

    def answer(client: socket.socket) -> None:
        with client:
            while packet := client.recv(1024):
                wants_encryption = packet[4:8] in {
                    struct.pack(">i", 80877103),
                    struct.pack(">i", 80877104),
                }
                client.sendall(b"N" if wants_encryption else refusal)
                if not wants_encryption:
                    return

    def serve(listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                answer(listener.accept()[0])

    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=serve, args=[listener], daemon=True).start()
        yield listener.getsockname()[1]


@pytest.fixture
def parent() -> Iterator[Callable[[str], subprocess.Popen[bytes]]]:
    """Yield a function that starts a process with a child that has the given title."""
    made = []

    def make(title: str) -> subprocess.Popen[bytes]:
        script = f"(exec -a '{title}' sleep 60) & wait"
        process = subprocess.Popen(["bash", "-c", script])
        made.append(process)
        eventually(lambda: psutil.Process(process.pid).children())
        eventually(lambda: title in psutil.Process(process.pid).children()[0].cmdline())
        return process

    yield make
    for process in made:
        for child in psutil.Process(process.pid).children():
            child.kill()
        process.kill()
        process.wait()


def test_server_that_reports_starting_but_has_no_recovery_process_is_refusing(
    tmp_path: Path, parent: Callable[[str], subprocess.Popen[bytes]]
) -> None:
    with refusing(*STARTING) as port:
        server = EmbeddedPostgres(tmp_path / "postgres", port, "secret")
        server._child = parent("postgres: checkpointer")

        assert server.check() == "refusing"


def test_server_in_recovery_is_alive(
    tmp_path: Path, parent: Callable[[str], subprocess.Popen[bytes]]
) -> None:
    with refusing(*STARTING) as port:
        server = EmbeddedPostgres(tmp_path / "postgres", port, "secret")
        server._child = parent("postgres: startup recovering 000000010000000000000001")

        assert server.check() == "alive"


def test_server_without_a_free_connection_is_alive(tmp_path: Path) -> None:
    with refusing(*FULL) as port:
        assert EmbeddedPostgres(tmp_path / "postgres", port, "secret").check() == "alive"


def test_port_without_a_server_counts_as_silent(tmp_path: Path) -> None:
    server = EmbeddedPostgres(tmp_path / "postgres", free_port(), "secret")

    assert server.check() == "silent"


def test_frozen_server_is_restarted_with_its_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runtime.up.monitored_service.HUNG_AFTER", 2.0)
    monkeypatch.setattr("runtime.up.monitored_service.CHECK_EVERY", 0.5)
    lines: list[str] = []
    server = EmbeddedPostgres(tmp_path / "postgres", free_port(), "secret")
    supervisor = Supervisor(say=lines.append)
    supervisor.start(PostgresService(server))
    first = server.pid
    assert first is not None

    psutil.Process(first).suspend()

    def is_back() -> bool:
        supervisor.run_round()
        return any("Postgres runs again" in line for line in lines)

    eventually(is_back, within=60)
    checked = server.check()
    supervisor.stop()

    assert checked == "ready"
    assert server.pid != first
    assert any("Postgres gave no sign of life for 2 s" in line for line in lines)
