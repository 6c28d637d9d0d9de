"""Free space on local disks, and whether it is too low to write.

Postgres shuts down when its disk is full and is hard to recover. All processes therefore stop writing before that
point, report it, and resume once there is space again. Only local disks are checked, not a managed Postgres or a
bucket.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from runtime.settings import Settings

CHECK_INTERVAL_SECONDS = 1.0
MB = 1024 * 1024


class LowDiskError(OSError):
    """Too little disk space. Nothing was written."""


def free_bytes(folder: Path) -> int:
    """Return the bytes available to an ordinary user on the disk of this folder, which need not exist yet."""
    while not folder.exists():
        folder = folder.parent
    stats = os.statvfs(folder)
    return stats.f_bavail * stats.f_frsize


class DiskSpace:
    """Checks the disks of some folders at most once a second. Thread-safe."""

    def __init__(
        self,
        folders: Sequence[Path],
        floor_bytes: int,
        *,
        free: Callable[[Path], int] = free_bytes,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.folders = tuple(folders)
        self.floor_bytes = floor_bytes
        self.free = free
        self._clock = clock
        self._lock = threading.Lock()
        self._checked_at: float | None = None
        self._problem: str | None = None

    def problem(self) -> str | None:
        """Return a sentence about the disk with too little space, or None if all have enough."""
        with self._lock:
            now = self._clock()
            if self._checked_at is None or now - self._checked_at >= CHECK_INTERVAL_SECONDS:
                self._checked_at = now
                self._problem = self._check()
            return self._problem

    def is_low(self) -> bool:
        """Return whether writing is stopped."""
        return self.problem() is not None

    def require(self) -> None:
        """Check that a write is allowed.

        Raises:
            LowDiskError: there is too little disk space.
        """
        problem = self.problem()
        if problem is not None:
            raise LowDiskError(problem)

    def _check(self) -> str | None:
        for folder in self.folders:
            free = self.free(folder)
            if free < self.floor_bytes:
                return (
                    f"Only {free // MB:,} MB are free under {folder}; writing stops below"
                    f" {self.floor_bytes // MB:,} MB."
                )
        return None


def disk_space(settings: Settings) -> DiskSpace:
    """Return the disks to which this installation writes, as one instance per process."""
    local_folders = {
        settings.var_dir / "postgres": settings.embedded_postgres,
        settings.var_dir / "lake": settings.s3_bucket is None,
        settings.var_dir / "objects": settings.s3_bucket is None,
    }
    folders = tuple(folder for folder, is_here in local_folders.items() if is_here)
    return _shared(folders, settings.disk_floor_mb * MB)


@lru_cache
def _shared(folders: tuple[Path, ...], floor_bytes: int) -> DiskSpace:
    return DiskSpace(folders, floor_bytes)


def largest_folders(folder: Path, most: int = 5) -> list[tuple[Path, int]]:
    """Return the direct subfolders and their sizes in bytes, largest first."""
    sizes = (
        [(one, _size(one)) for one in folder.iterdir() if one.is_dir()] if folder.exists() else []
    )
    return sorted(sizes, key=lambda entry: -entry[1])[:most]


def _size(folder: Path) -> int:
    total = 0
    for root, _, names in os.walk(folder, onerror=lambda _: None):
        for name in names:
            try:
                total += (Path(root) / name).lstat().st_blocks * 512
            except OSError:  # removed in the meantime
                continue
    return total
