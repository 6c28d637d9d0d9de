"""Processes of an earlier `waypost up` on the same data folder that ended without stopping them.

Linux tells each of them that its parent is gone, so most end by themselves within seconds; what hangs,
and the runs of Dagster, whom nobody tells, are ended here.
"""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import psutil

from runtime.embedded.process import SUPERVISOR_VARIABLE

GRACE = 15.0
"""Seconds that they have: longer than a service takes to stop in good order."""


def mark_children(var_dir: Path) -> None:
    """From now on every process started here carries whose it is."""
    os.environ[SUPERVISOR_VARIABLE] = f"{os.getpid()}:{var_dir.resolve()}"


def supervisor_of(process: psutil.Process) -> tuple[int, str] | None:
    """Process id and data folder of the `waypost up` that started it; None for any other process."""
    try:
        mark = process.environ().get(SUPERVISOR_VARIABLE, "")
    except (psutil.Error, OSError):
        return None
    pid, _, folder = mark.partition(":")
    return (int(pid), folder) if pid.isdigit() else None


def is_orphan(pid: int) -> bool:
    """Whether it belongs to a `waypost up` that is gone, and so will be gone soon."""
    with contextlib.suppress(psutil.Error):
        supervisor = supervisor_of(psutil.Process(pid))
        return supervisor is not None and not psutil.pid_exists(supervisor[0])
    return False


def end_leftovers(var_dir: Path, say: Callable[[str], None], grace: float = GRACE) -> int:
    """Wait for what is left of an earlier start, then end it; gives how many had to be ended.

    The caller holds the lock of the data folder, so whatever carries its name is left over.
    """
    folder = str(var_dir.resolve())
    postgres = str((var_dir / "postgres").resolve())
    left = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            supervisor = supervisor_of(process)
            is_ours = supervisor is not None and supervisor[1] == folder
            # Postgres writes its title over its environment.
            if is_ours or ("postgres" in process.name() and process.cwd() == postgres):
                left.append(process)
    left = [process for process in left if process.pid != os.getpid()]
    if left:
        say(f"Waiting for {len(left)} processes of an earlier start to end …")
    _, alive = psutil.wait_procs(left, timeout=grace)
    for process in alive:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(alive, timeout=5)
    return len(alive)
