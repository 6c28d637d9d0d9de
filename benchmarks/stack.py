"""A separate installation for benchmarks that need a running one: `waypost up` on other ports."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from benchmarks.report import OUT

WAYPOST = str(Path(sys.executable).with_name("waypost"))
FOLDER = OUT / "stack"
FIRST_PORT = 8100
START_SECONDS = 240.0
STOP_SECONDS = 60.0
_PORTS = {
    "WAYPOST_PORT": 0,
    "WAYPOST_IDENTITY_PORT": 1,
    "WAYPOST_DAGSTER_PORT": 2,
    "WAYPOST_KAFKA_PORT": 3,
    "WAYPOST_POSTGRES_PORT": 4,
    "WAYPOST_RELAY_METRICS_PORT": 5,
    "WAYPOST_LANDER_METRICS_PORT": 6,
    "WAYPOST_API_METRICS_PORT": 7,
}


@dataclass(frozen=True)
class Stack:
    """A running installation."""

    base_url: str
    pid: int
    started_in: float
    """Seconds from the command to the first successful readiness check."""
    environment: dict[str, str]

    @property
    def dagster_url(self) -> str:
        return f"http://localhost:{self.environment['WAYPOST_DAGSTER_PORT']}"

    def waypost(self, *arguments: str) -> str:
        """Return the output of a `waypost` command of this installation."""
        finished = subprocess.run(
            [WAYPOST, *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if finished.returncode:
            raise RuntimeError(f"waypost {' '.join(arguments)}: {finished.stderr.strip()[-2000:]}")
        return finished.stdout.strip()

    def api_key(self, organization: str = "harbor-coffee", role: str = "editor") -> str:
        """Create an API key of an organisation and return it."""
        return self.waypost("key", "--org", organization, "--role", role).split()[-1]


def is_prepared() -> bool:
    """Return whether the installation was started before, so that its data exists."""
    return (FOLDER / "postgres").exists()


@contextmanager
def running_stack() -> Iterator[Stack]:
    """Start everything with the demonstration's data, and stop it afterwards. The data is kept for the next time."""
    folder = FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ,
        "WAYPOST_VAR_DIR": str(folder),
        **{name: str(FIRST_PORT + offset) for name, offset in _PORTS.items()},
    }
    base_url = f"http://localhost:{FIRST_PORT}"
    began = time.monotonic()
    with (folder / "up.log").open("w") as log:
        process = subprocess.Popen(
            [WAYPOST, "up"],
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_until_ready(process, base_url, folder / "up.log")
            yield Stack(base_url, process.pid, time.monotonic() - began, environment)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.terminate()
                process.wait(STOP_SECONDS)


def _wait_until_ready(process: subprocess.Popen[bytes], base_url: str, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"waypost up ended:\n{log.read_text()[-3000:]}")
        try:
            if (
                httpx2.get(f"{base_url}/readyz", timeout=2).status_code == 200
                and "Ctrl-C" in log.read_text()
            ):
                return
        except httpx2.HTTPError:
            pass
        time.sleep(0.2)
    raise RuntimeError(
        f"waypost up was not ready in {START_SECONDS:.0f} s:\n{log.read_text()[-3000:]}"
    )
