"""Child processes that never outlive the process that started them."""

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

_PR_SET_PDEATHSIG = 1


SUPERVISOR_VARIABLE = "WAYPOST_SUPERVISOR"
"""`<pid>:<data folder>` of the `waypost up` to which a process belongs. See runtime/up/orphans.py."""


START_MARK = "--- started by Waypost ---"
"""Suffix of the first line of a log."""


class ServiceFailed(Exception):
    """A service cannot start or has stopped. The message explains what to do."""


def die_with_parent(signum: signal.Signals) -> Callable[[], None] | None:
    """Return a `preexec_fn` that makes Linux send `signum` when the thread that started the child is gone.

    Return None on other systems, where only the supervisor's own shutdown ends children.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def arrange() -> None:
        prctl(_PR_SET_PDEATHSIG, int(signum), 0, 0, 0)
        if os.getppid() != parent:  # the parent ended before the signal was set
            os._exit(128 + int(signum))

    return arrange


def few_variables() -> dict[str, str]:
    """Return the environment for third-party programs, without our settings and secrets."""
    names = ("PATH", SUPERVISOR_VARIABLE)
    return {name: os.environ[name] for name in names if name in os.environ}


def mark_start(log: Path) -> None:
    """Write a line with the time to the log, because not every program logs times."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with (
        contextlib.suppress(OSError),
        log.open("a") as file,
    ):  # a full disk must not prevent a start
        file.write(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {START_MARK}\n")


def port_is_open(port: int, host: str = "127.0.0.1") -> bool:
    """Return whether something listens on the port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((host, port)) == 0


def free_port(host: str = "127.0.0.1") -> int:
    """Return a port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def stop(child: subprocess.Popen[bytes], signum: signal.Signals, patience: float) -> None:
    """Stop the child, and kill it if it does not end in time."""
    if child.poll() is not None:
        return
    child.send_signal(signum)
    try:
        child.wait(patience)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def wait_until(ready: Callable[[], bool], child: subprocess.Popen[bytes], patience: float) -> bool:
    """Wait for `ready`. Return False if the child ends or the time runs out first."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if ready():
            return True
        if child.poll() is not None:
            return False
        time.sleep(0.05)
    return False
