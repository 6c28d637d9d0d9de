"""An event pipeline of real processes, killed at random moments, and the audit of the result.

The kills are seeded: the seed determines victims and pauses. What a process is doing when it is killed depends on the
machine, so a seed repeats the plan but not every detail.
"""

import os
import random
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event as Signal
from threading import Lock, Thread
from typing import Protocol, Self

import psycopg

from ingest.contracts.envelope import Event, Visitor
from ingest.contracts.order import OrderData, OrderRecorded
from runtime.embedded.kafka import EmbeddedKafka
from runtime.embedded.process import die_with_parent, free_port, stop
from runtime.settings import ROOT, Settings
from tests.support.events import insert_in, make_scan
from warehouse.builds.activity import build_activity
from warehouse.lake import AlreadyLandedError, Lake, LakeConflictError

ZONES = {"org_harbor": "America/New_York", "org_books": "Europe/London"}
WAYPOST = Path(sys.executable).with_name("waypost")


class Victim(Protocol):
    """Something that can be killed and started again."""

    def start(self) -> None: ...

    def kill(self) -> None: ...


class Process:
    """A `waypost` command in a separate process."""

    def __init__(self, command: str, settings: Settings, log: Path) -> None:
        self._command = command
        self._log = log
        self._child: subprocess.Popen[bytes] | None = None
        self._environment = {
            **os.environ,
            "DATABASE_URL": settings.database_url,
            "KAFKA_BOOTSTRAP_SERVERS": "",
            "WAYPOST_KAFKA_PORT": str(settings.kafka_port),
            "WAYPOST_VAR_DIR": str(settings.var_dir),
            "WAYPOST_SECRET_KEY": settings.secret_key.decode(),
            "WAYPOST_RELAY_METRICS_PORT": str(free_port()),
            "WAYPOST_LANDER_METRICS_PORT": str(free_port()),
        }

    @property
    def has_failed(self) -> bool:
        return self._child is not None and self._child.poll() is not None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._child = subprocess.Popen(
                [WAYPOST, self._command],
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509 (becomes another program)
            )

    def kill(self) -> None:
        if self._child is not None:
            stop(self._child, signal.SIGKILL, patience=10)


@dataclass
class Writers:
    """Writes events as web processes do: several concurrent transactions of a few events each."""

    url: str
    count: int
    seed: int
    rate: float
    """Events per second of all writers together."""
    threads: int = 3
    acknowledged: set[str] = field(default_factory=set)
    lock: Lock = field(default_factory=Lock)
    stopped: Signal = field(default_factory=Signal)

    def start(self) -> None:
        share = self.count // self.threads
        rest = self.count - share * (self.threads - 1)
        shares = [rest, *([share] * (self.threads - 1))]
        self._threads = [
            Thread(target=self._write, args=(number, part), daemon=True)
            for number, part in enumerate(shares)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def are_done(self) -> bool:
        return not any(thread.is_alive() for thread in self._threads)

    def stop(self) -> None:
        self.stopped.set()
        for thread in self._threads:
            thread.join(30)

    def _write(self, writer: int, count: int) -> None:
        chance = random.Random(self.seed * 100 + writer)
        began, written = time.monotonic(), 0
        while written < count and not self.stopped.is_set():
            try:
                with psycopg.connect(self.url, connect_timeout=5) as connection:
                    while written < count and not self.stopped.is_set():
                        group = [
                            some_event(chance)
                            for _ in range(min(chance.randrange(1, 60), count - written))
                        ]
                        insert_in(connection, group)
                        if chance.random() < 0.1:
                            time.sleep(chance.random() * 0.1)
                        connection.commit()
                        with self.lock:
                            self.acknowledged.update(str(event.event_id) for event in group)
                        written += len(group)
                        ahead = written / (self.rate / self.threads) - (time.monotonic() - began)
                        if ahead > 0:
                            time.sleep(ahead)
            except psycopg.OperationalError:
                time.sleep(0.2)


def some_event(chance: random.Random) -> Event:
    """Return a scan by one of a thousand visitors, or an order."""
    now = datetime.now(UTC)
    code = f"code{chance.randrange(40)}"
    org_id = chance.choice(list(ZONES))
    visitor = Visitor(id=f"v{chance.randrange(1000)}", kind="cookie")
    event_id = uuid.UUID(int=chance.getrandbits(128), version=4)
    if chance.random() < 0.9:
        late = timedelta(seconds=chance.choice([0, 0, 0, chance.randrange(7200)]))
        return make_scan(
            event_id=event_id,
            org_id=org_id,
            code_id=f"{org_id}-{code}",
            occurred_at=now - late,
            received_at=now,
            visitor=visitor,
        )
    return OrderRecorded(
        event_id=event_id,
        org_id=org_id,
        code_id=f"{org_id}-{code}",
        occurred_at=now,
        received_at=now,
        visitor=visitor,
        data=OrderData(
            order_id=f"#{chance.randrange(10**6)}",
            source="shop",
            status="paid",
            amount_cents=chance.randrange(100, 10_000),
            currency="USD",
        ),
    )


class Chaos:
    """One relay, one lander, one broker that loses everything when it is killed, writers, and a killer."""

    def __init__(
        self, settings: Settings, folder: Path, *, seed: int, say: Callable[[str], None] = print
    ) -> None:
        self.settings = settings
        self.lake = Lake.from_settings(settings)
        self._say = say
        self._chance = random.Random(seed)
        self._stack = ExitStack()
        self.broker = EmbeddedKafka(settings.kafka_port, folder / "kafka.log")
        self.relay = Process("relay", settings, folder / "relay.log")
        self.lander = Process("land", settings, folder / "lander.log")
        self.victims: dict[str, Victim] = {
            "relay": self.relay,
            "lander": self.lander,
            "broker": self.broker,
        }
        self.kills: list[str] = []

    def __enter__(self) -> Self:
        for victim in (self.broker, self.relay, self.lander):
            self._stack.callback(victim.kill)
            victim.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def kill_somebody(self, victims: Sequence[str] | None = None) -> None:
        """Kill one process, or two together, and start them again after a moment."""
        names = list(victims or self.victims)
        chosen = self._chance.sample(names, 2 if self._chance.random() < 0.2 else 1)
        for name in chosen:
            self.victims[name].kill()
        time.sleep(self._chance.random() * 0.4)
        for name in chosen:
            self.victims[name].start()
        self.kills += chosen
        self._say(f"killed {' and '.join(chosen)}")

    def wreak(self, writers: Writers, kills: int, pause: tuple[float, float]) -> None:
        """Kill processes while events are in transit, and build the marts now and then.

        A third of the kills may hit a process that is only just starting; before each of the others, something has
        landed.
        """
        while len(self.kills) < kills or not writers.are_done:
            landed = self._landed()
            if self._chance.random() < 0.7:
                self._wait_progress(landed, writers, patience=30)
            time.sleep(self._chance.uniform(*pause))
            if len(self.kills) < kills:
                self.kill_somebody()
            if self._chance.random() < 0.2:
                self.build_marts()
            self.assert_alive()

    def _wait_progress(self, landed: int, writers: Writers, patience: float) -> None:
        end = time.monotonic() + patience
        while self._landed() <= landed and time.monotonic() < end:
            if writers.are_done and self._landed() >= len(writers.acknowledged):
                return
            self.assert_alive()
            time.sleep(0.1)

    def _landed(self) -> int:
        if not self.lake.events.exists():
            return 0
        return sum(file.rows for file in self.lake.events.files())

    def assert_alive(self) -> None:
        """Assert that no process stopped without being killed."""
        for name in ("relay", "lander"):
            process = self.victims[name]
            assert isinstance(process, Process)
            assert not process.has_failed, f"the {name} stopped by itself"

    def build_marts(self) -> None:
        """Build the marts as the pipelines do every few minutes."""
        if not self.lake.events.exists():
            return
        for _ in range(5):
            try:
                build_activity(self.lake, ZONES)
                return
            except (LakeConflictError, AlreadyLandedError):
                continue

    def wait_landed(self, within: float) -> None:
        """Wait until the lake has as many events as Postgres."""
        with psycopg.connect(self.settings.database_url) as connection:
            row = connection.execute("select count(*) from outbox").fetchone()
        assert row is not None
        end = time.monotonic() + within
        while (held := self._landed()) < row[0]:
            self.assert_alive()
            assert time.monotonic() < end, f"the lake holds {held} of {row[0]} events"
            time.sleep(0.2)
