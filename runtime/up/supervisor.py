"""Starts services in order, restarts them when necessary, and stops them in reverse order.

The main thread never waits for a service: each round inspects every service, and helper threads run health checks and
end processes. See docs/operations.md, "Restarts".
"""

import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import FrameType

from runtime.embedded.process import ServiceFailed
from runtime.up.monitored_service import CHECK_EVERY, MonitoredService, State
from runtime.up.services import Interrupted, Service, last_log_line

# A service that has run this long counts as healthy, and its failure count is reset.
_HEALTHY_SECONDS = 60
_LONGEST_PAUSE = 30
_SLOW_SECONDS = 60
"""A service that is still starting is reported each time this many seconds have passed."""


def say(text: str) -> None:
    """Print one line to the terminal."""
    with contextlib.suppress(OSError):  # the terminal may be closed already
        print(text, flush=True)


def utc_now() -> datetime:
    """Return the time to print before lines."""
    return datetime.now(UTC)


def _helpers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(32, thread_name_prefix="supervisor")


@dataclass
class Supervisor:
    """Owns the running services. Used only from the main thread."""

    clock: Callable[[], float] = time.monotonic
    say: Callable[[str], None] = say
    now: Callable[[], datetime] = utc_now
    on_change: Callable[["Supervisor"], None] = lambda _: None
    on_round: Callable[[], None] = lambda: None
    """Called after each round. Must not block."""
    _groups: list[list[MonitoredService]] = field(default_factory=list)
    _signals: int = 0
    _helpers: ThreadPoolExecutor = field(default_factory=_helpers, repr=False)
    _last_round: float | None = None

    def stopping(self) -> bool:
        """Return whether a stop was requested."""
        return self._signals > 0

    def has_launched(self) -> bool:
        """Return whether there is anything to stop."""
        return bool(self._groups)

    def request_stop(self) -> None:
        """Make `watch` return and abort a start."""
        self._signals += 1

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Handle SIGINT, SIGHUP and SIGTERM as a request to stop."""

        def handle(_signum: int, _frame: FrameType | None) -> None:
            self.request_stop()

        signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        previous = {number: signal.signal(number, handle) for number in signals}
        try:
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)

    def launch(self, *services: Service) -> None:
        """Start the services in parallel. They will also be stopped in parallel."""
        self.check()
        if not services:
            return
        group = [MonitoredService(service) for service in services]
        self._groups.append(group)
        for monitored in group:
            monitored.enter(State.STARTING, self.clock())
            monitored.service.launch()
        self.on_change(self)

    def await_ready(self, *services: Service) -> None:
        """Wait without a time limit until these services (or all launched ones) have been ready."""
        awaited = [it for it in self.monitored() if not services or it.service in services]
        while not all(monitored.was_ready for monitored in awaited):
            self.check()
            self.run_round()
            time.sleep(0.05)

    def start(self, *services: Service) -> None:
        """Launch the services and wait until they are ready."""
        self.launch(*services)
        self.await_ready()

    def progress(self, name: str, seconds: float) -> None:
        """Print that something is ready."""
        self.say(f"  ✓ {name:<22}{seconds:5.1f} s")

    def check(self) -> None:
        """Raise Interrupted if a stop was requested."""
        if self.stopping():
            raise Interrupted

    def watch(self, interval: float = 0.2) -> None:
        """Restart services that ended or hang, with growing pauses, until a stop is requested."""
        while not self.stopping():
            self.run_round()
            time.sleep(interval)

    def run_round(self) -> None:
        """Inspect all services once, in start order."""
        now = self.clock()
        if self._last_round is not None and now - self._last_round > CHECK_EVERY:
            # This process itself was suspended, for example by Ctrl-Z
            for monitored in self.monitored():
                monitored.reset_timeouts(now)
        self._last_round = now
        for monitored in self.monitored():
            if monitored.state is State.STOPPING:
                self._await_end(monitored)
            if monitored.state is State.WAITING and self.clock() >= monitored.start_at:
                self._start_again(monitored)
            if monitored.state in {State.STARTING, State.RUNNING}:
                self._evaluate(monitored)
        self.on_round()

    def stop(self) -> None:
        """Stop all services in reverse order of their launch."""
        while self._groups:
            group = self._groups.pop()
            for monitored in group:
                monitored.enter(State.STOPPING, self.clock())
            with ThreadPoolExecutor(len(group)) as side_by_side:
                list(side_by_side.map(lambda monitored: monitored.service.stop(), group))
        self.on_change(self)
        self._helpers.shutdown(wait=False, cancel_futures=True)

    def monitored(self) -> list[MonitoredService]:
        """Return all services in start order."""
        return [monitored for group in self._groups for monitored in group]

    def _evaluate(self, monitored: MonitoredService) -> None:
        service, now = monitored.service, self.clock()
        if service.exit_code is not None:
            words = last_log_line(service.log)
            if not monitored.was_ready:
                raise ServiceFailed(f"{service.name} did not start: {words}")
            self._end(monitored, f"{service.name} stopped: {words}")
            return
        began, was_ready = monitored.since, monitored.was_ready
        try:
            became_ready = monitored.poll(now, self._helpers.submit)
        except ServiceFailed as failure:  # the check has determined that it can never become ready
            if not was_ready:
                raise
            self._end(monitored, str(failure))
            return
        if became_ready:
            if was_ready:
                self._report(f"  ✓ {service.name} runs again after {now - began:.1f} s")
            else:
                self.progress(service.name, now - began)
            self.on_change(self)
        elif problem := monitored.problem(now):
            self._end(monitored, problem)
        elif monitored.state is State.STARTING and now - monitored.slow_reported_at > _SLOW_SECONDS:
            monitored.slow_reported_at = now
            self._report(
                f"  … {service.name} is still starting after {now - began:.0f} s"
                f" (see {service.log})"
            )

    def _end(self, monitored: MonitoredService, reason: str) -> None:
        """Kill what is left of the service and schedule its next start."""
        now = self.clock()
        if monitored.state is State.RUNNING and now - monitored.since > _HEALTHY_SECONDS:
            monitored.failures = 0
        pause = min(_LONGEST_PAUSE, 2 ** (monitored.failures - 1)) if monitored.failures else 0
        monitored.failures += 1
        monitored.start_at = now + pause
        monitored.ending = self._helpers.submit(monitored.service.kill)
        self._report(f"  ✗ {reason}; restarting{f' in {pause} s' if pause else ''}")
        self._enter(monitored, State.STOPPING)

    def _await_end(self, monitored: MonitoredService) -> None:
        if monitored.ending is not None and monitored.ending.done():
            if failure := monitored.ending.exception():
                self._report(f"  ✗ {monitored.service.name} could not be killed: {failure}")
            monitored.ending = None
            self._enter(monitored, State.WAITING)

    def _start_again(self, monitored: MonitoredService) -> None:
        monitored.enter(State.STARTING, self.clock())
        try:
            monitored.service.launch()
        except (ServiceFailed, OSError) as failure:  # for example a full disk or too many processes
            self._end(monitored, f"{monitored.service.name} cannot be started: {failure}")
        else:
            self.on_change(self)

    def _enter(self, monitored: MonitoredService, state: State) -> None:
        monitored.enter(state, self.clock())
        self.on_change(self)

    def _report(self, text: str) -> None:
        """Print a line with the time (UTC, RFC 3339)."""
        self.say(f"{self.now():%Y-%m-%dT%H:%M:%SZ}{text}")


def fail(problems: Sequence[str]) -> None:
    """Print on standard error why Waypost did not start."""
    for problem in problems:
        print(f"waypost: {problem}", file=sys.stderr, flush=True)
