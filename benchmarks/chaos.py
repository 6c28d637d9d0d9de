"""Inject 100 faults into a whole installation under load, then audit it with the visitors' own log.

Every process is killed and frozen, the supervisor killed and interrupted, the disk filled, data files truncated, and
the product started under load. At the end, each of 200,000 acknowledged events of all families must be in the lake
exactly once. The arguments are all optional: seed, events, share of the faults.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.chaos_audit import Verdict, audit
from benchmarks.chaos_faults import (
    SERVICES,
    Fault,
    Ground,
    fill_disk,
    freeze,
    interrupt_during_run,
    kill,
    kill_everything,
    kill_supervisor,
    start_under_load,
    truncate,
)
from benchmarks.report import OUT, Aim, Figure, percentile, show
from benchmarks.visitors import AcknowledgementLog, Visitors, prepare
from tests.support.installation import installed

EVENTS = 200_000
RATE = 150.0
DISK = 6 * 2**30
ALONE = {"Web and API killed": 8.0, "everything killed at once": 25.0}
"""Seconds within which the installation must serve again, where the limit is not five."""


def faults(can_fill: bool) -> list[Fault]:
    """Return all faults: a hundred if the disk can be filled."""
    return [
        *(kill(service) for service in SERVICES for _ in range(6)),
        *(freeze(service) for service in SERVICES for _ in range(2)),
        *[kill_everything] * 4,
        *[kill_supervisor] * 5,
        *[interrupt_during_run] * 4,
        *[start_under_load] * 2,
        *[truncate("events")] * 2,
        truncate("marts/activity_15m"),
        *([fill_disk] * 2 if can_fill else []),
    ]


def main(seed: int | None = None, events: int = EVENTS, share: float = 1.0) -> list[Figure]:
    """Run the faults; a lost or duplicated event ends the run with the differences."""
    seed = random.randrange(10**6) if seed is None else seed
    chance = random.Random(seed)
    with _folder() as (folder, can_fill), installed(folder) as installation:
        plan = faults(can_fill)
        plan = chance.sample(plan, round(len(plan) * share))
        print(f"seed {seed}: {events:,} events, {len(plan)} faults", flush=True)
        installation.start(demo=True)
        since = datetime.now(UTC)
        ground = Ground(installation, "", {}, chance)
        site = prepare(installation.url(""), installation.api_key(), installation.database_url())
        ground.code, ground.headers = site.redirects[0], site.headers
        log = AcknowledgementLog(folder / "acknowledged.jsonl")
        visitors = Visitors(site, log, seed=seed, rate=RATE)
        visitors.start()
        for number, fault in enumerate(plan, 1):
            time.sleep(chance.uniform(0, 2))
            before = {name: len(found) for name, found in ground.seconds.items()}
            fault(ground)
            for name, found in ground.seconds.items():
                if len(found) > before.get(name, 0):
                    print(f"{number:3} {name}: {found[-1]:.1f} s, {log.events:,}", flush=True)
        while log.events < events:
            visitors.rate = 2 * RATE
            time.sleep(1)
        visitors.stop()
        print(f"{log.events:,} acknowledged, tries {dict(log.tries)}", flush=True)
        verdict = _audited(folder, log, since)
        keep = OUT / "chaos-seconds.json"
        keep.write_text(json.dumps(ground.seconds, indent=1))
    return [*_figures(verdict, len(plan)), *_times(ground)]


def _audited(folder: Path, log: AcknowledgementLog, since: datetime) -> Verdict:
    """Audit once the lander has caught up."""
    end = time.monotonic() + 180
    while True:
        verdict = audit(folder / "var" / "lake", log.path, since - timedelta(seconds=1))
        if not verdict.lost or time.monotonic() > end:
            break
        time.sleep(2)
    print(
        f"{verdict.rows:,} rows, {dict(verdict.families)}, "
        f"{verdict.not_answered_but_kept:,} kept though nobody was answered",
        flush=True,
    )
    for name, wrong in (("lost", verdict.lost), ("doubled", verdict.doubled)):
        print(f"{len(wrong)} {name}: {wrong[:10]}", flush=True)
    return verdict


def _figures(verdict: Verdict, count: int) -> list[Figure]:
    return [
        Figure("events lost", len(verdict.lost), "", aim=Aim.at_most(0)),
        Figure("events doubled", len(verdict.doubled), "", aim=Aim.at_most(0)),
        Figure("events acknowledged", verdict.acknowledged, "", aim=Aim.at_least(EVENTS)),
        Figure("faults survived", count, "faults", aim=Aim.at_least(100)),
    ]


def _times(ground: Ground) -> list[Figure]:
    figures = []
    for name, seconds in sorted(ground.seconds.items()):
        aim = Aim.at_most(ALONE.get(name, 5.0)) if "killed" in name else None
        aim = None if "supervisor" in name else aim
        figures.append(
            Figure(
                f"serving again: {name} ({len(seconds)} times), median",
                percentile(seconds, 0.5),
                "s",
                max(seconds),
                "the longest, s",
                aim,
            )
        )
    return figures


@contextmanager
def _folder() -> Iterator[tuple[Path, bool]]:
    """Yield an empty folder and whether it can be filled: if this user may mount one, it is on a file system of its
    own.
    """
    folder = OUT / "chaos"
    image = OUT / "chaos.ext4"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    can_fill = False
    if os.geteuid() == 0 and shutil.which("mkfs.ext4"):
        with image.open("wb") as file:
            file.truncate(DISK)
        subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)
        can_fill = not subprocess.run(
            ["mount", "-o", "loop", image, folder], check=False
        ).returncode
    if not can_fill:
        print("the disk is not filled: only root can mount a file system for it", flush=True)
    try:
        yield folder, can_fill
    finally:
        if can_fill:
            subprocess.run(["umount", "--lazy", folder], check=False)
        image.unlink(missing_ok=True)


if __name__ == "__main__":
    show(
        main(
            *(int(argument) for argument in sys.argv[1:3]),
            **({"share": float(sys.argv[3])} if len(sys.argv) > 3 else {}),
        )
    )
