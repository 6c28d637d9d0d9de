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
"""`<pid>:<data folder>` of the `waypost up` that a process belongs to; see runtime/up/leftovers.py."""


START_MARK = "--- started by Waypost ---"
"""Ends the first line that a process has in its log."""


class ServiceFailed(Exception):
    """An embedded service cannot start or stopped by itself; the text says what to do."""


def die_with_parent(signum: signal.Signals) -> Callable[[], None] | None:
    """A `preexec_fn` that has Linux send `signum` when the thread that started the child is gone.

    Elsewhere None: there the supervisor's own shutdown is all there is.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def arrange() -> None:
        prctl(_PR_SET_PDEATHSIG, int(signum), 0, 0, 0)
        if os.getppid() != parent:  # it was gone before Linux knew whom to tell
            os._exit(128 + int(signum))

    return arrange


def few_variables() -> dict[str, str]:
    """The environment of a program that is not ours: it needs none of our settings and secrets."""
    names = ("PATH", SUPERVISOR_VARIABLE)
    return {name: os.environ[name] for name in names if name in os.environ}


def mark_start(log: Path) -> None:
    """Begin a part of the log with the time: not every program writes one before its lines."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError), log.open("a") as file:  # a full disk stops no start
        file.write(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {START_MARK}\n")


def port_is_open(port: int, host: str = "127.0.0.1") -> bool:
    """Whether something listens there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((host, port)) == 0


def free_port(host: str = "127.0.0.1") -> int:
    """A port that nobody listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def stop(child: subprocess.Popen[bytes], signum: signal.Signals, patience: float) -> None:
    """Ask the child to stop, wait, and kill it when it does not."""
    if child.poll() is not None:
        return
    child.send_signal(signum)
    try:
        child.wait(patience)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def wait_until(ready: Callable[[], bool], child: subprocess.Popen[bytes], patience: float) -> bool:
    """Wait for `ready`; False when the child ended or the time is over first."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if ready():
            return True
        if child.poll() is not None:
            return False
        time.sleep(0.05)
    return False
