"""How much room is left on this machine's disks, and whether that is too little to go on writing.

Postgres that finds its disk full ends, and comes back with difficulty. So everything stops writing a
while before, says so, and goes on by itself once there is room again. Only local disks are looked at:
where Postgres is a managed service and the lake a bucket, nothing of theirs can run full here.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from runtime.settings import Settings

LOOK_EVERY_SECONDS = 1.0
MB = 1024 * 1024


class LowDiskError(OSError):
    """There is too little room on a disk; nothing was written."""


def free_bytes(folder: Path) -> int:
    """Bytes that an ordinary user may still write below this folder, there already or not."""
    while not folder.exists():
        folder = folder.parent
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


class DiskSpace:
    """Looks at the disks below some folders at most once a second; safe to share between threads."""

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
        self._looked_at: float | None = None
        self._trouble: str | None = None

    def trouble(self) -> str | None:
        """Which disk has too little room, as a sentence; None where all have enough."""
        with self._lock:
            now = self._clock()
            if self._looked_at is None or now - self._looked_at >= LOOK_EVERY_SECONDS:
                self._looked_at = now
                self._trouble = self._look()
            return self._trouble

    def is_low(self) -> bool:
        """Whether nothing may be written now."""
        return self.trouble() is not None

    def require(self) -> None:
        """Let a write pass.

        Raises:
            LowDiskError: there is too little room.
        """
        trouble = self.trouble()
        if trouble is not None:
            raise LowDiskError(trouble)

    def _look(self) -> str | None:
        for folder in self.folders:
            free = self.free(folder)
            if free < self.floor_bytes:
                return (
                    f"{free // MB:,} MB are free under {folder}, and nothing is written below"
                    f" {self.floor_bytes // MB:,} MB."
                )
        return None


def disk_space(settings: Settings) -> DiskSpace:
    """The disks that this installation writes to, looked at once for the whole process."""
    kept_here = {
        settings.var_dir / "postgres": settings.embedded_postgres,
        settings.var_dir / "lake": settings.s3_bucket is None,
        settings.var_dir / "objects": settings.s3_bucket is None,
    }
    folders = tuple(folder for folder, is_here in kept_here.items() if is_here)
    return _shared(folders, settings.disk_floor_mb * MB)


@lru_cache
def _shared(folders: tuple[Path, ...], floor_bytes: int) -> DiskSpace:
    return DiskSpace(folders, floor_bytes)


def largest_folders(folder: Path, most: int = 5) -> list[tuple[Path, int]]:
    """The folders right below this one, and what they take in bytes, the largest first."""
    sizes = (
        [(one, _size(one)) for one in folder.iterdir() if one.is_dir()] if folder.exists() else []
    )
    return sorted(sizes, key=lambda found: -found[1])[:most]


def _size(folder: Path) -> int:
    total = 0
    for root, _, names in os.walk(folder, onerror=lambda _: None):
        for name in names:
            try:
                total += (Path(root) / name).lstat().st_blocks * 512
            except OSError:  # removed meanwhile
                continue
    return total
