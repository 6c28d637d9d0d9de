"""Counters of rate limits: windows end, expired ones are dropped, and threads lose no counts."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from limits import parse

from api.kit.errors import TooMany
from api.kit.rate_limits import FIRST_SWEEP, RateLimits, WindowStorage


def test_rate_limit_refuses_until_its_window_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "time", lambda: now)
    limits = RateLimits(lambda: now)
    two = parse("2 per minute")

    limits.hit(two, "play", "a")
    limits.hit(two, "play", "a")
    with pytest.raises(TooMany) as refused:
        limits.hit(two, "play", "a")
    limits.hit(two, "play", "b")
    now += 60
    limits.hit(two, "play", "a")

    assert refused.value.headers == {"Retry-After": "61"}


def test_expired_windows_are_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "time", lambda: now)
    storage = WindowStorage()
    for number in range(FIRST_SWEEP):
        storage.incr(f"old {number}", 10)
    now += 11

    storage.incr("new", 10)

    assert (storage.get("old 1"), storage.get("new")) == (0, 1)
    assert storage.reset() == 1


def test_concurrent_threads_lose_no_count() -> None:
    storage = WindowStorage()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: storage.incr("all", 60), range(4000)))

    assert storage.get("all") == 4000
