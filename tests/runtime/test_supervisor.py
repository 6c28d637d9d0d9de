"""The guarantees of `waypost up` for any service: started in order, restarted when it ends, and stopped for good."""

import signal
import subprocess
import sys
import threading
import time
from datetime import datetime
from pathlib import Path

import psutil
import pytest

from runtime.embedded.process import ServiceFailed, free_port, port_is_open
from runtime.settings import ROOT
from runtime.up.ports import require_free
from runtime.up.services import BACKGROUND, CommandService
from runtime.up.supervisor import Supervisor
from tests.support.waiting import eventually


def web_server(folder: Path, name: str, port: int) -> CommandService:
    return CommandService(
        name,
        [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"],
        log=folder / f"{name}.log",
        health_url=f"http://127.0.0.1:{port}/",
    )


def time_of(line: str) -> str:
    """Return the UTC time at the beginning of a line; raises if there is none."""
    return f"{datetime.strptime(line[:20], '%Y-%m-%dT%H:%M:%S%z'):%Y-%m-%dT%H:%M:%SZ}"


def test_services_are_ready_after_start_and_gone_after_stop(tmp_path: Path) -> None:
    lines: list[str] = []
    supervisor = Supervisor(say=lines.append)
    ports = [free_port(), free_port()]

    supervisor.start(*(web_server(tmp_path, f"web-{port}", port) for port in ports))
    ready = [port_is_open(port) for port in ports]
    supervisor.stop()

    assert ready == [True, True]
    assert [port_is_open(port) for port in ports] == [False, False]
    assert {line.split()[1] for line in lines} == {f"web-{port}" for port in ports}


def test_crashed_service_is_restarted_and_reported(tmp_path: Path) -> None:
    lines: list[str] = []
    supervisor = Supervisor(say=lines.append)
    service = web_server(tmp_path, "web", free_port())
    supervisor.start(service)
    first = service.pid
    assert first is not None

    def kill_then_stop() -> None:
        psutil.Process(first).kill()
        eventually(lambda: any("runs again" in line for line in lines))
        supervisor.request_stop()

    helper = threading.Thread(target=kill_then_stop)
    helper.start()
    supervisor.watch()
    helper.join()
    second = service.pid
    supervisor.stop()

    assert second != first
    messages = [line for line in lines if "web stopped" in line or "runs again" in line]
    assert [line[:20] for line in messages] == [time_of(line) for line in messages]
    assert "restarting" in messages[0]


def test_service_that_cannot_start_is_reported_with_its_last_log_line(tmp_path: Path) -> None:
    broken = CommandService(
        "Relay",
        [sys.executable, "-c", "raise SystemExit('the outbox is missing')"],
        log=tmp_path / "relay.log",
        health_url="http://127.0.0.1:9/",
    )
    supervisor = Supervisor(say=lambda _: None)

    with pytest.raises(ServiceFailed, match="Relay did not start: the outbox is missing"):
        supervisor.start(broken)
    supervisor.stop()


def test_missing_tool_is_reported(tmp_path: Path) -> None:
    service = CommandService("Relay", ["/nowhere/waypost"], log=tmp_path / "relay.log")

    with pytest.raises(ServiceFailed, match="/nowhere/waypost is missing; run `make setup`"):
        service.launch()


def test_port_in_use_names_port_process_and_setting(tmp_path: Path) -> None:
    port = free_port()
    service = web_server(tmp_path, "web", port)
    supervisor = Supervisor(say=lambda _: None)
    supervisor.start(service)

    with pytest.raises(ServiceFailed) as refusal:
        require_free({port: ("the web app", "WAYPOST_PORT")}, patience=0)
    supervisor.stop()

    assert f"port {port} for the web app is in use by process {service.pid}" in str(refusal.value)
    assert "WAYPOST_PORT" in str(refusal.value)


def test_grandchildren_that_ignore_the_stop_signal_are_killed(tmp_path: Path) -> None:
    stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); print('on', flush=True)"
    script = (
        "import subprocess, sys, time;"
        f'subprocess.Popen([sys.executable, "-c", "{stubborn}; time.sleep(60)"]);'
        "time.sleep(60)"
    )
    log = tmp_path / "parent.log"
    service = CommandService("Parent", [sys.executable, "-c", script], log=log)
    Supervisor(say=lambda _: None).start(service)
    assert service.pid is not None
    family = psutil.Process(service.pid).children(recursive=True)

    service.stop()

    _, alive = psutil.wait_procs(family, timeout=5)
    assert family
    assert alive == []


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_stops_every_service(tmp_path: Path, how: signal.Signals) -> None:
    port = free_port()
    owner = subprocess.Popen(
        [sys.executable, "-c", _OWNER, str(tmp_path), str(port)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    assert "✓" in owner.stdout.readline()

    time.sleep(0.3)
    owner.send_signal(how)

    assert owner.wait(15) == 0
    assert not port_is_open(port)


_OWNER = """
import sys
from pathlib import Path
from runtime.up.services import BACKGROUND, CommandService
from runtime.up.supervisor import Supervisor

folder, port = Path(sys.argv[1]), sys.argv[2]
supervisor = Supervisor()
with supervisor.listening():
    supervisor.start(CommandService(
        "web", [sys.executable, "-m", "http.server", port, "--bind", "127.0.0.1"],
        log=folder / "web.log", health_url=f"http://127.0.0.1:{port}/"))
    supervisor.watch()
    supervisor.stop()
"""


def test_background_service_and_its_children_run_at_low_priority(
    tmp_path: Path,
) -> None:
    script = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(__import__(\"os\").nice(0))'])"
    log = tmp_path / "background.log"
    service = CommandService(
        "Background", [sys.executable, "-c", script], log=log, is_background=True
    )

    service.launch()
    eventually(lambda: service.exit_code is not None)

    assert int(log.read_text().split()[-1]) >= BACKGROUND
