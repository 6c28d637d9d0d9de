"""Folders for data that does not fit in the memory of a database.

By default, the databases of all processes in one working folder would share `.tmp` there and overwrite each other's
rows.
"""

import os
import shutil
import tempfile
import time
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path

_PREFIX = "waypost-duckdb-"
_LEFT_AFTER_SECONDS = 24 * 3600


def own_temp_directory() -> str:
    """Return a folder for one database, which creates it when needed and removes it when it is closed."""
    _drop_remains_once()
    return str(Path(tempfile.gettempdir()) / f"{_PREFIX}{os.getpid()}-{uuid.uuid4().hex}")


@cache
def _drop_remains_once(clock: Callable[[], float] = time.time) -> None:
    drop_remains(Path(tempfile.gettempdir()), clock())


def drop_remains(folder: Path, now: float) -> list[Path]:
    """Remove folders that killed processes left behind at least a day ago, and return them."""
    remains = [path for path in folder.glob(f"{_PREFIX}*") if _is_left(path, now)]
    for path in remains:
        shutil.rmtree(path, ignore_errors=True)
    return remains


def _is_left(path: Path, now: float) -> bool:
    pid = path.name.removeprefix(_PREFIX).partition("-")[0]
    try:
        is_old = path.stat().st_mtime < now - _LEFT_AFTER_SECONDS
        if not is_old or not pid.isdecimal():
            return False
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:  # it lives and is somebody else's, or the folder is gone in the meantime
        return False
    return False
