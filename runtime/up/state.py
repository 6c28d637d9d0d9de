"""`var/run/services.json`: the processes of a running `waypost up`, for people and scripts."""

import json
import os
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil

from runtime.up.supervisor import Supervisor


@dataclass(frozen=True)
class ServiceState:
    """One service. `state` is starting, running, stopping or waiting (for its next start)."""

    name: str
    pid: int | None
    state: str
    since: str
    """UTC, RFC 3339."""
    restarts: int
    log: str


def state_file(var_dir: Path) -> Path:
    """Return the path of the file, which exists while `waypost up` runs or after it was killed."""
    return var_dir / "run" / "services.json"


def write_state(path: Path, supervisor: Supervisor) -> None:
    """Replace the file atomically."""
    now, clock = datetime.now(UTC), supervisor.clock()
    services = [
        ServiceState(
            monitored.service.name,
            monitored.service.pid if monitored.service.exit_code is None else None,
            monitored.state.value,
            (now - timedelta(seconds=clock - monitored.since)).isoformat(timespec="seconds"),
            max(monitored.starts - 1, 0),
            str(monitored.service.log),
        )
        for monitored in supervisor.monitored()
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    if not services:
        path.unlink(missing_ok=True)
        return
    making = path.with_suffix(".making")
    content = {"supervisor": os.getpid(), "services": [asdict(service) for service in services]}
    making.write_text(json.dumps(content, indent=2) + "\n")
    making.replace(path)


def read_state(var_dir: Path) -> list[ServiceState]:
    """Return the last written state, which is empty if nothing runs or `waypost up` was killed."""
    try:
        content = json.loads(state_file(var_dir).read_text())
    except FileNotFoundError:
        return []
    if not psutil.pid_exists(content["supervisor"]):
        return []
    return [ServiceState(**service) for service in content["services"]]
