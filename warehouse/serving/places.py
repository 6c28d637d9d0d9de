"""Where serving copies lie."""

from collections.abc import Sequence
from pathlib import Path

from warehouse.lake import Lake


def folder_of(lake: Lake) -> Path | None:
    """The folder of the lake's copies; None where the lake is not on this machine's disk."""
    return None if "://" in lake.root else Path(lake.root) / "serving"


def copies_in(folder: Path) -> Sequence[Path]:
    """The copies there are, oldest first."""
    return sorted(folder.glob("*.duckdb"))


def drop_copies(lake: Lake) -> int:
    """Remove every copy, as when rows were erased or dropped; returns how many files there were."""
    folder = folder_of(lake)
    found = [*folder.glob("*")] if folder and folder.is_dir() else []
    for path in found:
        path.unlink(missing_ok=True)
    return len(found)
