"""Runs heavy work in worker processes, with limits on running tasks, waiting tasks and time.

Each web process has its own pool. Each task belongs to an owner, usually an organisation, who can neither occupy all
workers nor fill the queue.
"""

import functools
import os
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import anyio
import structlog
from anyio import CapacityLimiter, to_thread
from prometheus_client import Gauge, Histogram

from api.kit.errors import TooMany, Unavailable
from api.kit.worker_process import Worker

Result = TypeVar("Result")

log = structlog.get_logger(__name__)

RUNNING = Gauge(
    "waypost_worker_tasks_running",
    "Tasks that worker processes are doing",
    multiprocess_mode="livesum",
)
WAITING = Gauge(
    "waypost_worker_tasks_waiting",
    "Tasks that wait for a worker process",
    multiprocess_mode="livesum",
)
SECONDS = Histogram(
    "waypost_worker_task_seconds",
    "Time that a task took in its worker process, by how it ended",
    ["task", "outcome"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
)

RETRY_AFTER = {"Retry-After": "2"}
TASKS_OF_A_WORKER = 200
IDLE_BYTES = 400_000_000
"""A worker is replaced after `TASKS_OF_A_WORKER` tasks, or if it uses more than this many bytes while idle, which frees
memory that libraries did not release.
"""


class TooManyOfOwner(TooMany):
    code = "too_many_at_once"
    message = "Too many pictures and exports are being created for this organisation at once. Try again shortly."


class WorkersBusy(Unavailable):
    code = "workers_busy"
    message = "Too many pictures and exports are being created at the moment. Try again shortly."


class WorkerLost(Unavailable):
    code = "worker_lost"
    message = (
        "This could not be finished. Try again shortly; if it happens again, request less at once."
    )


class TaskTimedOut(Unavailable):
    code = "took_too_long"
    message = "This took too long and was stopped. Try again later, or request less at once."


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """The limits of heavy work in one web process."""

    processes: int
    """Number of tasks that run at once. One owner may use all but one, so that a place is left for others."""
    of_owner: int = 8
    """Maximum number of tasks of one owner, running and waiting."""
    waiting: int = 16
    """Maximum number of waiting tasks of all owners."""
    seconds: float = 60.0
    memory_bytes: int = 2_000_000_000

    @property
    def running_of_owner(self) -> int:
        """Return the maximum number of tasks of one owner that run at once."""
        return max(1, self.processes - 1)


class _IdleWorkers:
    """Workers without a task, shared by the apps of a process. The newest is used first."""

    def __init__(self) -> None:
        self._idle: dict[int, list[Worker]] = {}
        self._lock = threading.Lock()

    def take(self, memory_bytes: int) -> Worker:
        """Return an idle worker, or a new one."""
        while True:
            with self._lock:
                idle = self._idle.get(memory_bytes)
                worker = idle.pop() if idle else None
            if worker is None:
                return Worker(memory_bytes)
            if worker.is_alive:
                return worker
            worker.stop()

    def give_back(self, worker: Worker, memory_bytes: int) -> None:
        """Keep the worker for the next task, unless it should be replaced."""
        if worker.tasks >= TASKS_OF_A_WORKER or worker.memory_bytes() > IDLE_BYTES:
            worker.stop()
            return
        with self._lock:
            self._idle.setdefault(memory_bytes, []).append(worker)


_idle_workers = _IdleWorkers()


@dataclass(eq=False)
class _Waiting:
    owner: str
    admitted: anyio.Event = field(default_factory=anyio.Event)


class WorkerPool:
    """Runs functions in worker processes, within the limits. Belongs to one event loop."""

    def __init__(
        self, limits: WorkerLimits, timer: Callable[[], float] = time.perf_counter
    ) -> None:
        self.limits = limits
        self._timer = timer
        self._running: Counter[str] = Counter()
        self._waiting: list[_Waiting] = []
        # Separate from the threads of handlers, which may all be waiting for tasks of this pool.
        self._threads = CapacityLimiter(limits.processes + 1)

    async def warm_up(self) -> None:
        """Start the process from which workers are forked, so that the first task does not wait for it."""
        await self.run("", os.getpid)

    async def run(self, owner: str, function: Callable[..., Result], *args: object) -> Result:
        """Run the function and return its result, or raise its exception. Function, arguments and result are pickled.

        If the caller is cancelled, the worker that runs the function is stopped.

        Raises:
            TooManyOfOwner: the owner has too many running and waiting tasks.
            WorkersBusy: too many tasks of all owners are waiting.
            TaskTimedOut: the task was stopped at the time limit.
            WorkerLost: the worker died, for instance for lack of memory.
        """
        async with self._place(owner):
            begun, outcome = self._timer(), "cancelled"
            try:
                result = await self._run(function, args)
            except Unavailable as error:
                outcome = error.code
                raise
            except Exception:
                outcome = "error"
                raise
            else:
                outcome = "done"
                return result
            finally:
                name = getattr(function, "__name__", "task")
                SECONDS.labels(name, outcome).observe(self._timer() - begun)

    async def _run(self, function: Callable[..., Result], args: tuple[object, ...]) -> Result:
        memory = self.limits.memory_bytes
        with anyio.CancelScope(shield=True):  # a worker that is being started must not be lost
            worker = await self._in_thread(functools.partial(_idle_workers.take, memory))
        is_idle = False
        try:
            # This does not use the event loop's `add_reader`, because uvloop makes the pipe
            # non-blocking, which breaks long results.
            with anyio.fail_after(self.limits.seconds):
                value, error = await self._in_thread(
                    functools.partial(worker.call, function, args), abandon_on_cancel=True
                )
            is_idle = True
        except TimeoutError:
            log.warning("a task took too long", task=function.__name__)
            raise TaskTimedOut(headers=RETRY_AFTER) from None
        except (EOFError, OSError) as lost:
            log.warning(
                "a worker process died", task=function.__name__, pid=worker.pid, reason=repr(lost)
            )
            raise WorkerLost(headers=RETRY_AFTER) from lost
        finally:
            if is_idle:
                _idle_workers.give_back(worker, memory)
            else:
                worker.stop()
        if error is not None:
            raise error
        result: Result = value
        return result

    async def _in_thread(
        self, call: Callable[[], Result], *, abandon_on_cancel: bool = False
    ) -> Result:
        return await to_thread.run_sync(
            call, abandon_on_cancel=abandon_on_cancel, limiter=self._threads
        )

    @asynccontextmanager
    async def _place(self, owner: str) -> AsyncIterator[None]:
        """Occupy one of the places for running tasks, after waiting for it if necessary."""
        theirs = self._running[owner] + sum(it.owner == owner for it in self._waiting)
        if theirs >= self.limits.of_owner:
            raise TooManyOfOwner(headers=RETRY_AFTER)
        if self._may_run(owner):
            self._running[owner] += 1
        else:
            if len(self._waiting) >= self.limits.waiting:
                raise WorkersBusy(headers=RETRY_AFTER)
            await self._wait(_Waiting(owner))
        RUNNING.inc()
        try:
            yield
        finally:
            RUNNING.dec()
            self._leave(owner)

    def _may_run(self, owner: str) -> bool:
        return (
            self._running.total() < self.limits.processes
            and self._running[owner] < self.limits.running_of_owner
        )

    async def _wait(self, waiting: _Waiting) -> None:
        self._waiting.append(waiting)
        WAITING.inc()
        try:
            await waiting.admitted.wait()
        except BaseException:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:  # the place was assigned at the moment of cancellation
                self._leave(waiting.owner)
            raise
        finally:
            WAITING.dec()

    def _leave(self, owner: str) -> None:
        """Give the place to the task that has waited longest."""
        self._running[owner] -= 1
        if not self._running[owner]:
            del self._running[owner]
        for waiting in list(self._waiting):
            if self._may_run(waiting.owner):
                self._waiting.remove(waiting)
                self._running[waiting.owner] += 1
                waiting.admitted.set()
