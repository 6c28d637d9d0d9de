"""Starts services in order, keeps them running, stops them in reverse order.

Nothing in it waits for a service: each round looks at every service, and what takes time (health
checks, ending a process) is done by helper threads. docs/operations.md, "When something falls".
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
from runtime.up.services import Interrupted, Service, last_words
from runtime.up.watched import CHECK_EVERY, State, Watched

# A service that ran this long was well: its next fall counts as the first.
_WELL_SECONDS = 60
_LONGEST_PAUSE = 30
_SLOW_SECONDS = 60
"""A service that takes longer to start is mentioned, and again each time as long has gone."""


def say(text: str) -> None:
    """One line for the person at the terminal."""
    with contextlib.suppress(OSError):  # the terminal may be gone already
        print(text, flush=True)


def utc_now() -> datetime:
    """The time that is written before lines."""
    return datetime.now(UTC)


def _helpers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(32, thread_name_prefix="supervisor")


@dataclass
class Supervisor:
    """Owner of the running services; used from one thread, the main one."""

    clock: Callable[[], float] = time.monotonic
    say: Callable[[str], None] = say
    now: Callable[[], datetime] = utc_now
    on_change: Callable[["Supervisor"], None] = lambda _: None
    each_round: Callable[[], None] = lambda: None
    """Housekeeping between two rounds; must not wait."""
    _groups: list[list[Watched]] = field(default_factory=list)
    _signals: int = 0
    _helpers: ThreadPoolExecutor = field(default_factory=_helpers, repr=False)
    _last_round: float | None = None

    def stopping(self) -> bool:
        """Whether somebody asked to stop."""
        return self._signals > 0

    def has_launched(self) -> bool:
        """Whether there is anything to stop."""
        return bool(self._groups)

    def request_stop(self) -> None:
        """Have `watch` return and whatever is still starting give up."""
        self._signals += 1

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Take Ctrl-C, the end of the terminal and SIGTERM as the wish to stop."""

        def note(_signum: int, _frame: FrameType | None) -> None:
            self.request_stop()

        wishes = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = {wish: signal.signal(wish, note) for wish in wishes}
        try:
            yield
        finally:
            for wish, handler in before.items():
                signal.signal(wish, handler)

    def launch(self, *services: Service) -> None:
        """Set them going, side by side; they will be stopped side by side too."""
        self.check()
        group = [Watched(service) for service in services]
        self._groups.append(group)
        for watched in group:
            watched.enter(State.STARTING, self.clock())
            watched.service.launch()
        self.on_change(self)

    def await_ready(self, *services: Service) -> None:
        """Wait, however long it takes, until these (or all that were launched) have been ready."""
        awaited = [it for it in self.watched() if not services or it.service in services]
        while not all(watched.was_ready for watched in awaited):
            self.check()
            self.look_after()
            time.sleep(0.05)

    def start(self, *services: Service) -> None:
        """Launch them and wait for them."""
        self.launch(*services)
        self.await_ready()

    def progress(self, name: str, seconds: float) -> None:
        """The line of something that is ready."""
        self.say(f"  ✓ {name:<22}{seconds:5.1f} s")

    def check(self) -> None:
        """Raise when somebody asked to stop."""
        if self.stopping():
            raise Interrupted

    def watch(self, interval: float = 0.2) -> None:
        """Until somebody asks to stop: start again what ended or hangs, later each time."""
        while not self.stopping():
            self.look_after()
            time.sleep(interval)

    def look_after(self) -> None:
        """One round over all services, in the order in which they were started."""
        now = self.clock()
        if self._last_round is not None and now - self._last_round > CHECK_EVERY:
            for watched in self.watched():  # it is we who were held up, say by Ctrl-Z
                watched.forgive(now)
        self._last_round = now
        for watched in self.watched():
            if watched.state is State.STOPPING:
                self._await_end(watched)
            if watched.state is State.WAITING and self.clock() >= watched.start_at:
                self._start_again(watched)
            if watched.state in {State.STARTING, State.RUNNING}:
                self._judge(watched)
        self.each_round()

    def stop(self) -> None:
        """Stop everything, the group launched last first."""
        while self._groups:
            group = self._groups.pop()
            for watched in group:
                watched.enter(State.STOPPING, self.clock())
            with ThreadPoolExecutor(len(group)) as side_by_side:
                list(side_by_side.map(lambda watched: watched.service.stop(), group))
        self.on_change(self)
        self._helpers.shutdown(wait=False, cancel_futures=True)

    def watched(self) -> list[Watched]:
        """Every service, in the order in which they were started."""
        return [watched for group in self._groups for watched in group]

    def _judge(self, watched: Watched) -> None:
        service, now = watched.service, self.clock()
        if service.exit_code is not None:
            words = last_words(service.log)
            if not watched.was_ready:
                raise ServiceFailed(f"{service.name} did not start: {words}")
            self._end(watched, f"{service.name} stopped: {words}")
            return
        began, was_ready = watched.since, watched.was_ready
        try:
            became_ready = watched.look(now, self._helpers.submit)
        except ServiceFailed as failure:  # a check knows that it can never serve
            if not was_ready:
                raise
            self._end(watched, str(failure))
            return
        if became_ready:
            if was_ready:
                self._tell(f"  ✓ {service.name} runs again after {now - began:.1f} s")
            else:
                self.progress(service.name, now - began)
            self.on_change(self)
        elif trouble := watched.trouble(now):
            self._end(watched, trouble)
        elif watched.state is State.STARTING and now - watched.said_slow_at > _SLOW_SECONDS:
            watched.said_slow_at = now
            self._tell(
                f"  … {service.name} is still starting after {now - began:.0f} s"
                f" (see {service.log})"
            )

    def _end(self, watched: Watched, reason: str) -> None:
        """Clear up what is left of it, and plan its next start."""
        now = self.clock()
        if watched.state is State.RUNNING and now - watched.since > _WELL_SECONDS:
            watched.falls = 0
        pause = min(_LONGEST_PAUSE, 2 ** (watched.falls - 1)) if watched.falls else 0
        watched.falls += 1
        watched.start_at = now + pause
        watched.ending = self._helpers.submit(watched.service.kill)
        self._tell(f"  ✗ {reason}; starting it again{f' in {pause} s' if pause else ''}")
        self._enter(watched, State.STOPPING)

    def _await_end(self, watched: Watched) -> None:
        if watched.ending is not None and watched.ending.done():
            if failure := watched.ending.exception():
                self._tell(f"  ✗ {watched.service.name} could not be ended: {failure}")
            watched.ending = None
            self._enter(watched, State.WAITING)

    def _start_again(self, watched: Watched) -> None:
        watched.enter(State.STARTING, self.clock())
        try:
            watched.service.launch()
        except (ServiceFailed, OSError) as failure:  # a full disk, too many processes
            self._end(watched, f"{watched.service.name} cannot be started: {failure}")
        else:
            self.on_change(self)

    def _enter(self, watched: Watched, state: State) -> None:
        watched.enter(state, self.clock())
        self.on_change(self)

    def _tell(self, text: str) -> None:
        """A line of something that happened by itself, with the time (UTC, RFC 3339)."""
        self.say(f"{self.now():%Y-%m-%dT%H:%M:%SZ}{text}")


def fail(problems: Sequence[str]) -> None:
    """Say on standard error why there is no Waypost."""
    for problem in problems:
        print(f"waypost: {problem}", file=sys.stderr, flush=True)
