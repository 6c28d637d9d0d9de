"""Keeps the logs of `waypost up` within bounds: copied aside and truncated (logrotate's copytruncate).

Children write to a descriptor that they inherited and go on writing to it, at the new end of the file
(O_APPEND). A line written between copy and truncation may be lost.
"""

import contextlib
import os
import shutil
from itertools import pairwise
from pathlib import Path

LIMIT = 10 * 1024**2
"""Bytes from which a log is set aside."""
KEPT = 3
"""Older ones beside it: `api.log.1` is the newest of them."""


def rotate(folder: Path, limit: int = LIMIT, kept: int = KEPT) -> None:
    """Set aside each `*.log` in the folder that has grown past the limit."""
    for log in folder.glob("*.log"):
        with contextlib.suppress(FileNotFoundError):
            if log.stat().st_size > limit:
                _set_aside(log, kept)


def _set_aside(log: Path, kept: int) -> None:
    older = [log.with_name(f"{log.name}.{number}") for number in range(1, kept + 1)]
    for newer, next_older in reversed(list(pairwise(older))):
        if newer.exists():
            newer.replace(next_older)
    try:
        shutil.copyfile(log, older[0])
    except OSError:  # a full disk: room counts for more than old lines
        older[0].unlink(missing_ok=True)
    os.truncate(log, 0)
