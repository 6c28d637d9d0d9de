"""Work on the lake that collides with another writer is tried again, however long an attempt took."""

import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
import stamina

from ingest.verdicts import recompute
from warehouse import erasure, retention
from warehouse.builds import rebuild
from warehouse.lake import LakeConflictError, LakeTable

ATTEMPT_SECONDS = 600.0


@pytest.fixture(autouse=True)
def slow_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ten minutes pass between any two looks at the clock that limits retries, and wait for nothing."""
    now = [0.0]

    def monotonic() -> float:
        now[0] += ATTEMPT_SECONDS
        return now[0]

    clock = SimpleNamespace(**vars(time) | {"monotonic": monotonic, "sleep": lambda _: None})
    monkeypatch.setattr("tenacity.time", clock)
    monkeypatch.setattr("tenacity.nap.time", clock)


@pytest.mark.parametrize("retries", [rebuild.retries, recompute._retries])
def test_slow_rebuild_is_tried_again_after_a_conflict(
    retries: Callable[[], Iterator[stamina.Attempt]],
) -> None:
    tries = 0
    for attempt in retries():
        with attempt:
            tries += 1
            if tries < 5:
                raise LakeConflictError("a build was faster")

    assert tries == 5


@pytest.mark.parametrize("retried", [erasure._retried, retention._retried, LakeTable._retried])
def test_slow_deletion_is_tried_again_after_a_conflict(
    retried: Callable[[Callable[[], int]], int],
) -> None:
    tries: list[int] = []

    def work() -> int:
        tries.append(1)
        if len(tries) < 5:
            raise LakeConflictError("a build was faster")
        return len(tries)

    assert retried(work) == 5
