"""Starts all processes of `waypost up` in order."""

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from runtime.embedded.kafka import EmbeddedKafka
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import ServiceFailed, free_port, mark_start
from runtime.identity.people import PASSWORD, choices
from runtime.secrets import local_secret
from runtime.settings import ROOT, Settings
from runtime.up.logs import rotate
from runtime.up.orphans import end_orphans, mark_children
from runtime.up.ports import needed_ports, require_free
from runtime.up.services import (
    CommandService,
    Interrupted,
    KafkaService,
    PostgresService,
    last_log_line,
    spawn,
    stop_group,
)
from runtime.up.state import state_file, write_state
from runtime.up.supervisor import Supervisor, fail
from runtime.vendor_settings import contributed_vendor_settings

_BIN = Path(sys.executable).parent

# Dagster stores runs, schedules and sensors under the location's name, so it must not contain the port.
_WORKSPACE = """\
load_from:
  - grpc_server: {{ host: 127.0.0.1, port: {port}, location_name: waypost }}
"""


def run(settings: Settings, *, demo: bool, pipelines: bool = True) -> int:
    """Start, supervise and stop all services, and return the exit code."""
    for kind in contributed_vendor_settings():
        settings.vendor(kind)  # report invalid settings before anything starts

    def start(supervisor: Supervisor) -> None:
        _start(supervisor, settings, demo=demo, pipelines=pipelines)

    return _supervise(settings, start)


def run_postgres(settings: Settings) -> int:
    """Run only the embedded Postgres, and return the exit code."""
    if not settings.embedded_postgres:
        raise ServiceFailed("DATABASE_URL is set, so there is no embedded Postgres to run")

    def start(supervisor: Supervisor) -> None:
        end_orphans(settings.var_dir, supervisor.say)
        mark_children(settings.var_dir)
        port = settings.postgres_port
        require_free({port: needed_ports(settings)[port]})
        _start_postgres(supervisor, settings)
        supervisor.say(f"\nPostgres is ready:  {settings.database_url}\nCtrl-C stops it.")

    return _supervise(settings, start)


def _supervise(settings: Settings, start: Callable[[Supervisor], None]) -> int:
    supervisor = Supervisor(
        on_change=lambda changed: _write_state(settings, changed),
        on_round=_housekeeping(settings),
    )
    code = 0
    with supervisor.listening(), _instance_lock(settings.var_dir):
        try:
            start(supervisor)
            supervisor.watch()
        except Interrupted:
            code = 0
        except ServiceFailed as failure:
            fail(str(failure).splitlines())
            code = 1
        finally:
            if supervisor.has_launched():
                supervisor.say("\nStopping …")
                supervisor.stop()
                supervisor.say(f"Stopped. All data stays in {settings.var_dir}")
    return code


def _write_state(settings: Settings, supervisor: Supervisor) -> None:
    with contextlib.suppress(OSError):  # if the disk is full, services run without it
        write_state(state_file(settings.var_dir), supervisor)


def _housekeeping(settings: Settings) -> Callable[[], None]:
    """Return a function that rotates logs twice a minute."""
    next_time = 0.0

    def rotate_logs() -> None:
        nonlocal next_time
        if time.monotonic() >= next_time:
            next_time = time.monotonic() + 30
            with contextlib.suppress(OSError):
                rotate(settings.var_dir / "logs")

    return rotate_logs


def _start(supervisor: Supervisor, settings: Settings, *, demo: bool, pipelines: bool) -> None:
    end_orphans(settings.var_dir, supervisor.say)
    mark_children(settings.var_dir)
    require_free(needed_ports(settings))
    begin = time.monotonic()
    supervisor.say("Starting Waypost")
    if settings.embedded_postgres:
        _start_postgres(supervisor, settings)
    if settings.embedded_kafka:
        broker = EmbeddedKafka(settings.kafka_port, settings.var_dir / "logs" / "kafka.log")
        supervisor.start(KafkaService(broker))
    code_servers = [_code_server(settings, free_port())] if pipelines else []
    supervisor.launch(*code_servers, *_login(settings))
    _run_step(supervisor, "Database schema", settings, "migrate")
    if demo:
        _load_demo(supervisor, settings)
    supervisor.launch(*_own_processes(settings))
    supervisor.await_ready(*code_servers)  # runs of an earlier start have ended by this time
    if pipelines:
        supervisor.start(*_orchestrator(settings))
    if not (ROOT / "web" / "dist" / "admin" / "index.html").exists():
        supervisor.say("  ! The web app is not built: run `make run`, or `npm run build`")
    _welcome(supervisor, settings, time.monotonic() - begin, pipelines=pipelines)


def _start_postgres(supervisor: Supervisor, settings: Settings) -> None:
    server = EmbeddedPostgres(
        settings.var_dir / "postgres",
        settings.postgres_port,
        local_secret(settings.var_dir / "secrets", "postgres"),
        log=settings.var_dir / "logs" / "postgres.log",
    )
    supervisor.start(PostgresService(server))


def _welcome(
    supervisor: Supervisor, settings: Settings, seconds: float, *, pipelines: bool
) -> None:
    lines = [f"\nWaypost is ready after {seconds:.1f} s:  {settings.base_url}"]
    if pipelines:
        lines.append(f"Dagster:  http://localhost:{settings.dagster_port}")
    if settings.embedded_identity:
        lines.append(f"Log in with the password {PASSWORD} as")
        lines += [f"  {one.email:<32}{one.role}, {one.organization}" for one in choices()]
    lines.append("Ctrl-C stops it.\n")
    supervisor.say("\n".join(lines))


def _login(settings: Settings) -> list[CommandService]:
    if not settings.embedded_identity:
        return []
    identity = _address(settings, settings.identity_port, "/healthz")
    return [_waypost(settings, "Login", "identity", identity)]


def _own_processes(settings: Settings) -> list[CommandService]:
    api = _address(settings, settings.port, "/healthz")
    relay = _address(settings, settings.relay_metrics_port, "/healthz")
    lander = _address(settings, settings.lander_metrics_port, "/healthz")
    return [
        _waypost(settings, "Web and API", "api", api),
        _waypost(settings, "Relay", "relay", relay),
        _waypost(settings, "Lander", "land", lander),
        _job_worker(settings),
    ]


def _job_worker(settings: Settings) -> CommandService:
    log = settings.var_dir / "logs" / "jobs.log"
    return CommandService(
        "Jobs",
        [str(_BIN / "waypost"), "jobs"],
        log=log,
        environment=_environment(settings),
    )


def _address(settings: Settings, port: int, path: str) -> str:
    host = "127.0.0.1" if settings.host in {"0.0.0.0", "::"} else settings.host  # noqa: S104
    return f"http://{host}:{port}{path}"


def _waypost(
    settings: Settings,
    name: str,
    command: str,
    health_url: str,
) -> CommandService:
    return CommandService(
        name,
        [str(_BIN / "waypost"), command],
        log=settings.var_dir / "logs" / f"{command}.log",
        health_url=health_url,
        environment=_environment(settings),
    )


_AT_ONCE = signal.SIGKILL
"""Dagster turns SIGTERM into an exception, which is lost if it arrives during an import."""


def _code_server(settings: Settings, port: int) -> CommandService:
    """Return one code server for the UI and the daemon, so that definitions are imported only once."""
    home = settings.var_dir / "dagster"
    home.mkdir(parents=True, exist_ok=True)
    (home / "dagster.yaml").write_text((ROOT / "dagster.yaml").read_text())
    (home / "workspace.yaml").write_text(_WORKSPACE.format(port=port))
    return CommandService(
        "Pipelines",
        [
            *(sys.executable, "-m", "pipelines.code_server"),
            *("--host", "127.0.0.1", "--port", str(port)),
            *("--max-workers", "4", "--log-level", "warning"),
        ],
        log=settings.var_dir / "logs" / "dagster-code.log",
        grpc_port=port,
        is_background=True,
        environment=_environment(settings),
        parent_death_signal=_AT_ONCE,
    )


def _orchestrator(settings: Settings) -> list[CommandService]:
    logs = settings.var_dir / "logs"
    workspace = ["--workspace", str(settings.var_dir / "dagster" / "workspace.yaml")]
    return [
        CommandService(
            "Dagster UI",
            [
                *(str(_BIN / "dagster-webserver"), *workspace, "--host", settings.host),
                *("--port", str(settings.dagster_port), "--log-level", "warning"),
            ],
            log=logs / "dagster-webserver.log",
            health_url=_address(settings, settings.dagster_port, "/server_info"),
            environment=_environment(settings),
            parent_death_signal=_AT_ONCE,
            is_background=True,
        ),
        CommandService(
            "Dagster daemon",
            [str(_BIN / "dagster-daemon"), "run", *workspace, "--log-level", "info"],
            log=logs / "dagster-daemon.log",
            environment=_environment(settings),
            parent_death_signal=_AT_ONCE,
            is_background=True,
        ),
    ]


def _environment(settings: Settings) -> dict[str, str]:
    return {
        "DAGSTER_HOME": str(settings.var_dir / "dagster"),
        "DAGSTER_DISABLE_TELEMETRY": "yes",
        "PYTHONUNBUFFERED": "1",
        "MALLOC_ARENA_MAX": "2",  # threads of arrow and grpc otherwise each retain an arena
        # glibc otherwise raises both with each large block that is freed, and then retains such
        # blocks forever
        "MALLOC_MMAP_THRESHOLD_": "131072",
        "MALLOC_TRIM_THRESHOLD_": "1048576",
        "PATH": f"{_BIN}{os.pathsep}{os.environ.get('PATH', '')}",
    }


def _run_step(supervisor: Supervisor, name: str, settings: Settings, command: str) -> None:
    """Run a command that must finish before the next service starts."""
    supervisor.check()
    begin = time.monotonic()
    log = settings.var_dir / "logs" / f"{command}.log"
    mark_start(log)
    child = spawn([str(_BIN / "waypost"), command], log, _environment(settings))
    try:
        while True:
            try:
                code = child.wait(0.2)
                break
            except subprocess.TimeoutExpired:
                supervisor.check()
                supervisor.run_round()
    finally:
        stop_group(child, grace=5)
    if code != 0:
        raise ServiceFailed(f"{name}: `waypost {command}` failed: {last_log_line(log)}")
    supervisor.progress(name, time.monotonic() - begin)


def _load_demo(supervisor: Supervisor, settings: Settings) -> None:
    """Load the demo unless it is complete. `waypost demo` resumes an interrupted load.

    The organisations are created long before their events, so a marker file is written once the command has succeeded.
    """
    mark = settings.var_dir / "demo-loaded"
    with psycopg.connect(settings.database_url) as connection:
        has_rows = connection.execute(
            "SELECT 1 FROM analytics_v1.organizations WHERE is_demo LIMIT 1"
        ).fetchone()
    if has_rows and mark.exists():
        return
    supervisor.await_ready()  # so that the start-up times of services do not include the demo's
    _run_step(supervisor, "Demo organisations", settings, "demo")
    mark.touch()


@contextmanager
def _instance_lock(folder: Path) -> Iterator[None]:
    """Lock the data folder, so that only one supervisor uses it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "up.lock").open("a+")
    except OSError as refused:
        raise ServiceFailed(
            f"the data folder {folder} cannot be used ({refused.strerror});"
            " choose another with WAYPOST_VAR_DIR"
        ) from refused
    with file as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as taken:
            lock.seek(0)
            raise ServiceFailed(
                f"Waypost already runs on {folder} as process {lock.read().strip()}"
            ) from taken
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield
