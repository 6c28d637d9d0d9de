"""One shape for everything that `waypost up` keeps running."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol
from urllib.error import URLError
from urllib.request import urlopen

from runtime.embedded.kafka import EmbeddedKafka
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import ServiceFailed, die_with_parent
from runtime.settings import ROOT


class Interrupted(Exception):
    """Somebody asked to stop while something was still starting."""


class Service(Protocol):
    """Something that starts, may end by itself, and stops when told."""

    name: str
    log: Path

    def launch(self) -> None:
        """Set it going; returns before it is ready where that takes time."""

    def await_ready(self, stopping: Callable[[], bool]) -> None:
        """Return once it works; raise ServiceFailed when it cannot."""

    @property
    def exit_code(self) -> int | None:
        """None while it runs."""

    def stop(self) -> None:
        """Stop it and whatever it started."""


class PostgresService:
    """The embedded Postgres."""

    name = "Postgres"

    def __init__(self, server: EmbeddedPostgres) -> None:
        self._server = server
        self.log = server.log

    def launch(self) -> None:
        self._server.start()

    def await_ready(self, stopping: Callable[[], bool]) -> None:
        """It was ready when `launch` returned."""

    @property
    def exit_code(self) -> int | None:
        return self._server.exit_code

    def stop(self) -> None:
        self._server.stop()


class KafkaService:
    """The embedded broker."""

    name = "Kafka broker"

    def __init__(self, broker: EmbeddedKafka) -> None:
        self._broker = broker
        self.log = broker.log

    def launch(self) -> None:
        self._broker.start()

    def await_ready(self, stopping: Callable[[], bool]) -> None:
        """It was ready when `launch` returned."""

    @property
    def exit_code(self) -> int | None:
        return self._broker.exit_code

    def stop(self) -> None:
        self._broker.stop()


class CommandService:
    """A child process that is ready when its health address answers 200."""

    def __init__(
        self,
        name: str,
        command: list[str],
        *,
        log: Path,
        ready_url: str | None = None,
        ready: Callable[[], bool] | None = None,
        environment: Mapping[str, str] | None = None,
        patience: float = 120,
        grace: float = 10,
        orphaned: signal.Signals = signal.SIGTERM,
    ) -> None:
        self.name = name
        self.log = log
        self._command = command
        self._ready = ready or (lambda: ready_url is None or answers(ready_url))
        self._environment = dict(environment or {})
        self._patience = patience
        self._grace = grace
        self._orphaned = orphaned
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    @property
    def exit_code(self) -> int | None:
        return self._child.poll() if self._child else 0

    def launch(self) -> None:
        self._child = spawn(self._command, self.log, self._environment, self._orphaned)

    def await_ready(self, stopping: Callable[[], bool]) -> None:
        end = time.monotonic() + self._patience
        while not self._ready():
            if stopping():
                raise Interrupted
            if self.exit_code is not None:
                raise ServiceFailed(f"{self.name} did not start: {last_words(self.log)}")
            if time.monotonic() > end:
                raise ServiceFailed(
                    f"{self.name} was not ready after {self._patience:.0f} s (see {self.log})"
                )
            time.sleep(0.1)

    def stop(self) -> None:
        if self._child is not None:
            stop_group(self._child, self._grace)


def spawn(
    command: list[str],
    log: Path | None,
    environment: Mapping[str, str],
    orphaned: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start a command in a group of its own, its words going to `log` (None: a pipe).

    It gets the signal `orphaned` when this process is gone without having stopped it.
    """
    try:
        output: int = subprocess.PIPE
        if log is not None:
            log.parent.mkdir(parents=True, exist_ok=True)
            output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        return subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **environment},
            start_new_session=True,
            preexec_fn=die_with_parent(orphaned),
        )
    except FileNotFoundError as missing:
        raise ServiceFailed(f"{command[0]} is missing; run `make setup`") from missing
    finally:
        if output != subprocess.PIPE:
            os.close(output)


def stop_group(child: subprocess.Popen[bytes], grace: float) -> None:
    """Ask the child to stop, then make sure that nothing of its group is left."""
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(grace)
        except subprocess.TimeoutExpired:
            child.kill()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def answers(url: str) -> bool:
    """Whether a GET gets a 200."""
    try:
        with urlopen(url, timeout=2) as response:  # noqa: S310 (our own, on loopback)
            status: int = response.status
            return status == 200
    except (URLError, OSError):
        return False


def last_words(log: Path) -> str:
    """The last line that a process wrote, and where the rest is."""
    lines = log.read_text(errors="replace").strip().splitlines() if log.exists() else []
    said = next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
    return f"{said[:300]} (see {log})"
