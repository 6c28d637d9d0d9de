"""Ends orphaned processes of an earlier `waypost up` on the same data folder.

Most receive a signal from Linux when their parent ends, and stop within seconds. Hanging processes, and runs of
Dagster, which get no signal, are ended here.
"""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import psutil

from runtime.embedded.process import SUPERVISOR_VARIABLE

GRACE = 15.0
"""Seconds to wait, which is longer than a graceful stop takes."""


def mark_children(var_dir: Path) -> None:
    """Mark all processes started from now on with this supervisor's ID, through the environment."""
    os.environ[SUPERVISOR_VARIABLE] = f"{os.getpid()}:{var_dir.resolve()}"


def supervisor_of(process: psutil.Process) -> tuple[int, str] | None:
    """Return the process ID and data folder of the `waypost up` that started the process, or None for any other
    process.
    """
    try:
        mark = process.environ().get(SUPERVISOR_VARIABLE, "")
    except (psutil.Error, OSError):
        return None
    pid, _, folder = mark.partition(":")
    return (int(pid), folder) if pid.isdigit() else None


def is_orphan(pid: int) -> bool:
    """Return whether the process belongs to a `waypost up` that has ended."""
    with contextlib.suppress(psutil.Error):
        supervisor = supervisor_of(psutil.Process(pid))
        return supervisor is not None and not psutil.pid_exists(supervisor[0])
    return False


def end_orphans(var_dir: Path, say: Callable[[str], None], grace: float = GRACE) -> int:
    """Wait for processes of an earlier start, then kill them. Return the number of processes that were killed.

    The caller holds the lock of the data folder, so every process marked with it is orphaned.
    """
    folder = str(var_dir.resolve())
    postgres = str((var_dir / "postgres").resolve())
    orphans = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            supervisor = supervisor_of(process)
            is_ours = supervisor is not None and supervisor[1] == folder
            # Postgres overwrites its environment with its process title.
            if is_ours or ("postgres" in process.name() and process.cwd() == postgres):
                orphans.append(process)
    orphans = [process for process in orphans if process.pid != os.getpid()]
    if orphans:
        say(f"Waiting for {len(orphans)} processes of an earlier start to end …")
    _, alive = psutil.wait_procs(orphans, timeout=grace)
    for process in alive:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(alive, timeout=5)
    return len(alive)
