"""Waiting for what other processes do, without guessing how long it takes."""

import time
from collections.abc import Callable


def eventually(true: Callable[[], bool], within: float = 30, every: float = 0.05) -> None:
    """Return as soon as it is true; fail when it is not true in time."""
    end = time.monotonic() + within
    while not true():
        assert time.monotonic() < end, f"not true within {within:g} s"
        time.sleep(every)
