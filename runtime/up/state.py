"""`var/run/services.json`: which processes a running `waypost up` has, for people and scripts."""

import json
import os
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil

from runtime.up.supervisor import Supervisor


@dataclass(frozen=True)
class ServiceState:
    """One service. `state`: starting, running, stopping or waiting (for its next start)."""

    name: str
    pid: int | None
    state: str
    since: str
    """UTC, RFC 3339."""
    restarts: int
    log: str


def state_file(var_dir: Path) -> Path:
    """Where it lies; there only while `waypost up` runs, or was killed."""
    return var_dir / "run" / "services.json"


def write_state(path: Path, supervisor: Supervisor) -> None:
    """Replace the file; a reader sees the old one or the new one."""
    now, clock = datetime.now(UTC), supervisor.clock()
    services = [
        ServiceState(
            watched.service.name,
            watched.service.pid if watched.service.exit_code is None else None,
            watched.state.value,
            (now - timedelta(seconds=clock - watched.since)).isoformat(timespec="seconds"),
            max(watched.starts - 1, 0),
            str(watched.service.log),
        )
        for watched in supervisor.watched()
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    if not services:
        path.unlink(missing_ok=True)
        return
    making = path.with_suffix(".making")
    held = {"supervisor": os.getpid(), "services": [asdict(service) for service in services]}
    making.write_text(json.dumps(held, indent=2) + "\n")
    making.replace(path)


def read_state(var_dir: Path) -> list[ServiceState]:
    """What was written last; empty where nothing runs, or what ran was killed."""
    try:
        held = json.loads(state_file(var_dir).read_text())
    except FileNotFoundError:
        return []
    if not psutil.pid_exists(held["supervisor"]):
        return []
    return [ServiceState(**service) for service in held["services"]]
