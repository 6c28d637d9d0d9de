"""The supervisor's view of one service: its state and its last sign of life."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import Enum

from runtime.up.health import Answer, processor_seconds, resident_memory
from runtime.up.services import Service

CHECK_EVERY = 5.0
"""Seconds between two health checks of a running service."""
CHECK_STARTING_EVERY = 0.2

HUNG_AFTER = 20.0
"""Seconds without an answer and without CPU use, or of answers that refuse to serve."""
HUNG_STARTING_AFTER = 60.0
"""The same during the start, when a service may wait for another one."""
IDLE_AFTER = 60.0
"""The same for a service without a health check. Each of these services polls every few seconds."""
BUSY_AFTER = 300.0
"""Seconds without an answer despite CPU use. Not applied during the start."""

PROGRESS = 0.005
"""Share of a CPU above which a silent service counts as busy. Idle background threads stay below it."""


class State(Enum):
    """Lifecycle state of a service."""

    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    WAITING = "waiting"
    """Waiting for its next start."""


@dataclass
class MonitoredService:
    """One service. Times are in seconds of the supervisor's clock."""

    service: Service
    processor: Callable[[int], float] = processor_seconds
    memory: Callable[[int], int] = resident_memory
    state: State = State.WAITING
    since: float = 0
    was_ready: bool = False
    failures: int = 0
    starts: int = 0
    start_at: float = 0
    slow_reported_at: float = 0
    ending: "Future[None] | None" = None
    _check: "Future[Answer] | None" = field(default=None, repr=False)
    _next_check: float = 0
    _answered: float = 0
    _refusing_since: float | None = None
    _progressed: float = 0
    _measured: float = 0
    _seconds: float = 0
    """CPU seconds at `_measured`."""
    _next_memory: float = 0

    def enter(self, state: State, now: float) -> None:
        """Enter a state. A starting service gets fresh timeouts."""
        self.state, self.since = state, now
        if state is State.STARTING:
            self.starts += 1
            self.slow_reported_at = now
            self._check = None  # a pending check belongs to the previous process
            self._next_check = now
            self._seconds = 0
            self.reset_timeouts(now)

    def reset_timeouts(self, now: float) -> None:
        """Restart all timeouts."""
        self._answered = self._progressed = self._measured = now
        self._refusing_since = None

    def poll(self, now: float, ask: "Callable[[Callable[[], Answer]], Future[Answer]]") -> bool:
        """Process a finished check and start the next. Return True if the service just became ready."""
        became_ready = False
        if self._check is not None and self._check.done():
            became_ready = self._process(self._check.result(), now)
            self._check = None
            pause = CHECK_STARTING_EVERY if self.state is State.STARTING else CHECK_EVERY
            self._next_check = now + pause
        if self._check is None and now >= self._next_check and self._has_something_to_ask:
            self._check = ask(self.service.check)
        if now - max(self._answered, self._measured) > CHECK_EVERY:
            self._measure_progress(now)
        return became_ready

    def problem(self, now: float) -> str | None:
        """Return why the service must be restarted, or None if it is healthy."""
        name, silent = self.service.name, now - self._answered
        if self._refusing_since is not None and now - self._refusing_since > HUNG_AFTER:
            return f"{name} has refused to serve for {HUNG_AFTER:.0f} s"
        if now - max(self._answered, self._progressed) > self._hung_after:
            return f"{name} gave no sign of life for {self._hung_after:.0f} s"
        has_limit = self.state is State.RUNNING and self.service.has_health_check
        if has_limit and silent > BUSY_AFTER:
            return f"{name} answered no health check for {BUSY_AFTER:.0f} s"
        return self._memory_problem(now)

    def _memory_problem(self, now: float) -> str | None:
        limit, pid = self.service.memory_limit, self.service.pid
        if limit is None or pid is None or self.state is not State.RUNNING:
            return None
        if now < self._next_memory:  # reading the memory inspects every process of the machine
            return None
        self._next_memory = now + CHECK_EVERY
        used = self.memory(pid)
        mib = 2**20
        over = used > limit
        return f"{self.service.name} uses {used // mib} MiB of {limit // mib}" if over else None

    @property
    def _hung_after(self) -> float:
        if self.state is State.STARTING:
            return HUNG_STARTING_AFTER
        return HUNG_AFTER if self.service.has_health_check else IDLE_AFTER

    @property
    def _has_something_to_ask(self) -> bool:
        return self.state is State.STARTING or self.service.has_health_check

    def _process(self, answer: Answer, now: float) -> bool:
        if answer is Answer.REFUSING:
            if self._refusing_since is None:
                self._refusing_since = now
        elif answer is not Answer.SILENT:
            self._refusing_since = None
            self._answered = now
        if answer is Answer.READY and self.state is State.STARTING:
            self.enter_running(now)
            return True
        return False

    def enter_running(self, now: float) -> None:
        """Mark the service as ready."""
        self.enter(State.RUNNING, now)
        self.was_ready = True

    def _measure_progress(self, now: float) -> None:
        """Record whether the service used the CPU since the last measurement."""
        pid = self.service.pid
        if pid is None:
            return
        seconds, before = self.processor(pid), self._seconds
        least = PROGRESS * (now - self._measured) if self.service.has_health_check else 0
        if abs(seconds - before) > least:  # less than before if a child ended
            self._progressed = now
        self._seconds, self._measured = seconds, now
