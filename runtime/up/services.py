"""The services that `waypost up` runs, behind one protocol."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from runtime.embedded.kafka import EmbeddedKafka
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import START_MARK, ServiceFailed, die_with_parent, mark_start
from runtime.settings import ROOT
from runtime.up.health import Answer, ask_http, ask_http2, ask_kafka

BACKGROUND = 5
"""Niceness of background services. Next to a foreground service they get about a third of the CPU."""

BROKER_MEMORY = 512 * 2**20
"""The embedded broker stores every record in memory, about 1 kB per event, and has no retention. A restart empties it,
and the relay republishes what has not landed (docs/decisions/0003).
"""


class Interrupted(Exception):
    """A stop was requested during the start."""


class Service(Protocol):
    """Something that can be started and stopped, and that may crash or hang."""

    name: str
    log: Path
    has_health_check: bool
    """If False, a ready service is monitored only by its CPU use."""
    memory_limit: int | None
    """Bytes of resident memory beyond which the service is restarted; None for no limit."""

    @property
    def pid(self) -> int | None:
        """Return the process ID of the service, or None before the first launch."""

    @property
    def exit_code(self) -> int | None:
        """Return the exit code, or None while the service runs."""

    def launch(self) -> None:
        """Start the service and return at once.

        Called in the main thread, because Linux ends a child together with the thread that started it.
        """

    def check(self) -> Answer:
        """Check the health of the service. This may take seconds, so it is called in a separate thread."""

    def stop(self) -> None:
        """Stop the service and its children gracefully."""

    def kill(self) -> None:
        """Kill the service and its children."""


class PostgresService:
    """The embedded Postgres."""

    name = "Postgres"
    has_health_check = True
    memory_limit: int | None = None

    def __init__(self, server: EmbeddedPostgres) -> None:
        self._server = server
        self.log = server.log

    @property
    def pid(self) -> int | None:
        return self._server.pid

    @property
    def exit_code(self) -> int | None:
        return self._server.exit_code

    def launch(self) -> None:
        self._server.launch()

    def check(self) -> Answer:
        return Answer(self._server.check())

    def stop(self) -> None:
        self._server.stop()

    def kill(self) -> None:
        self._server.kill()


class KafkaService:
    """The embedded broker."""

    name = "Kafka broker"
    has_health_check = True
    memory_limit: int | None = BROKER_MEMORY

    def __init__(self, broker: EmbeddedKafka) -> None:
        self._broker = broker
        self.log = broker.log

    @property
    def pid(self) -> int | None:
        return self._broker.pid

    @property
    def exit_code(self) -> int | None:
        return self._broker.exit_code

    def launch(self) -> None:
        self._broker.launch()

    def check(self) -> Answer:
        return ask_kafka(self._broker.port)

    def stop(self) -> None:
        self._broker.stop()

    def kill(self) -> None:
        self._broker.kill()


class CommandService:
    """A child process with a health address, a gRPC port, or neither.

    A process with neither is ready once it has written the first line of its log.
    """

    def __init__(
        self,
        name: str,
        command: list[str],
        *,
        log: Path,
        health_url: str | None = None,
        grpc_port: int | None = None,
        environment: Mapping[str, str] | None = None,
        grace: float = 10,
        parent_death_signal: signal.Signals = signal.SIGTERM,
        is_background: bool = False,
    ) -> None:
        self.name = name
        self.log = log
        self.has_health_check = health_url is not None or grpc_port is not None
        self.memory_limit: int | None = None
        self._command = command
        self._health_url = health_url
        self._grpc_port = grpc_port
        self._environment = dict(environment or {})
        self._grace = grace
        self._orphaned = parent_death_signal
        self._is_background = is_background
        self._child: subprocess.Popen[bytes] | None = None
        self._log_size = 0

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    @property
    def exit_code(self) -> int | None:
        return self._child.poll() if self._child else 0

    def launch(self) -> None:
        mark_start(self.log)
        self._log_size = _size(self.log)
        niceness = BACKGROUND if self._is_background else 0
        self._child = spawn(self._command, self.log, self._environment, self._orphaned, niceness)

    def check(self) -> Answer:
        if self._health_url is not None:
            return ask_http(self._health_url)
        if self._grpc_port is not None:
            return ask_http2(self._grpc_port)
        return Answer.READY if _size(self.log) != self._log_size else Answer.SILENT

    def stop(self) -> None:
        if self._child is not None:
            stop_group(self._child, self._grace)

    def kill(self) -> None:
        if self._child is not None:
            stop_group(self._child, grace=0)


def spawn(
    command: list[str],
    log: Path,
    environment: Mapping[str, str],
    parent_death_signal: signal.Signals = signal.SIGTERM,
    niceness: int = 0,
) -> subprocess.Popen[bytes]:
    """Start a command in its own process group, with its output in `log`.

    It receives `parent_death_signal` if this process ends without stopping it.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    # O_APPEND, because runtime/up/logs.py truncates the file while the process writes to it.
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        return subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **environment},
            start_new_session=True,
            preexec_fn=_before_exec(parent_death_signal, niceness),
        )
    except FileNotFoundError as missing:
        raise ServiceFailed(f"{command[0]} is missing; run `make setup`") from missing
    finally:
        os.close(output)


def _before_exec(parent_death_signal: signal.Signals, niceness: int) -> Callable[[], None]:
    set_death_signal = die_with_parent(parent_death_signal)

    def prepare() -> None:
        os.nice(niceness)
        if set_death_signal is not None:
            set_death_signal()

    return prepare


def stop_group(child: subprocess.Popen[bytes], grace: float) -> None:
    """Stop the child, then kill everything that is left of its process group."""
    if child.poll() is None and grace > 0:
        child.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(grace)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def last_log_line(log: Path) -> str:
    """Return the last line of the log, and its path."""
    lines = log.read_text(errors="replace").strip().splitlines() if log.exists() else []
    last = next((line.strip() for line in reversed(lines) if line.strip()), START_MARK)
    if last.endswith(START_MARK):
        last = "no output"
    return f"{last[:300]} (see {log})"


def _size(log: Path) -> int:
    return log.stat().st_size if log.exists() else 0
