"""Signed URLs of files that we serve ourselves: the equivalent of S3's, for the data folder.

The signature covers everything that the URL allows, so no part of it can be changed on its own.
"""

import hmac
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from api.objects.errors import BadSignature, LinkExpired
from api.objects.keys import checked_key
from api.objects.types import MAX_SIGNED_SECONDS

PATH = "/objects/"


@dataclass(frozen=True, slots=True)
class Permission:
    """The access that a signed URL allows."""

    key: str
    method: str
    expires: int
    filename: str = ""
    media_type: str = ""
    size: int | None = None

    def parameters(self) -> dict[str, str]:
        """Return the query parameters of the URL."""
        found = {"method": self.method, "expires": str(self.expires)}
        if self.filename:
            found["filename"] = self.filename
        if self.media_type:
            found["type"] = self.media_type
        if self.size is not None:
            found["size"] = str(self.size)
        return found


class LinkSigner:
    """Creates and checks signed URLs of one installation."""

    def __init__(
        self, base_url: str, secret: bytes, wall_clock: Callable[[], float] = time.time
    ) -> None:
        self._base_url = base_url
        self._key = hmac.digest(secret, b"object-link", "sha256")
        self._wall_clock = wall_clock

    def url(
        self,
        key: str,
        method: str,
        seconds: int,
        *,
        filename: str | None = None,
        media_type: str | None = None,
        size: int | None = None,
    ) -> str:
        """Return a URL that allows this access for the given number of seconds."""
        if not 0 < seconds <= MAX_SIGNED_SECONDS:
            raise ValueError("a signed address lasts from a second to 7 days")
        if method == "PUT" and (media_type is None or size is None):
            raise ValueError("an address for writing needs media_type and size")
        allowed = Permission(
            checked_key(key),
            method,
            int(self._wall_clock()) + seconds,
            filename or "",
            media_type or "",
            size,
        )
        query = urlencode({**allowed.parameters(), "signature": self._signature(allowed)})
        return f"{self._base_url}{PATH}{quote(key)}?{query}"

    def check(self, key: str, method: str, query: Mapping[str, str]) -> Permission:
        """Return the access that this URL allows. Raises BadSignature or LinkExpired if it allows none."""
        expires, size = query.get("expires", ""), query.get("size")
        if not expires.isdecimal() or len(expires) > 12:
            raise BadSignature
        if size is not None and (not size.isdecimal() or len(size) > 12):
            raise BadSignature
        allowed = Permission(
            key,
            query.get("method", ""),
            int(expires),
            query.get("filename", ""),
            query.get("type", ""),
            None if size is None else int(size),
        )
        given = query.get("signature", "").encode(errors="replace")
        if not hmac.compare_digest(given, self._signature(allowed).encode()):
            raise BadSignature
        if method != allowed.method and not (method == "HEAD" and allowed.method == "GET"):
            raise BadSignature
        if self._wall_clock() > allowed.expires:
            raise LinkExpired
        return allowed

    def _signature(self, allowed: Permission) -> str:
        text = "\n".join(
            f"{name}={quote(value, safe='', errors='replace')}"
            for name, value in sorted({"key": allowed.key, **allowed.parameters()}.items())
        )
        return hmac.digest(self._key, text.encode(), "sha256").hex()
