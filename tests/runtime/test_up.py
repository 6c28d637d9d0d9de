"""`waypost up`, whole: everything comes up, what falls is started again, nothing is left behind."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx2
import psutil
import psycopg
import pytest

from runtime.embedded.process import free_port, port_is_open
from tests.support.installation import PORTS, WAYPOST, Installation, installed
from tests.support.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with installed(tmp_path) as installation:
        yield installation


def test_everything_runs_heals_stops_and_comes_back_with_its_data(
    installation: Installation,
) -> None:
    installation.start()
    for name in PORTS:
        assert port_is_open(installation.ports[name]), name
    assert httpx2.get(installation.url("/readyz")).status_code == 200
    with psycopg.connect(installation.database_url()) as connection:
        connection.execute("CREATE TABLE public.kept (n int)")

    relay_port = installation.ports["WAYPOST_RELAY_METRICS_PORT"]
    (relay,) = (
        process for process in installation.family() if command_of(process)[-1:] == ["relay"]
    )
    relay.kill()
    eventually(lambda: "Relay runs again" in installation.said, within=60)
    assert port_is_open(relay_port)

    family = installation.family()
    assert installation.stop() == 0
    _, alive = psutil.wait_procs(family, timeout=5)
    assert alive == []

    installation.start()
    with psycopg.connect(installation.database_url()) as connection:
        connection.execute("SELECT n FROM public.kept")
    assert installation.stop(signal.SIGTERM) == 0


def command_of(process: psutil.Process) -> list[str]:
    """Its command; none when it is gone by now, as a session of Postgres may be."""
    with suppress(psutil.NoSuchProcess):
        return process.cmdline()
    return []


def test_killed_supervisor_takes_everything_with_it(installation: Installation) -> None:
    installation.start("Kafka broker")
    family = installation.family()
    assert installation.process is not None

    installation.process.kill()
    installation.process.wait()

    _, alive = psutil.wait_procs(family, timeout=60)
    assert [command_of(one) for one in alive] == []


def test_second_one_on_the_same_folder_and_a_taken_port_are_one_sentence(
    installation: Installation, tmp_path: Path
) -> None:
    installation.start("Kafka broker")
    environment = {**os.environ, **{name: str(free_port()) for name in PORTS}}

    same_folder = subprocess.run(
        [WAYPOST, "up"],
        env={**environment, "WAYPOST_VAR_DIR": str(tmp_path / "var")},
        capture_output=True,
        text=True,
        check=False,
    )
    kafka = installation.ports["WAYPOST_KAFKA_PORT"]
    taken_port = subprocess.run(
        [WAYPOST, "up"],
        env={
            **environment,
            "WAYPOST_VAR_DIR": str(tmp_path / "other"),
            "WAYPOST_KAFKA_PORT": str(kafka),
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert same_folder.returncode == taken_port.returncode == 1
    assert f"already runs on {tmp_path / 'var'} as process {installation.pid}" in same_folder.stderr
    assert f"port {kafka} for the Kafka broker is in use by process" in taken_port.stderr
    assert "Traceback" not in same_folder.stderr + taken_port.stderr
