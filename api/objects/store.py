"""The object store: files in the data folder, or in S3 if a bucket is set."""

from collections.abc import Hashable
from functools import lru_cache
from typing import Annotated, BinaryIO, Literal, Protocol

from fastapi import Depends

from api.kit.process_state import SettingsDep
from api.objects.files import FileObjects
from api.objects.s3 import S3Objects
from api.objects.signing import LinkSigner
from api.objects.types import SIGNED_SECONDS, ObjectInfo
from runtime.disk_space import disk_space
from runtime.settings import Settings


class ObjectStore(Hashable, Protocol):
    """Files by key. Every key begins with `org/{org_id}/`."""

    def put(self, key: str, data: bytes | BinaryIO, media_type: str) -> None:
        """Store a file, replacing an existing one. Readers never see a partial file."""

    def read(self, key: str) -> bytes:
        """Return all bytes of a file. Raises ObjectNotFound if there is none."""

    def open(self, key: str) -> BinaryIO:
        """Return a stream of a file's bytes, which the caller must close. Raises ObjectNotFound if there is none."""

    def find(self, key: str) -> ObjectInfo | None:
        """Return the size and type of a file, or None if there is none."""

    def delete(self, key: str) -> None:
        """Remove a file. It is not an error if it does not exist."""

    def keys(self, prefix: str) -> list[str]:
        """Return every key that begins with `prefix`, which ends with a slash."""

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
        """Return a URL that reads or writes this one file for a limited time.

        Writing needs `media_type` and `size`, which the uploaded file must match exactly.
        """


def link_signer(settings: Settings) -> LinkSigner:
    """Return the signer of URLs for files that this installation serves itself."""
    return LinkSigner(settings.base_url, settings.secret_key)


@lru_cache(maxsize=16)
def objects_of(settings: Settings) -> ObjectStore:
    """Return the object store for these settings."""
    if settings.s3_bucket:
        return S3Objects.from_settings(settings)
    return FileObjects(
        settings.var_dir / "objects", link_signer(settings), disk_space(settings).require
    )


def _objects(settings: SettingsDep) -> ObjectStore:
    return objects_of(settings)


ObjectsDep = Annotated[ObjectStore, Depends(_objects)]
"""The object store of this installation."""
