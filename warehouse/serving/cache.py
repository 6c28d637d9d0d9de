"""Caches the newest serving copy of a lake in a bucket on local disk, within a size limit.

Web processes of one machine share the folder, and one at a time updates it. Queries never wait for a copy: until it
is fetched, or if it does not fit, they read the lake itself.
"""

import fcntl
import shutil
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import structlog

from warehouse.lake import Lake
from warehouse.serving.storage import Published, copies_in, fetch, folder_of, is_remote, published

POLL_INTERVAL_SECONDS = 30.0

log = structlog.get_logger()


def refresh(lake: Lake, most_bytes: int, leave_free: int = 0) -> bool:
    """Fetch the newest copy if it is missing, remove all others, and return whether anything changed.

    `most_bytes`: maximum size of the cache. `leave_free`: bytes of the disk to leave free. Does nothing if another
    process is updating the cache, or if the lake is on this machine's disk.
    """
    folder = folder_of(lake)
    if folder is None or not is_remote(lake):
        return False
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return _refresh(lake, folder, most_bytes, leave_free)


def _refresh(lake: Lake, folder: Path, most_bytes: int, leave_free: int) -> bool:
    for left in folder.glob("*.partial"):
        left.unlink()
    known = published(lake)
    newest = known[-1] if known else None
    held = copies_in(folder)
    is_there = newest is not None and (folder / newest.name).exists()
    if newest and not is_there:
        room = shutil.disk_usage(folder).free - leave_free
        if newest.size > min(most_bytes, room):
            _warn_of_too_little_room(newest)
            newest = None
        else:
            if newest.size + sum(path.stat().st_size for path in held) > most_bytes:
                _remove(held)
            fetch(lake, newest.name, folder)
    others = [path for path in held if newest is None or path.name != newest.name]
    _remove(others)
    return bool(others) or (newest is not None and not is_there)


@lru_cache(maxsize=8)
def _warn_of_too_little_room(newest: Published) -> None:
    """Warn once about each copy that is not cached."""
    log.warning("serving copy exceeds cache size", copy=newest.name, bytes=newest.size)


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


@contextmanager
def kept_fresh(lake: Lake, most_bytes: int, leave_free: int = 0) -> Iterator[None]:
    """Refresh the cache in a separate thread."""
    if not is_remote(lake) or folder_of(lake) is None:
        yield
        return
    over = threading.Event()

    def work() -> None:
        while True:
            try:
                refresh(lake, most_bytes, leave_free)
            except OSError as unreachable:
                log.warning("serving copy lookup failed", reason=str(unreachable))
            if over.wait(POLL_INTERVAL_SECONDS):
                return

    # A running fetch is not awaited. The next process removes its leftovers.
    threading.Thread(target=work, name="serving-copies", daemon=True).start()
    try:
        yield
    finally:
        over.set()
