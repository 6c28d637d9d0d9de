"""The folder for the files of a whole run: in memory if there is plenty, so that no file waits for a disk."""

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
    """Move the temporary files of all processes there. Called first in the process that owns the run."""
    if "TMPDIR" in os.environ or not _MEMORY.is_dir():
        return
    if shutil.disk_usage(_MEMORY).free < _NEEDED:
        return
    if psutil.virtual_memory().available < _NEEDED + _SPARED:
        return
    folder = tempfile.mkdtemp(prefix="waypost-tests-", dir=_MEMORY)
    Path(folder).chmod(0o755)  # Postgres has its own account
    os.environ["TMPDIR"] = os.environ[MEMORY_VARIABLE] = tempfile.tempdir = folder


def forget_memory() -> None:
    """Delete the folder; whichever process of the run ends last leaves nothing behind."""
    folder = os.environ.get(MEMORY_VARIABLE)
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
