"""The threads that send due deliveries: one looks for more while the others send."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Event, Lock, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from api.domains.commerce.connections import serving
from api.domains.commerce.connections.serving import WORKERS, serve_connections
from tests.support.waiting import eventually

pytestmark = pytest.mark.timeout(60)


class Due:
    """Hands out due runs, and records whether several threads look for them at once."""

    def __init__(self, runs: list[Callable[[], None]]) -> None:
        self.runs = runs
        self.looks = 0
        self.at_once = False
        self._looking = Lock()

    def claim(self, *_: Any) -> SimpleNamespace | None:
        """Return the next run; None if there is none."""
        if not self._looking.acquire(blocking=False):
            self.at_once = True
            return None
        Event().wait(0.002)  # as long as a database query takes
        self._looking.release()
        self.looks += 1
        return SimpleNamespace(run=self.runs.pop()) if self.runs else None


@contextmanager
def served(due: Due, monkeypatch: pytest.MonkeyPatch) -> Iterator[Thread]:
    monkeypatch.setattr(serving, "claim_serving", due.claim)
    monkeypatch.setattr(serving, "IDLE_POLL", 0.01)
    monkeypatch.setattr(serving, "PAUSE_AFTER_FAILURE", 0.01)
    stop = Event()
    thread = Thread(target=serve_connections, args=(None, None, stop))
    thread.start()
    try:
        yield thread
    finally:
        stop.set()
        thread.join(30)


def test_connections_are_processed_in_parallel_but_polled_by_one_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    all_at_once = Barrier(WORKERS)
    done: list[int] = []

    def run() -> None:
        all_at_once.wait(5)
        done.append(1)

    due = Due([run] * WORKERS)
    with served(due, monkeypatch) as thread:
        eventually(lambda: due.looks > 5 * WORKERS)

    assert not thread.is_alive()
    assert len(done) == WORKERS
    assert not due.at_once


def test_failed_run_does_not_end_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []

    def fails() -> None:
        raise RuntimeError("the vendor answered nonsense")

    with served(Due([lambda: done.append(1), *[fails] * WORKERS]), monkeypatch) as thread:
        eventually(lambda: done == [1])

    assert not thread.is_alive()
