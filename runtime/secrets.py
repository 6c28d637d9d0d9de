"""Secrets of a development machine, made once and kept in the data folder."""

import os
import secrets
from pathlib import Path


def local_secret(folder: Path, name: str) -> str:
    """The secret called `name`, made on first use and readable by this user only.

    Two processes that ask at the same moment get the same value: the file is created exclusively,
    and the loser reads what the winner wrote.
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
