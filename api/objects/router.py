"""Serves files over HTTP: with signed URLs, and pictures that everyone may see.

Nothing that is served here can run: browsers must not guess types, and a document that is opened directly is sandboxed
by its policy. These are files rather than API calls, so the OpenAPI document does not list them.
"""

import hashlib
import tempfile
from collections.abc import AsyncIterator
from typing import BinaryIO, cast

from fastapi import Request, Response
from limits import parse
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from api.kit.addresses import client_network
from api.kit.base_router import BaseRouter
from api.kit.process_state import ProcessState
from api.objects.errors import (
    AlreadyUploaded,
    FileTooLarge,
    ObjectNotFound,
    WrongLength,
    WrongMediaType,
)
from api.objects.keys import disposition, is_key, is_public_picture
from api.objects.signing import Permission
from api.objects.store import ObjectStore, link_signer, objects_of

router = BaseRouter(tags=["infrastructure"])

PER_ADDRESS = parse("6000 per minute")
_CHUNK = 256 * 1024
_IN_MEMORY = 1024 * 1024

BOXED = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
"""Headers of files that somebody else has uploaded."""


async def signed_object(request: Request) -> Response:
    """Handle a signed URL: GET and HEAD download the file, PUT uploads it."""
    key = str(request.path_params["key"])
    allowed = link_signer(ProcessState.of(request).settings).check(
        key, request.method, request.query_params
    )
    objects = objects_of(ProcessState.of(request).settings)
    if not is_key(key):
        raise ObjectNotFound
    if request.method == "PUT":
        return await _upload(request, objects, allowed)
    return await _download(request, objects, allowed)


async def _download(request: Request, objects: ObjectStore, allowed: Permission) -> Response:
    info = await run_in_threadpool(objects.find, allowed.key)
    if info is None:
        raise ObjectNotFound
    headers = {
        **BOXED,
        "Content-Length": str(info.size),
        "Content-Disposition": disposition(allowed.filename or allowed.key.rpartition("/")[2]),
        "Cache-Control": "private, no-store",
    }
    return await _sent(request, objects, allowed.key, headers, info.media_type)


async def _upload(request: Request, objects: ObjectStore, allowed: Permission) -> Response:
    """Store an uploaded file, which must arrive once, with exactly the type and length of the signed URL."""
    media_type = request.headers.get("content-type", "").strip().lower()
    if media_type != allowed.media_type.lower():
        raise WrongMediaType
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as coming:
        received = 0
        async for chunk in request.stream():
            received += len(chunk)
            if allowed.size is None or received > allowed.size:
                raise FileTooLarge
            await run_in_threadpool(coming.write, chunk)
        if received != allowed.size:
            raise WrongLength
        # A leaked URL must not allow a file that has already been checked to be replaced.
        if await run_in_threadpool(objects.find, allowed.key) is not None:
            raise AlreadyUploaded
        coming.seek(0)
        stream = cast(BinaryIO, coming)
        await run_in_threadpool(objects.put, allowed.key, stream, allowed.media_type)
    return Response(status_code=201, headers={"Cache-Control": "no-store"})


async def public_picture(request: Request) -> Response:
    """Return a picture that everyone may see. The content of a key never changes, so it is cached for a long time."""
    key = str(request.path_params["key"])
    network = client_network(request)
    ProcessState.of(request).rate_limits.hit(PER_ADDRESS, "media", network)
    objects = objects_of(ProcessState.of(request).settings)
    info = await run_in_threadpool(objects.find, key) if is_public_picture(key) else None
    if info is None:
        raise ObjectNotFound
    tag = f'"{hashlib.sha256(key.encode()).hexdigest()[:32]}"'
    headers = {
        **BOXED,
        "ETag": tag,
        "Cache-Control": "public, max-age=31536000, immutable",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Access-Control-Allow-Origin": "*",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    headers["Content-Length"] = str(info.size)
    return await _sent(request, objects, key, headers, info.media_type)


async def _sent(
    request: Request, objects: ObjectStore, key: str, headers: dict[str, str], media_type: str
) -> Response:
    if request.method == "HEAD":
        return Response(headers=headers, media_type=media_type)
    stream = await run_in_threadpool(objects.open, key)
    return StreamingResponse(_chunks(stream), headers=headers, media_type=media_type)


async def _chunks(stream: BinaryIO) -> AsyncIterator[bytes]:
    try:
        while chunk := await run_in_threadpool(stream.read, _CHUNK):
            yield chunk
    finally:
        await run_in_threadpool(stream.close)


router.add_route(
    "/objects/{key:path}", signed_object, methods=["GET", "HEAD", "PUT"], include_in_schema=False
)
router.add_route(
    "/media/{key:path}", public_picture, methods=["GET", "HEAD"], include_in_schema=False
)
