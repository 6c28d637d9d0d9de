"""The whole of `waypost up`: everything starts, whatever fails is restarted, and nothing is left behind."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg
import httpx2
import psutil
import psycopg
import pytest
from dagster_graphql import DagsterGraphQLClient

from runtime.embedded.process import free_port, port_is_open
from runtime.settings import Settings
from runtime.up.state import read_state
from tests.support.installation import PORTS, WAYPOST, Installation, installed
from tests.support.waiting import eventually
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake

pytestmark = pytest.mark.slow

VISITOR = {
    "accept": "text/html",
    "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
}


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with installed(tmp_path) as installation:
        yield installation


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Yield an installation started up to its broker, which several tests share."""
    with installed(tmp_path_factory.mktemp("running")) as installation:
        installation.start("Kafka broker", pipelines=False)
        yield installation


def test_everything_starts_recovers_stops_and_restarts_with_its_data(
    installation: Installation,
) -> None:
    installation.start()
    for name in PORTS:
        assert port_is_open(installation.ports[name]), name
    assert installation.get("/readyz").status_code == 200
    with psycopg.connect(installation.database_url()) as connection:
        connection.execute("CREATE TABLE public.kept (n int)")
    assert not becomes_owner(installation)
    scans_reach_the_dashboard_through_the_marts(installation)

    relay_port = installation.ports["WAYPOST_RELAY_METRICS_PORT"]
    (relay,) = (
        process for process in installation.family() if command_of(process)[-1:] == ["relay"]
    )
    relay.kill()
    eventually(lambda: "Relay runs again" in installation.output, within=60)
    assert port_is_open(relay_port)

    services = {service.name: service for service in read_state(installation.folder / "var")}
    assert len(services) == 10
    assert {service.state for service in services.values()} == {"running"}
    assert services["Relay"].restarts == 1

    family = installation.family()
    assert installation.stop() == 0
    _, alive = psutil.wait_procs(family, timeout=5)
    assert alive == []
    assert read_state(installation.folder / "var") == []

    orphan = left_by_a_killed_start(installation)
    installation.start("✓ Pipelines")
    with psycopg.connect(installation.database_url()) as connection:
        connection.execute("SELECT n FROM public.kept")
    assert status_of(installation, orphan) == "FAILURE"
    assert installation.stop(signal.SIGTERM) == 0


def scans_reach_the_dashboard_through_the_marts(installation: Installation) -> None:
    """Each process does its part: the API records, relay and lander transport, Dagster builds, the API reads."""
    with psycopg.connect(installation.database_url()) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name, time_zone)"
            " values ('org_harbor', 'harbor-coffee', 'Harbor Coffee', 'America/New_York')"
        )
    headers = {"Authorization": f"Bearer {installation.api_key()}"}
    with httpx2.Client(base_url=installation.url(""), headers=headers, timeout=30) as owner:
        body = {
            "name": "Table 7",
            "type": "redirect",
            "destination": "https://harbor-coffee.example/",
        }
        code_id = owner.post("/v1/qr/create-code", json=body).json()["code_id"]
        question = {"interval": "24hour", "filters": {"code": [code_id]}}

        def counted() -> int:
            return int(owner.post("/v1/get-analytics", json=question).json()["totals"]["scans"])

        for _ in range(3):
            visit = installation.get(f"/code/{code_id}", headers=VISITOR)
            assert visit.status_code == 302
        eventually(lambda: counted() == 3, within=60, every=0.5)
        assert in_marts(installation, code_id) == 0
        build_marts(installation)
        assert in_marts(installation, code_id) == 3
        assert counted() == 3


def build_marts(installation: Installation) -> None:
    """Start a run as a person does in Dagster's UI, since its schedule only runs every five minutes."""
    client = DagsterGraphQLClient(
        "127.0.0.1", port_number=installation.ports["WAYPOST_DAGSTER_PORT"]
    )
    today = datetime.now(UTC).date().isoformat()
    run_id = client.submit_job_execution(
        "build_marts",
        run_config={"ops": {"marts": {"config": {"mode": "incremental"}}}},
        tags={"dagster/partition": today},
    )
    ended = {dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED}
    eventually(lambda: client.get_run_status(run_id) in ended, within=120, every=0.5)
    assert client.get_run_status(run_id) == dg.DagsterRunStatus.SUCCESS


def in_marts(installation: Installation, code_id: str) -> int:
    """Return the scans of a code in the mart that dashboards read, as stored in the lake."""
    settings = Settings(_env_file=None, var_dir=installation.folder / "var")  # type: ignore[call-arg]
    mart = mart_table(Lake.from_settings(settings), "activity_15m")
    if not mart.exists():
        return 0
    rows = mart.handle().to_pyarrow_table(columns=["code_id", "type", "events"]).to_pylist()
    return sum(row["events"] for row in rows if (row["code_id"], row["type"]) == (code_id, "scan"))


def becomes_owner(installation: Installation) -> bool:
    """Return whether the web process's login can switch to the role that owns the schema."""
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        var_dir=installation.folder / "var",
        postgres_port=installation.ports["WAYPOST_POSTGRES_PORT"],
    )
    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        try:
            connection.execute("set role waypost")
        except psycopg.errors.InsufficientPrivilege:
            return False
    return True


@contextmanager
def dagster_of(installation: Installation) -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.from_config(str(installation.folder / "var" / "dagster")) as instance:
        yield instance


def left_by_a_killed_start(installation: Installation) -> str:
    """Create a build that was running when everything ended."""
    with dagster_of(installation) as instance:
        run = dg.DagsterRun(job_name="build_marts", status=dg.DagsterRunStatus.STARTED)
        instance.add_run(run)
        return run.run_id


def status_of(installation: Installation, run_id: str) -> str:
    with dagster_of(installation) as instance:
        run = instance.get_run_by_id(run_id)
        assert run is not None
        return run.status.value


def command_of(process: psutil.Process) -> list[str]:
    """Return its command; empty if it has ended by now, as a Postgres session may have."""
    with suppress(psutil.NoSuchProcess):
        return process.cmdline()
    return []


def test_all_services_end_when_the_supervisor_is_killed(installation: Installation) -> None:
    installation.start("Kafka broker", pipelines=False)
    family = installation.family()
    assert installation.process is not None

    installation.process.kill()
    installation.process.wait()

    _, alive = psutil.wait_procs(family, timeout=60)
    assert [command_of(one) for one in alive] == []


def test_start_right_after_the_supervisor_was_killed_succeeds_despite_a_hung_process(
    installation: Installation,
) -> None:
    installation.start("Kafka broker", pipelines=False)
    (broker,) = (one for one in installation.family() if one.name() == "tansu")
    broker.suspend()  # the signal sent at its parent's end no longer reaches it
    assert installation.process is not None
    installation.process.kill()
    installation.process.wait()

    installation.start("Kafka broker", pipelines=False)

    assert not broker.is_running() or broker.status() == psutil.STATUS_ZOMBIE
    assert installation.stop() == 0


def test_second_start_on_the_same_folder_and_a_port_in_use_are_single_sentence_errors(
    running: Installation, tmp_path: Path
) -> None:
    environment = {**os.environ, **{name: str(free_port()) for name in PORTS}}

    same_folder = subprocess.run(
        [WAYPOST, "up"],
        env={**environment, "WAYPOST_VAR_DIR": str(running.folder / "var")},
        capture_output=True,
        text=True,
        check=False,
    )
    kafka = running.ports["WAYPOST_KAFKA_PORT"]
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
    taken = f"already runs on {running.folder / 'var'} as process {running.pid}"
    assert taken in same_folder.stderr
    assert f"port {kafka} for the Kafka broker is in use by process" in taken_port.stderr
    assert "Traceback" not in same_folder.stderr + taken_port.stderr


def test_second_checkout_explains_how_to_start_beside_the_first(
    running: Installation, tmp_path: Path
) -> None:
    beside = subprocess.run(
        [WAYPOST, "up"],
        env={
            **os.environ,
            **{name: str(port) for name, port in running.ports.items()},
            "WAYPOST_VAR_DIR": str(tmp_path / "other"),
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert beside.returncode == 1
    kafka = running.ports["WAYPOST_KAFKA_PORT"]
    assert f"port {kafka} for the Kafka broker is in use" not in beside.stderr
    assert "another Waypost runs" in beside.stderr
    assert f"with its data in {running.folder / 'var'}" in beside.stderr
    advice = beside.stderr.split("beside it: ")[1].split()
    settings = dict(part.split("=") for part in advice if "=" in part)
    assert {"WAYPOST_KAFKA_PORT", "WAYPOST_POSTGRES_PORT"} <= set(settings)
    advised = {name: int(port) for name, port in settings.items()}
    assert not any(port_is_open(port) for port in advised.values())

    (broker,) = (one for one in running.family() if one.name() == "tansu")
    others = {name: free_port() for name in PORTS}
    with installed(tmp_path / "other", ports=others | advised) as second:
        second.start("Kafka broker", pipelines=False)
        brokers = [it.ports["WAYPOST_KAFKA_PORT"] for it in (running, second)]
        assert [port_is_open(port) for port in brokers] == [True, True]
        assert second.stop() == 0

    assert broker.is_running()
    assert port_is_open(kafka)
