"""What the supervisor knows of one service: its state, and when it last gave a sign of life."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import Enum

from runtime.up.health import Answer, processor_seconds
from runtime.up.services import Service

CHECK_EVERY = 5.0
"""Seconds between two health checks of a running service."""
CHECK_STARTING_EVERY = 0.2

HUNG_AFTER = 20.0
"""Seconds without an answer and without use of the processor; also of answers that it serves nobody."""
HUNG_STARTING_AFTER = 60.0
"""The same while it starts: it may wait for another service."""
IDLE_AFTER = 60.0
"""The same for a service without a health check; each of them looks for work every few seconds."""
BUSY_AFTER = 300.0
"""Seconds without an answer although it uses the processor. While it starts there is no such limit."""

PROGRESS = 0.005
"""Share of a processor above which a silent service is busy; beneath are idle background threads."""


class State(Enum):
    """Where a service is in its life."""

    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    WAITING = "waiting"
    """Between its end and its next start."""


@dataclass
class Watched:
    """One service. Times are readings of the supervisor's clock, in seconds."""

    service: Service
    processor: Callable[[int], float] = processor_seconds
    state: State = State.WAITING
    since: float = 0
    was_ready: bool = False
    falls: int = 0
    starts: int = 0
    start_at: float = 0
    said_slow_at: float = 0
    ending: "Future[None] | None" = None
    _check: "Future[Answer] | None" = field(default=None, repr=False)
    _next_check: float = 0
    _answered: float = 0
    _refusing_since: float | None = None
    _progressed: float = 0
    _measured: float = 0
    _seconds: float = 0
    """Processor seconds when that was measured."""

    def enter(self, state: State, now: float) -> None:
        """Begin a state; a launched service starts with a clean record."""
        self.state, self.since = state, now
        if state is State.STARTING:
            self.starts += 1
            self.said_slow_at = now
            self._check = None  # one that still waits asked the process before
            self._next_check = now
            self._seconds = 0
            self.forgive(now)

    def forgive(self, now: float) -> None:
        """Count silence from now on."""
        self._answered = self._progressed = self._measured = now
        self._refusing_since = None

    def look(self, now: float, ask: "Callable[[Callable[[], Answer]], Future[Answer]]") -> bool:
        """Take the answer of a finished check, begin the next. True once it has become ready."""
        became_ready = False
        if self._check is not None and self._check.done():
            became_ready = self._take(self._check.result(), now)
            self._check = None
            pause = CHECK_STARTING_EVERY if self.state is State.STARTING else CHECK_EVERY
            self._next_check = now + pause
        if self._check is None and now >= self._next_check and self._has_something_to_ask:
            self._check = ask(self.service.check)
        if now - max(self._answered, self._measured) > CHECK_EVERY:
            self._note_progress(now)
        return became_ready

    def trouble(self, now: float) -> str | None:
        """Why it must be started again, None when it need not."""
        name, silent = self.service.name, now - self._answered
        if self._refusing_since is not None and now - self._refusing_since > HUNG_AFTER:
            return f"{name} refuses to serve for {HUNG_AFTER:.0f} s"
        if now - max(self._answered, self._progressed) > self._hung_after:
            return f"{name} gave no sign of life for {self._hung_after:.0f} s"
        has_limit = self.state is State.RUNNING and self.service.has_health_check
        if has_limit and silent > BUSY_AFTER:
            return f"{name} answered no health check for {BUSY_AFTER:.0f} s"
        return None

    @property
    def _hung_after(self) -> float:
        if self.state is State.STARTING:
            return HUNG_STARTING_AFTER
        return HUNG_AFTER if self.service.has_health_check else IDLE_AFTER

    @property
    def _has_something_to_ask(self) -> bool:
        return self.state is State.STARTING or self.service.has_health_check

    def _take(self, answer: Answer, now: float) -> bool:
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
        """It is ready."""
        self.enter(State.RUNNING, now)
        self.was_ready = True

    def _note_progress(self, now: float) -> None:
        """Whether it used the processor since that was measured last."""
        pid = self.service.pid
        if pid is None:
            return
        seconds, before = self.processor(pid), self._seconds
        least = PROGRESS * (now - self._measured) if self.service.has_health_check else 0
        if abs(seconds - before) > least:  # less than before when a child has ended
            self._progressed = now
        self._seconds, self._measured = seconds, now
