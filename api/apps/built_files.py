"""Serves files of the built web app in the smallest encoding that the browser accepts."""

import base64
import gzip
import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from api.rendering.html_source import SourceParser

SCRIPT_HASHES = "{script hashes}"

_COPIES = (("br", ".br"), ("gzip", ".gz"))
"""Encodings for which the build writes a compressed copy of each file, smallest first."""

_FOREVER = "public, max-age=31536000, immutable"
_AN_HOUR = "public, max-age=3600, stale-while-revalidate=604800"


def accepted_encodings(header: str) -> frozenset[str]:
    """Return the encodings that an Accept-Encoding header lists and does not exclude."""
    accepted = set()
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}:
            accepted.add(name.strip())
    return frozenset(accepted)


def _copies(scope: Scope) -> list[tuple[str, str]]:
    accepted = accepted_encodings(Headers(scope=scope).get("accept-encoding", ""))
    return [(name, suffix) for name, suffix in _COPIES if name in accepted]


class BuiltFiles(StaticFiles):
    """Files with a fingerprint in their name: cached forever and sent as the compressed copy."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = small_file(Path(full_path), stat_result, scope, _FOREVER)
        response.status_code = status_code if response.status_code == 200 else response.status_code
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.startswith(".") or "/." in path or path.endswith((".br", ".gz")):
            return Response(status_code=404)
        return await super().get_response(path, scope)


def small_file(
    file: Path, stat_result: os.stat_result, scope: Scope, keep: str = _AN_HOUR
) -> Response:
    """Return a file or its smallest accepted copy, or 304 if the client already has it."""
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    media_type = guess_type(file)[0] or "application/octet-stream"
    for encoding, suffix in _copies(scope):
        copy = file.with_name(file.name + suffix)
        if copy.is_file():
            file, stat_result = copy, copy.stat()
            headers["Content-Encoding"] = encoding
            break
    response = FileResponse(file, headers=headers, media_type=media_type, stat_result=stat_result)
    known = Headers(scope=scope).get("if-none-match", "")
    if response.headers["etag"] in _tags(known):
        return NotModifiedResponse(response.headers)
    return response


def _tags(if_none_match: str) -> set[str]:
    return {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}


class _InlineScripts(SourceParser):
    """Collects the inline scripts of a document."""

    def __init__(self, html: str) -> None:
        super().__init__(html)
        self.texts: list[str] = []
        self._begin: int | None = None
        self.read()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script" and "src" not in dict(attrs):
            self._begin = self.tag_end

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self._begin is not None:
            self.texts.append(self.source[self._begin : self.place])
            self._begin = None


@dataclass(frozen=True)
class _Document:
    content: bytes
    encoding: str | None
    tag: str
    script_hashes: str
    """Hashes of the inline scripts for the Content-Security-Policy."""


@lru_cache(maxsize=32)
def _document(file: Path, _changed_at: int, encodings: frozenset[str]) -> _Document:
    """Read a document. `_changed_at` is part of the cache key, so that a rebuilt file is read again."""
    plain = file.read_bytes()
    content, encoding = plain, None
    for name, suffix in _COPIES:
        copy = file.with_name(file.name + suffix)
        if name in encodings and copy.is_file():
            content, encoding = copy.read_bytes(), name
            break
    if encoding is None and "gzip" in encodings:
        content, encoding = gzip.compress(plain, 6, mtime=0), "gzip"
    hashes = [
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in _InlineScripts(plain.decode()).texts
    ]
    return _Document(
        content,
        encoding,
        f'"{hashlib.sha256(content).hexdigest()[:32]}"',
        "".join(f" 'sha256-{one}'" for one in hashes),
    )


def _filled(file: Path, put: Mapping[str, str], encodings: frozenset[str]) -> _Document:
    """Return the document with texts replaced. Its scripts do not change."""
    scripts = _document(file, file.stat().st_mtime_ns, frozenset()).script_hashes
    html = file.read_text(encoding="utf-8")
    html = re.sub("|".join(map(re.escape, put)), lambda found: put[found[0]], html)
    content, encoding = html.encode(), None
    if "gzip" in encodings:
        content, encoding = gzip.compress(content, 6, mtime=0), "gzip"
    return _Document(content, encoding, f'"{hashlib.sha256(content).hexdigest()[:32]}"', scripts)


def document(
    file: Path,
    scope: Scope,
    status: int,
    policy: str,
    put: Mapping[str, str] | None = None,
) -> Response:
    """Return an HTML page that is revalidated on each request and sent only if it has changed.

    `policy` is its Content-Security-Policy, with SCRIPT_HASHES in the place of the hashes of its scripts. `put` maps
    texts of the page to their replacements, which the caller has escaped.
    """
    request = Headers(scope=scope)
    encodings = accepted_encodings(request.get("accept-encoding", "")) & {"br", "gzip"}
    if put:
        found = _filled(file, put, encodings)
    else:
        found = _document(file, file.stat().st_mtime_ns, encodings)
    headers = {
        "Cache-Control": "no-cache",
        "Content-Security-Policy": policy.replace(SCRIPT_HASHES, found.script_hashes),
        "Vary": "Accept-Encoding",
        "ETag": found.tag,
    }
    if status == 200 and found.tag in _tags(request.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if found.encoding is not None:
        headers["Content-Encoding"] = found.encoding
    return HTMLResponse(found.content, status_code=status, headers=headers)
