"""A whole installation for one test: `waypost up` on free ports and a fresh data folder."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import psutil

from runtime.embedded.process import die_with_parent, free_port
from runtime.secrets import local_secret
from tests.support.waiting import eventually

WAYPOST = Path(sys.executable).with_name("waypost")
PORTS = (
    "WAYPOST_PORT",
    "WAYPOST_IDENTITY_PORT",
    "WAYPOST_DAGSTER_PORT",
    "WAYPOST_KAFKA_PORT",
    "WAYPOST_POSTGRES_PORT",
    "WAYPOST_RELAY_METRICS_PORT",
    "WAYPOST_LANDER_METRICS_PORT",
    "WAYPOST_API_METRICS_PORT",
)


@dataclass
class Installation:
    """An installation with its own data folder and ports, run by the `waypost` command."""

    folder: Path
    ports: dict[str, int] = field(default_factory=lambda: {name: free_port() for name in PORTS})
    settings: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    @property
    def output(self) -> str:
        return (self.folder / "output.txt").read_text()

    def start(
        self, wait_for: str = "Waypost is ready", *, demo: bool = False, pipelines: bool = True
    ) -> float:
        """Start it and wait for a line of output; return how many seconds that took.

        Without `pipelines`, which build marts every five minutes, it costs half of the CPU time.
        """
        begin = time.monotonic()
        with (self.folder / "output.txt").open("wb") as output:
            self.process = subprocess.Popen(
                [
                    *(WAYPOST, "up", "--demo" if demo else "--no-demo"),
                    "--pipelines" if pipelines else "--no-pipelines",
                ],
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGTERM),  # noqa: PLW1509 (becomes another program)
            )
        process = self.process
        eventually(lambda: wait_for in self.output or process.poll() is not None, within=240)
        assert wait_for in self.output, self.output
        return time.monotonic() - begin

    def waypost(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of this installation to its end, without wrapping its output."""
        return subprocess.run(
            [WAYPOST, *arguments],
            env={**self.environment, "COLUMNS": "1000"},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of this process with the installation's settings."""
        return {
            **os.environ,
            **{name: str(port) for name, port in self.ports.items()},
            "WAYPOST_VAR_DIR": str(self.folder / "var"),
            **self.settings,
        }

    def api_key(self, organization: str = "harbor-coffee", role: str = "editor") -> str:
        """Create an API key and return it."""
        made = self.waypost("key", "--org", organization, "--role", role)
        assert made.returncode == 0, made.stderr
        return made.stdout.split()[-1]

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def family(self) -> list[psutil.Process]:
        assert self.process is not None
        return psutil.Process(self.process.pid).children(recursive=True)

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Send a signal and wait; return the exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(60)

    def url(self, path: str) -> str:
        return f"http://localhost:{self.ports['WAYPOST_PORT']}{path}"

    def get(self, path: str, **options: Any) -> httpx2.Response:
        """Make a visitor's request without cookies. Busy machines respond late."""
        return httpx2.get(self.url(path), timeout=60, **options)

    def post(self, path: str, **options: Any) -> httpx2.Response:
        """Make the same request with a body."""
        return httpx2.post(self.url(path), timeout=60, **options)

    def database_url(self) -> str:
        password = local_secret(self.folder / "var" / "secrets", "postgres")
        port = self.ports["WAYPOST_POSTGRES_PORT"]
        return f"postgresql://waypost:{password}@127.0.0.1:{port}/waypost"


@contextmanager
def installed(
    folder: Path, *, ports: dict[str, int] | None = None, **settings: str
) -> Iterator[Installation]:
    """Yield an installation, not started yet, that is stopped when the test ends; it uses free ports unless some are
    given.
    """
    folder.mkdir(exist_ok=True)
    installation = Installation(folder, settings=settings)
    installation.ports.update(ports or {})
    try:
        yield installation
    finally:
        if installation.process is not None and installation.process.poll() is None:
            installation.stop(signal.SIGTERM)
