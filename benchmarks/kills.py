"""Two API processes and a separate Postgres server, which are killed and restarted while clients work.

Every `BETWEEN` (60) answers, the postmaster with all its sessions or an API process is killed, in turn.
"""

import itertools
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sized
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.one_time_codes import _organization
from benchmarks.report import Aim, Figure, percentile
from benchmarks.servers import launch, own_postgres
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import free_port
from runtime.settings import Settings

APP = "benchmarks.redirect_targets:waypost"
CLIENTS = int(os.environ.get("CLIENTS", "64"))
EACH = int(os.environ.get("EACH", "16"))
BETWEEN = int(os.environ.get("BETWEEN", "60"))
GIVE_UP = 180.0
"""Seconds without an answer after which a client fails the benchmark."""
_HEARTBEATS = (
    "update procrastinate_workers set last_heartbeat = last_heartbeat - interval '3 minutes'"
)


@dataclass
class Ground:
    """The processes that can be killed, and how long clients waited for their answers."""

    settings: Settings
    postgres: EmbeddedPostgres
    ports: list[int]
    apis: list[Any]
    environment: Mapping[str, str] = field(default_factory=dict)
    """Additional environment variables of the API processes and of the worker."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    kills: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    """The waiting time in seconds of each final answer."""

    def address(self, path: str, number: int = 0) -> str:
        """Return the URL of a call at one of the API processes."""
        return f"http://127.0.0.1:{self.ports[number % len(self.ports)]}/v1/{path}"

    def work(self, client: Callable[[int], None]) -> None:
        """Run `client` for each client number at once, and kill processes until all are done."""
        with ThreadPoolExecutor(CLIENTS) as pool:
            clients = [pool.submit(client, number) for number in range(CLIENTS)]
            # A server that is started in a thread ends with that thread, so the main thread does
            # the killing.
            for number in itertools.count():
                while len(self.waits) < (number + 1) * BETWEEN and not all(
                    it.done() for it in clients
                ):
                    time.sleep(0.01)
                if all(it.done() for it in clients):
                    break
                self._kill_next(number)
            for one in clients:
                one.result()

    def _kill_next(self, number: int) -> None:
        if number % 2 == 0:
            self.kill_postmaster()
        else:
            self.kill_api(number // 2)

    def kill_postmaster(self) -> None:
        """Kill Postgres with all its sessions, and start it again."""
        self.postgres.kill()
        self.postgres.start()
        self.kills["postmaster"] += 1

    def kill_api(self, number: int) -> None:
        """Kill one of the API processes, and start it again."""
        victim = number % len(self.apis)
        self.apis[victim].kill()
        self.apis[victim].wait(10)
        self.apis[victim] = launch(APP, self.settings, self.ports[victim], **self.environment)
        self.kills["API process"] += 1

    def figures(self, wrong: Mapping[str, Sized], what: str, took: float) -> Iterator[Figure]:
        """Yield the number of errors found, the kills, and the rate and waiting times of `what`, the thing that clients
        send.
        """
        print(dict(self.kills), len(self.waits), f"{what}s", flush=True)
        for name, found in wrong.items():
            if found:
                print(f"{name}: {str(found)[:2_000]}", flush=True)
            yield Figure(name, len(found), "", aim=Aim.at_most(0))
        for killed, name in {
            "API process": "API processes",
            "postmaster": "the postmaster",
        }.items():
            yield Figure(f"kills of {name}", self.kills[killed], "", aim=Aim.at_least(2))
        rate = len(self.waits) / took
        yield Figure(f"{what}s settled through the kills", rate, f"{what}s/s")
        longest = max(self.waits)
        median = percentile(self.waits, 0.5)
        yield Figure(f"a {what}'s wait, p50", median, "s", longest, "the longest, s")


@dataclass
class Worker:
    """The process that runs jobs."""

    place: Ground
    passes: str
    """A statement that shifts the times stored in the database into the past, as if time had passed."""
    running: "subprocess.Popen[bytes] | None" = None
    log: Any = subprocess.DEVNULL

    def ensure(self) -> None:
        """Start the worker, unless it is running."""
        if self.running is not None and self.running.poll() is None:
            return
        settings = self.place.settings
        self.running = subprocess.Popen(
            [str(Path(sys.executable).parent / "waypost"), "jobs"],
            stdout=self.log,
            stderr=self.log,
            env={
                **os.environ,
                "DATABASE_URL": settings.database_url,
                "WAYPOST_VAR_DIR": str(settings.var_dir),
                "WAYPOST_SECRET_KEY": settings.secret_key.decode(),
                **self.place.environment,
            },
        )

    def kill(self) -> None:
        """Kill the worker, and make its unfinished work due as if time had passed."""
        self.end()
        self.place.kills["worker"] += 1
        self.ensure()

    def end(self) -> None:
        """Kill the worker, and shift the time that others wait for its unfinished work."""
        assert self.running is not None
        self.running.kill()
        self.running.wait(10)
        with psycopg.connect(self.place.settings.database_url) as connection:
            connection.execute(_HEARTBEATS)
            connection.execute(self.passes)

    def stop(self) -> None:
        """Stop the worker gracefully."""
        if self.running is not None:
            self.running.terminate()
            self.running.wait(30)


@contextmanager
def ground(**environment: str) -> Iterator[tuple[Ground, dict[str, str]]]:
    """Yield a ground with an organisation, and the headers of its member."""
    with own_postgres() as (settings, postgres):
        _, key = _organization(settings)
        ports = [free_port(), free_port()]
        apis = [launch(APP, settings, it, **environment) for it in ports]
        made = Ground(settings, postgres, ports, apis, environment)
        try:
            yield made, {"Authorization": f"Bearer {key}"}
        finally:
            for api in made.apis:
                api.terminate()
                api.wait(20)
