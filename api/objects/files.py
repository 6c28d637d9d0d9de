"""Objects as files in a folder: the object store of an installation without S3."""

import os
import shutil
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Literal

from api.objects.errors import ObjectNotFound
from api.objects.keys import checked_key
from api.objects.signing import LinkSigner
from api.objects.types import SIGNED_SECONDS, ObjectInfo

UNKNOWN_TYPE = "application/octet-stream"


class FileObjects:
    """Stores an object as two files, one for its bytes and one for its media type, in two parallel trees."""

    def __init__(
        self, folder: Path, links: LinkSigner, require_room: Callable[[], None] = lambda: None
    ) -> None:
        self._require_room = require_room
        self._data = folder / "data"
        self._types = folder / "types"
        self._coming = folder / "coming"
        self._links = links

    def put(self, key: str, data: bytes | BinaryIO, media_type: str) -> None:
        """Store a file, replacing an existing one. Raises the errors of `require_room`."""
        checked_key(key)
        self._require_room()
        self._write(self._types / key, media_type.encode())
        self._write(self._data / key, data)

    def read(self, key: str) -> bytes:
        """Return all bytes of a file."""
        try:
            return (self._data / checked_key(key)).read_bytes()
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            raise ObjectNotFound from None

    def open(self, key: str) -> BinaryIO:
        """Return a stream of a file's bytes."""
        try:
            return (self._data / checked_key(key)).open("rb")
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            raise ObjectNotFound from None

    def find(self, key: str) -> ObjectInfo | None:
        """Return the size and type of a file, or None if there is none."""
        path = self._data / checked_key(key)
        if not path.is_file():
            return None
        try:
            media_type = (self._types / key).read_text()
        except FileNotFoundError:
            media_type = UNKNOWN_TYPE
        found = path.stat()
        changed_at = datetime.fromtimestamp(found.st_mtime, UTC)
        return ObjectInfo(found.st_size, media_type, changed_at)

    def delete(self, key: str) -> None:
        """Remove a file."""
        for tree in (self._data, self._types):
            (tree / checked_key(key)).unlink(missing_ok=True)

    def keys(self, prefix: str) -> list[str]:
        """Return every key that begins with `prefix`."""
        folder = self._data / checked_key(f"{prefix}any").removesuffix("/any")
        found = (path for path in folder.rglob("*") if path.is_file())
        return sorted(path.relative_to(self._data).as_posix() for path in found)

    def signed_url(
        self,
        key: str,
        method: Literal["GET", "PUT"] = "GET",
        seconds: int = SIGNED_SECONDS,
        filename: str | None = None,
        *,
        media_type: str | None = None,
        size: int | None = None,
    ) -> str:
        """Return a URL on this installation for the file."""
        return self._links.url(
            key, method, seconds, filename=filename, media_type=media_type, size=size
        )

    def _write(self, path: Path, data: bytes | BinaryIO) -> None:
        self._coming.mkdir(parents=True, exist_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._coming)
        try:
            with os.fdopen(handle, "wb") as file:
                if isinstance(data, bytes):
                    file.write(data)
                else:
                    shutil.copyfileobj(data, file)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
