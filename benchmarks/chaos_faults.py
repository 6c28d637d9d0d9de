"""The faults injected into a running installation, and the time until it serves again."""

import os
import random
import subprocess
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import psutil

from benchmarks.pipeline_run import DagsterApi
from runtime.up.state import read_state
from tests.support.installation import Installation

SERVICES = (
    "Postgres",
    "Kafka broker",
    "Login",
    "Web and API",
    "Relay",
    "Lander",
    "Jobs",
    "Pipelines",
    "Dagster UI",
    "Dagster daemon",
)
"""The services as `waypost ps` names them."""

PATIENCE = 240.0
FREE = 400 * 2**20


class NeverServedAgain(Exception):
    """The installation did not recover within the time limit of this benchmark."""


@dataclass
class Ground:
    """The installation under test and its measurements."""

    installation: Installation
    code: str
    """A code with a working destination, to check whether visitors are served."""
    headers: dict[str, str]
    chance: random.Random
    seconds: dict[str, list[float]] = field(default_factory=dict)

    @property
    def var(self) -> Path:
        return self.installation.folder / "var"

    def process(self, service: str) -> psutil.Process | None:
        """Return the service's own process, the parent of those that it started."""
        for one in read_state(self.var):
            if one.name == service and one.pid is not None:
                return psutil.Process(one.pid)
        return None

    def serves(self, gone: Collection[int] = ()) -> bool:
        """Return whether every service of the installation responds, and none of them runs in one of the processes in
        `gone`.
        """
        services = {one.name: one for one in read_state(self.var)}
        ports = self.installation.ports
        dagster = ports["WAYPOST_DAGSTER_PORT"]
        return (
            all(
                name in services
                and services[name].state == "running"
                and services[name].pid not in gone
                for name in SERVICES
            )
            and self._answers(self.installation.url(f"/code/{self.code}"), 302)
            and self._healthy(ports["WAYPOST_RELAY_METRICS_PORT"])
            and self._healthy(ports["WAYPOST_LANDER_METRICS_PORT"])
            and self._healthy(ports["WAYPOST_IDENTITY_PORT"])
            and self._answers(f"http://127.0.0.1:{dagster}/server_info", 200)
        )

    def _healthy(self, port: int) -> bool:
        return self._answers(f"http://127.0.0.1:{port}/healthz", 200)

    def _answers(self, url: str, status: int) -> bool:
        try:
            return httpx2.get(url, timeout=3).status_code == status
        except httpx2.HTTPError:
            return False

    def measure(self, name: str, since: float, gone: Collection[int] = ()) -> float:
        """Wait until everything serves, record the seconds under the fault's name and return them."""
        while not self.serves(gone):
            if time.monotonic() - since > PATIENCE:
                raise NeverServedAgain(f"{name}: not serving after {PATIENCE:.0f} s")
            time.sleep(0.1)
        taken = time.monotonic() - since
        self.seconds.setdefault(name, []).append(taken)
        return taken

    def asks(self) -> int:
        """Return the status of a query over the whole lake."""
        answer = httpx2.post(
            self.installation.url("/v1/get-analytics"),
            headers=self.headers,
            json={"interval": "7day"},
            timeout=60,
        )
        return answer.status_code


Fault = Callable[[Ground], None]


def kill(service: str) -> Fault:
    """Return a fault that kills the process."""

    def do(ground: Ground) -> None:
        process = ground.process(service)
        assert process is not None, service
        began = time.monotonic()
        process.kill()
        process.wait(10)
        ground.measure(f"{service} killed", began, {process.pid})

    return do


def freeze(service: str) -> Fault:
    """Return a fault that suspends the process: it is alive but does nothing."""

    def do(ground: Ground) -> None:
        process = ground.process(service)
        assert process is not None, service
        began = time.monotonic()
        process.suspend()
        while _is_stopped(process):
            if time.monotonic() - began > PATIENCE:
                raise NeverServedAgain(f"{service} frozen: nobody saw it")
            time.sleep(0.1)
        ground.measure(f"{service} frozen", began, {process.pid})

    return do


def _is_stopped(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return process.status() == psutil.STATUS_STOPPED
    return False


def kill_everything(ground: Ground) -> None:
    """Kill all services at once, but not the supervisor."""
    began = time.monotonic()
    gone = set()
    for service in SERVICES:
        process = ground.process(service)
        if process is not None:
            process.kill()
            gone.add(process.pid)
    ground.measure("everything killed at once", began, gone)


def kill_supervisor(ground: Ground) -> None:
    """Kill the supervisor and start it again at once."""
    assert ground.installation.process is not None
    began = time.monotonic()
    ground.installation.process.kill()
    ground.installation.process.wait(10)
    ground.installation.start(demo=True)
    ground.measure("supervisor killed, started again", began)


def interrupt_during_run(ground: Ground) -> None:
    """Interrupt with Ctrl-C during a pipeline run; the next start must not wait for the run."""
    api = DagsterApi(f"http://127.0.0.1:{ground.installation.ports['WAYPOST_DAGSTER_PORT']}")
    api.launch()
    time.sleep(ground.chance.uniform(2, 6))
    began = time.monotonic()
    ground.installation.stop()
    ground.installation.start(demo=True)
    ground.measure("Ctrl-C during a run, started again", began)


def start_under_load(ground: Ground) -> None:
    """Start while visitors already send requests at full rate."""
    began = time.monotonic()
    ground.installation.stop()
    with _pressure(ground):
        ground.installation.start(demo=True)
    ground.measure("started under load", began)


@contextmanager
def _pressure(ground: Ground) -> Iterator[None]:
    port = ground.installation.ports["WAYPOST_PORT"]
    loader = subprocess.Popen(
        ["python3", "-c", _HAMMER, str(port), ground.code],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        loader.kill()
        loader.wait()


_HAMMER = """
import http.client, sys, threading, time
port, code = int(sys.argv[1]), sys.argv[2]
end = time.monotonic() + 120
def visit():
    while time.monotonic() < end:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            for _ in range(100):
                connection.request("GET", f"/code/{code}")
                connection.getresponse().read()
        except OSError:
            time.sleep(0.05)
        except http.client.HTTPException:
            pass
for _ in range(100):
    threading.Thread(target=visit, daemon=True).start()
time.sleep(120)
"""


def truncate(table: str) -> Fault:
    """Return a fault that cuts off the end of a data file; `waypost repair` restores the rows."""

    def do(ground: Ground) -> None:
        files = sorted((ground.var / "lake" / table).rglob("*.parquet"), key=os.path.getmtime)
        victim = files[-1]
        began = time.monotonic()
        with victim.open("r+b") as file:
            file.truncate(victim.stat().st_size * 7 // 10)
        found = ground.installation.waypost("doctor").stdout
        assert victim.name in found, f"doctor does not name {victim}:\n{found}"
        repaired = ground.installation.waypost("repair")
        assert repaired.returncode == 0, repaired.stdout + repaired.stderr
        while (status := ground.asks()) != 200:
            assert status == 503, f"the question is answered {status}"
            assert time.monotonic() - began < PATIENCE
            time.sleep(0.5)
        ground.measure(f"a file of {table} truncated, repaired", began)

    return do


def fill_disk(ground: Ground) -> None:
    """Fill the file system of the data folder for a while, then free the space again."""
    ballast = ground.var / "ballast"
    free = os.statvfs(ground.var)
    wanted = free.f_bavail * free.f_frsize - FREE // 8
    with ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, wanted)
    time.sleep(20)
    # The rest, below the reserved minimum, is filled as another program would
    with ballast.open("ab") as file:
        try:
            while True:
                file.write(b"\0" * 2**20)
                file.flush()
        except OSError:
            pass
    time.sleep(10)
    began = time.monotonic()
    ballast.unlink()
    ground.measure("disk full, then free again", began)
