"""Secrets of a development machine, generated once and stored in the data folder."""

import os
import secrets
from pathlib import Path


def local_secret(folder: Path, name: str) -> str:
    """Return the secret called `name`. It is created on first use and readable only by this user.

    Two processes that call this at the same moment get the same value: the file is created exclusively, and the process
    that loses reads what the other one wrote.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    partial = folder / f".{name}.{os.getpid()}"
    if not path.exists():
        partial.touch(mode=0o600)
        partial.write_text(secrets.token_urlsafe(48))
        try:
            os.link(partial, path)
        except FileExistsError:
            pass
        finally:
            partial.unlink()
    return path.read_text()
