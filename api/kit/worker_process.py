"""A separate process that runs one function at a time for the web process, and the code inside it.

Each worker has its own pipe. In the pools of `concurrent.futures` and pebble, all workers share one pipe under a lock,
so a worker that is killed while it holds the lock breaks the whole pool. anyio's workers cannot be forked from a
process that has already loaded the libraries.
"""

import multiprocessing
import os
import pickle
import resource
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

NICENESS = 10
"""Workers give way to the web process and the database on the CPU."""

_context = multiprocessing.get_context("forkserver")


def preload(module: str) -> None:
    """Register a module that all workers of this process will have preloaded."""
    _context.set_forkserver_preload([module])


class Worker:
    """A running worker."""

    def __init__(self, memory_bytes: int) -> None:
        self.tasks = 0
        self._connection, theirs = _context.Pipe()
        self._in_use = threading.Lock()
        self._process = _context.Process(
            target=_serve, args=(theirs, memory_bytes), name="waypost-worker", daemon=True
        )
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        """Return the process ID."""
        return self._process.pid or 0

    @property
    def is_alive(self) -> bool:
        """Return whether the worker could run a task."""
        return self._process.is_alive()

    def memory_bytes(self) -> int:
        """Return the resident memory of the process, including shared pages; 0 if it has ended."""
        import psutil

        try:
            return int(psutil.Process(self.pid).memory_info().rss)
        except psutil.NoSuchProcess:
            return 0

    def call(
        self, function: Callable[..., Any], args: tuple[Any, ...]
    ) -> tuple[Any, BaseException | None]:
        """Run the function, and return its result and the exception that it raised. Blocks until then.

        Raises:
            EOFError: the process died or was stopped.
            OSError: the process died or was stopped.
        """
        with self._in_use:
            self.tasks += 1
            self._connection.send((function, args))
            pickled = self._connection.recv_bytes()
        outcome: tuple[Any, BaseException | None] = pickle.loads(pickled)  # noqa: S301 - by our own process
        return outcome

    def stop(self) -> None:
        """Stop the process, whatever it is doing. Does not wait, because on a busy machine it takes a while to die."""
        self._process.kill()
        threading.Thread(target=self._close, name="waypost-worker-close", daemon=True).start()

    def _close(self) -> None:
        # A running call ends with the process; until then it reads from the pipe
        with self._in_use:
            self._connection.close()
        self._process.join()


def _serve(connection: Connection, memory_bytes: int) -> None:
    # Metrics of a worker must not count as those of a web process
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
    os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    most = _memory_in_use() + memory_bytes
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    with suppress(
        EOFError, OSError, KeyboardInterrupt
    ):  # the web process has ended, or needs no more results
        while True:
            function, args = connection.recv()
            connection.send_bytes(_outcome(function, args))


def _memory_in_use() -> int:
    """Return the bytes that the limit already counts for this process (VmData, proc_pid_status(5)); 0 if there is no
    /proc.
    """
    with suppress(OSError), Path("/proc/self/status").open() as status:
        for line in status:
            if line.startswith("VmData:"):
                return int(line.split()[1]) * 1024
    return 0


def _outcome(function: Callable[..., Any], args: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps((function(*args), None))
    except BaseException as error:
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        try:
            pickled = pickle.dumps((None, error))
            pickle.loads(pickled)  # noqa: S301 - some exceptions are written well and cannot be read
        except Exception:
            pickled = pickle.dumps((None, RuntimeError(traceback.format_exc())))
        return pickled


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
