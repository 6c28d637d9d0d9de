"""Rotates the logs of `waypost up` by copying and truncating them (like logrotate's copytruncate).

Child processes continue to write to their inherited descriptor, at the new end of the file (O_APPEND). A line written
between copy and truncation may be lost.
"""

import contextlib
import os
import shutil
from itertools import pairwise
from pathlib import Path

LIMIT = 10 * 1024**2
"""Size in bytes above which a log is rotated."""
KEPT = 3
"""Number of rotated files. `api.log.1` is the newest."""


def rotate(folder: Path, limit: int = LIMIT, kept: int = KEPT) -> None:
    """Rotate each `*.log` in the folder that exceeds the limit."""
    for log in folder.glob("*.log"):
        with contextlib.suppress(FileNotFoundError):
            if log.stat().st_size > limit:
                _rotate_file(log, kept)


def _rotate_file(log: Path, kept: int) -> None:
    older = [log.with_name(f"{log.name}.{number}") for number in range(1, kept + 1)]
    for newer, next_older in reversed(list(pairwise(older))):
        if newer.exists():
            newer.replace(next_older)
    try:
        shutil.copyfile(log, older[0])
    except OSError:  # disk full: free space matters more than old log lines
        older[0].unlink(missing_ok=True)
    os.truncate(log, 0)
