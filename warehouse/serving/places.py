"""Where serving copies lie."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from warehouse.lake import Lake

REMAINS_AFTER = timedelta(days=1)
"""Since a file was last written to after which nobody is writing it any more."""


def folder_of(lake: Lake) -> Path | None:
    """The folder of the lake's copies; None where the lake is not on this machine's disk."""
    return None if "://" in lake.root else Path(lake.root) / "serving"


def copies_in(folder: Path) -> Sequence[Path]:
    """The copies there are, oldest first."""
    return sorted(folder.glob("*.duckdb"))


def drop_remains(folder: Path, now: datetime) -> int:
    """Remove what writers that were killed left behind; returns how many files there were."""
    before = now.timestamp() - REMAINS_AFTER.total_seconds()
    remains = [
        path
        for path in folder.glob("*")
        if path.suffix != ".duckdb" and path.stat().st_mtime < before
    ]
    for path in remains:
        path.unlink(missing_ok=True)
    return len(remains)


def drop_copies(lake: Lake) -> int:
    """Remove every copy, as when rows were erased or dropped; returns how many files there were."""
    folder = folder_of(lake)
    found = [*folder.glob("*")] if folder and folder.is_dir() else []
    for path in found:
        path.unlink(missing_ok=True)
    return len(found)
