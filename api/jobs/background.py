"""Loops that run in the job worker's process as long as it does, each in a separate thread."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event as Signal
from threading import Thread

import structlog

from runtime.settings import Settings

BackgroundLoop = Callable[[Settings, Signal], None]
"""Runs until the signal is set. Several processes may run it simultaneously."""

BACKGROUND_LOOPS: dict[str, BackgroundLoop] = {}
SECONDS_TO_STOP = 15.0
RESTARTED_AFTER = 5.0

log = structlog.get_logger(__name__)


def background_loop(name: str) -> Callable[[BackgroundLoop], BackgroundLoop]:
    """Declare a loop. `name` describes what it does."""

    def declare(function: BackgroundLoop) -> BackgroundLoop:
        BACKGROUND_LOOPS[name] = function
        return function

    return declare


@contextmanager
def running_loops(settings: Settings) -> Iterator[None]:
    """Run all declared loops inside the block. A loop that fails is restarted."""
    stop = Signal()
    threads = [
        Thread(target=_run, args=(name, loop, settings, stop), name=name, daemon=True)
        for name, loop in BACKGROUND_LOOPS.items()
    ]
    for it in threads:
        it.start()
    try:
        yield
    finally:
        stop.set()
        for it in threads:
            it.join(SECONDS_TO_STOP)


def _run(name: str, loop: BackgroundLoop, settings: Settings, stop: Signal) -> None:
    while not stop.is_set():
        try:
            loop(settings, stop)
        except Exception:
            log.exception("background loop failed", loop=name)
            stop.wait(RESTARTED_AFTER)
