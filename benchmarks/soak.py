"""An hour of mixed load: visitors, the admin's queries, pictures and exports, all at once.

Reports the memory of every process after five minutes, at half time and at the end, the data files of the lake and the
size of the logs. `BENCH_SOAK_MINUTES` sets another duration.
"""

import os
import random
import shutil
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from typing import Any

import httpx2
import psutil

from benchmarks.memory import MIB, family, kind_of
from benchmarks.report import OUT, Aim, Figure, percentile, show
from benchmarks.visitors import AcknowledgementLog, Visitors, prepare
from tests.support.installation import Installation, installed

MINUTES = float(os.environ.get("BENCH_SOAK_MINUTES", "60"))
VISITORS_A_SECOND = 60.0
WEB_MIB = 600.0
SETTLED = 5.0
"""Minutes until every process has done each of its tasks once."""


@dataclass
class Admin:
    """Members of the organisation who view numbers, draw codes and export, one action after another."""

    base_url: str
    headers: dict[str, str]
    chance: random.Random
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    refused: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    stopped: Signal = field(default_factory=Signal)

    def work(self) -> None:
        """Continue until stopped."""
        acts: list[tuple[int, str, Callable[[], dict[str, Any]]]] = [
            (10, "/v1/get-analytics", self._question),
            (5, "/v1/get-all-qr-codes", lambda: {"pageSize": 50}),
            (3, "/v1/get-report", lambda: {"report": "funnel", "interval": "30day"}),
            (4, "/v1/gen-qr", self._picture),
            (1, "/v1/export-csv", self._export),
        ]
        weights = [weight for weight, _, _ in acts]
        with httpx2.Client(base_url=self.base_url, headers=self.headers, timeout=120) as client:
            while not self.stopped.is_set():
                ((_, path, body),) = self.chance.choices(acts, weights)
                began = time.monotonic()
                try:
                    answer = client.post(path, json=body())
                except httpx2.HTTPError:
                    self.refused[path] += 1
                    continue
                if answer.is_success:
                    self.seconds[path].append(time.monotonic() - began)
                else:
                    self.refused[f"{path} {answer.status_code}"] += 1
                time.sleep(self.chance.uniform(0.2, 1.5))

    def _question(self) -> dict[str, Any]:
        body: dict[str, Any] = {
            "interval": self.chance.choice(["1day", "7day", "30day", "90day", "all"]),
            "group_by": self.chance.sample(["code", "country", "device", "browser", "city"], 2),
        }
        if self.chance.random() < 0.3:
            body["filters"] = {"country": ["US"]}
        return body

    def _picture(self) -> dict[str, Any]:
        side = self.chance.choice([300, 600, 1200, 2000])
        kind = self.chance.choice(["png", "svg", "pdf"])
        content = f"https://harbor-coffee.example/{self.chance.randrange(10**6)}"
        return {"content": content, "width": side, "height": side, "format": kind}

    def _export(self) -> dict[str, Any]:
        return {"from": "events", "params": {"interval": "7day"}}


@dataclass(frozen=True)
class Weight:
    """The memory and disk usage at a moment."""

    minutes: float
    memory: dict[str, float]
    """MiB of PSS, by kind of process."""
    files: int
    logs: float
    """The size of the logs in MiB."""


def main() -> list[Figure]:
    """Run on a separate installation."""
    folder = OUT / "soak"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with installed(folder) as installation:
        installation.start(demo=True)
        site = prepare(installation.url(""), installation.api_key(), installation.database_url())
        log = AcknowledgementLog(folder / "acknowledged.jsonl")
        visitors = Visitors(site, log, seed=1, rate=VISITORS_A_SECOND)
        admins = [
            Admin(installation.url(""), site.headers, random.Random(number)) for number in range(3)
        ]
        threads = [Thread(target=admin.work, daemon=True) for admin in admins]
        visitors.start()
        for thread in threads:
            thread.start()
        weights = _watch(installation)
        for admin in admins:
            admin.stopped.set()
        visitors.stop()
        for thread in threads:
            thread.join(130)
        print(f"{log.events:,} events acknowledged, tries {dict(log.tries)}", flush=True)
    for admin in admins:
        print(f"refused: {dict(admin.refused)}", flush=True)
    return [*_figures(weights), *_latencies(admins)]


def _watch(installation: Installation) -> list[Weight]:
    """Return one measurement per minute."""
    weights: list[Weight] = []
    began = time.monotonic()
    while (minutes := (time.monotonic() - began) / 60) < MINUTES:
        time.sleep(min(60.0, (MINUTES - minutes) * 60))
        weights.append(_weigh(installation, (time.monotonic() - began) / 60))
        last = weights[-1]
        heaviest = sorted(last.memory.items(), key=lambda item: -item[1])[:4]
        print(
            f"{last.minutes:5.1f} min: {sum(last.memory.values()):,.0f} MiB, "
            + ", ".join(f"{name} {mib:.0f}" for name, mib in heaviest)
            + f"; {last.files} files, logs {last.logs:.1f} MiB",
            flush=True,
        )
    return weights


def _weigh(installation: Installation, minutes: float) -> Weight:
    memory: dict[str, float] = defaultdict(float)
    for process in family(installation.pid):
        try:
            memory[kind_of(process)] += process.memory_full_info().pss / MIB
        except psutil.Error:
            continue
    var = installation.folder / "var"
    files = sum(1 for _ in (var / "lake").rglob("*.parquet"))
    logs = sum(_size(path) for path in (var / "logs").rglob("*") if path.is_file())
    return Weight(minutes, memory, files, logs / MIB)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _figures(weights: list[Weight]) -> list[Figure]:
    start = next((one for one in weights if one.minutes >= min(SETTLED, MINUTES / 4)), weights[0])
    half = next(one for one in weights if one.minutes >= MINUTES / 2)
    end = weights[-1]
    figures = []
    for name in sorted(end.memory, key=lambda name: -end.memory[name]):
        aim = Aim.at_most(WEB_MIB) if name == "web and API" else None
        figures.append(
            Figure(
                f"{name}: {start.memory.get(name, 0):.0f} MiB at the start, at the end",
                end.memory[name],
                "MiB",
                half.memory.get(name, 0),
                "MiB at half time",
                aim,
            )
        )
    return [
        *figures,
        Figure("data files of the lake", end.files, "", half.files, "at half time"),
        Figure("logs", end.logs, "MiB", half.logs, "MiB at half time"),
    ]


def _latencies(admins: list[Admin]) -> list[Figure]:
    found: dict[str, list[float]] = defaultdict(list)
    for admin in admins:
        for path, seconds in admin.seconds.items():
            found[path] += seconds
    return [
        Figure(f"{path}, p95 of {len(seconds)}", percentile(seconds, 0.95) * 1000, "ms")
        for path, seconds in sorted(found.items())
    ]


if __name__ == "__main__":
    show(main())
