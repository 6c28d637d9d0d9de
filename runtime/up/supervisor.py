"""Starts services in order, keeps them running, stops them in reverse order."""

import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from runtime.embedded.process import ServiceFailed
from runtime.up.services import Interrupted, Service, last_words

# A service that ran this long was well: its next fall counts as the first.
_WELL_SECONDS = 60
_LONGEST_PAUSE = 30


def say(text: str) -> None:
    """One line for the person at the terminal."""
    with contextlib.suppress(OSError):  # the terminal may be gone already
        print(text, flush=True)


@dataclass
class _Watched:
    service: Service
    ready: bool = False
    falls: int = 0
    since: float = 0
    again_at: float | None = None


@dataclass
class Supervisor:
    """Owner of the running services; used from one thread, the main one."""

    clock: Callable[[], float] = time.monotonic
    say: Callable[[str], None] = say
    _groups: list[list[_Watched]] = field(default_factory=list)
    _signals: int = 0

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
        group = [_Watched(service) for service in services]
        self._groups.append(group)
        for watched in group:
            watched.since = self.clock()
            watched.service.launch()

    def await_ready(self) -> None:
        """Wait for each that was launched; one progress line each."""
        for watched in self._watched():
            if not watched.ready:
                watched.service.await_ready(self.stopping)
                watched.ready = True
                self.progress(watched.service.name, self.clock() - watched.since)

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

    def watch(self, interval: float = 0.3) -> None:
        """Until somebody asks to stop: start again what ended, later each time it ends soon."""
        while not self.stopping():
            for watched in self._watched():
                self._look_after(watched)
            time.sleep(interval)

    def stop(self) -> None:
        """Stop everything, the group launched last first."""
        while self._groups:
            group = self._groups.pop()
            with ThreadPoolExecutor(len(group)) as side_by_side:
                list(side_by_side.map(lambda watched: watched.service.stop(), group))

    def _watched(self) -> list[_Watched]:
        return [watched for group in self._groups for watched in group]

    def _look_after(self, watched: _Watched) -> None:
        service, now = watched.service, self.clock()
        if watched.again_at is not None:
            if now >= watched.again_at:
                self._start_again(watched)
            return
        if service.exit_code is None:
            return
        if now - watched.since > _WELL_SECONDS:
            watched.falls = 0
        self._plan_start(watched, f"{service.name} stopped: {last_words(service.log)}")

    def _start_again(self, watched: _Watched) -> None:
        watched.again_at = None
        watched.since = self.clock()
        try:
            watched.service.stop()  # what the fallen process left of its group
            watched.service.launch()
            watched.service.await_ready(self.stopping)
        except ServiceFailed as failure:
            watched.service.stop()
            self._plan_start(watched, str(failure))
        except Interrupted:
            return
        else:
            self.say(f"  ✓ {watched.service.name} runs again")

    def _plan_start(self, watched: _Watched, reason: str) -> None:
        pause = min(_LONGEST_PAUSE, 2**watched.falls)
        watched.falls += 1
        watched.again_at = self.clock() + pause
        self.say(f"  ✗ {reason}; starting it again in {pause} s")


def fail(problems: Sequence[str]) -> None:
    """Say on standard error why there is no Waypost."""
    for problem in problems:
        print(f"waypost: {problem}", file=sys.stderr, flush=True)
