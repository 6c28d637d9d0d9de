"""The folder for what a whole run writes: in memory where there is plenty, so that none waits for a disk."""

import os
import shutil
import tempfile
from pathlib import Path

import psutil

MEMORY_VARIABLE = "WAYPOST_TEST_MEMORY"

_MEMORY = Path("/dev/shm")
_NEEDED = 4_000_000_000
_SPARED = 4_000_000_000


def write_in_memory() -> None:
    """Called first in the process that owns the run: temporary files of all its processes go there."""
    if "TMPDIR" in os.environ or not _MEMORY.is_dir():
        return
    if shutil.disk_usage(_MEMORY).free < _NEEDED:
        return
    if psutil.virtual_memory().available < _NEEDED + _SPARED:
        return
    folder = tempfile.mkdtemp(prefix="waypost-tests-", dir=_MEMORY)
    Path(folder).chmod(0o755)  # Postgres has an account of its own
    os.environ["TMPDIR"] = os.environ[MEMORY_VARIABLE] = tempfile.tempdir = folder


def forget_memory() -> None:
    """Give it back; anyone who of the run's processes ends last leaves nothing."""
    folder = os.environ.get(MEMORY_VARIABLE)
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
