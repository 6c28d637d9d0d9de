"""Locations of serving copies: published in the lake's folder or bucket, and read from this machine's disk.

A published copy is one object that never changes. A new one has a new name, and names sort by time. A lake on disk
publishes into the folder from which copies are read. For a lake in a bucket, each machine stores the newest copy in a
cache (`warehouse.serving.cache`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from warehouse.datasets import filesystem_at
from warehouse.lake import Lake

if TYPE_CHECKING:
    import pyarrow.fs as pafs

REMAINS_AFTER = timedelta(days=1)
"""Time since the last write after which nobody can still be writing a file."""
CHUNK = 8 * 1024 * 1024
SUFFIX = ".duckdb"


@dataclass(frozen=True)
class Published:
    """A copy in the lake's folder or bucket."""

    name: str
    size: int


def is_remote(lake: Lake) -> bool:
    """Return whether the lake is in a bucket."""
    return "://" in lake.root


def folder_of(lake: Lake) -> Path | None:
    """Return the folder on this machine's disk from which copies are read, or None if there is none."""
    return lake.cache if is_remote(lake) else Path(lake.root) / "serving"


def copies_in(folder: Path) -> Sequence[Path]:
    """Return the copies in the folder, oldest first."""
    return sorted(folder.glob(f"*{SUFFIX}"))


def published(lake: Lake) -> Sequence[Published]:
    """Return the copies that were published and not withdrawn, oldest first."""
    found = [Published(info.base_name, info.size) for info in _published_files(lake)]
    return sorted((one for one in found if one.name.endswith(SUFFIX)), key=lambda one: one.name)


def publish(lake: Lake, made: Path) -> None:
    """Publish a copy from this machine's disk. It appears atomically."""
    if not is_remote(lake):
        return
    import pyarrow.fs as pafs

    filesystem, folder = _filesystem(lake)
    pafs.copy_files(
        str(made),
        f"{folder}/{made.name}",
        source_filesystem=pafs.LocalFileSystem(),
        destination_filesystem=filesystem,
        chunk_size=CHUNK,
    )


def fetch(lake: Lake, name: str, folder: Path) -> Path:
    """Fetch a published copy into a folder, where it appears atomically, and return its path."""
    import pyarrow.fs as pafs

    filesystem, source = _filesystem(lake)
    path = folder / name
    partial = path.with_suffix(".partial")
    try:
        pafs.copy_files(
            f"{source}/{name}",
            str(partial),
            source_filesystem=filesystem,
            destination_filesystem=pafs.LocalFileSystem(),
            chunk_size=CHUNK,
        )
        return partial.rename(path)
    finally:
        partial.unlink(missing_ok=True)


def withdraw(lake: Lake, name: str) -> None:
    """Remove a published copy. It may be gone already."""
    filesystem, folder = _filesystem(lake)
    try:
        filesystem.delete_file(f"{folder}/{name}")
    except FileNotFoundError:
        return


def drop_remains(folder: Path, now: datetime) -> int:
    """Remove the leftovers of writers that were killed, and return the number of files."""
    before = now.timestamp() - REMAINS_AFTER.total_seconds()
    remains = [
        path for path in folder.glob("*") if path.suffix != SUFFIX and path.stat().st_mtime < before
    ]
    for path in remains:
        path.unlink(missing_ok=True)
    return len(remains)


def drop_copies(lake: Lake) -> int:
    """Withdraw every copy, for example after rows were erased or dropped, and return the number of files."""
    found = [info.base_name for info in _published_files(lake)]
    for name in found:
        withdraw(lake, name)
    return len(found)


def _filesystem(lake: Lake) -> "tuple[pafs.FileSystem, str]":
    """Return the filesystem of published copies, and the path of their folder in it."""
    return filesystem_at(f"{lake.root}/serving", lake.storage_options)


def _published_files(lake: Lake) -> "Sequence[pafs.FileInfo]":
    import pyarrow.fs as pafs

    filesystem, folder = _filesystem(lake)
    found = filesystem.get_file_info(pafs.FileSelector(folder, allow_not_found=True))
    return [info for info in found if info.type == pafs.FileType.File]
