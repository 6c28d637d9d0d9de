"""Renders pictures of codes on demand, within limits, and caches the large ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import ceil
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Request
from limits import parse
from starlette.concurrency import run_in_threadpool

from api.db.offload import run_for
from api.domains.codes.codes.dependencies import ProductLinksDep
from api.domains.codes.codes.errors import CodeNotFound
from api.domains.codes.codes.state import CodesState
from api.domains.codes.codes.types import CODE_ID, ResolvedCode
from api.kit.addresses import client_network
from api.kit.process_state import ProcessState
from api.kit.workers import Workers
from api.objects.errors import ObjectNotFound
from api.objects.store import ObjectsDep, ObjectStore
from api.rendering.qr.drawing import RENDERER, draw, fit, pixels_of_millimetres
from api.rendering.qr.errors import PictureTooLarge
from api.rendering.qr.types import MAX_SIDE, MIN_SIDE, Design, PictureFormat

CACHE_SECONDS = 3600
PER_ADDRESS = parse("1200 per minute")
LARGE_PER_ADDRESS = parse("30 per minute")
LARGE_IN_ALL = parse("60 per minute")
"""Limit for all callers together. Cached pictures do not count, because they are not rendered again."""
LARGE_PIXELS = 1_500_000
"""Above this size, rendering a picture takes a good part of a second, so sizes are rounded up in steps and the file is
cached.
"""
STEP = 50
"""Size of a step in pixels. In millimetres, a step is one."""
HUGE_PER_ADDRESS = parse("2 per minute")
HUGE_IN_ALL = parse("6 per minute")
HUGE_PIXELS = 20_000_000
"""Above this size, rendering takes many seconds, so a poster's PNG is rendered only once."""


class PictureSize(NamedTuple):
    """The requested size in pixels or in millimetres. The default is the code's own size."""

    width: int | None
    height: int | None
    width_mm: float | None
    height_mm: float | None


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture of a code, in one size and format."""

    code: ResolvedCode
    address: str
    format: PictureFormat
    across: float
    down: float

    @property
    def pixels(self) -> float:
        """Return the number of pixels to render; 0 for vector formats."""
        return self.across * self.down if self.format is PictureFormat.PNG else 0

    @property
    def name(self) -> str:
        """Return a name that changes whenever the picture may look different."""
        code = self.code
        source = sha256(f"{code.ai_picture or ''} {code.own_host or ''}".encode()).hexdigest()[:12]
        return f"{code.version}-{self.across:g}-{self.down:g}-{RENDERER}-{source}"

    @property
    def key(self) -> str:
        """Return the key under which a large picture is cached."""
        return f"org/{self.code.org_id}/drawn/code-{self.code.code_id}/{self.name}.png"

    def headers(self, *, is_download: bool) -> Mapping[str, str]:
        """Return the headers of the response."""
        headers = {"ETag": f'"{self.name}"', "Cache-Control": f"public, max-age={CACHE_SECONDS}"}
        if is_download:
            file = f"{self.code.code_id}.{self.format}"
            headers["Content-Disposition"] = f'attachment; filename="{file}"'
        if self.format is PictureFormat.SVG:
            headers["Content-Security-Policy"] = (
                "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
            )
        return headers


class CodePictures:
    """Finds and renders the requested pictures of codes."""

    def __init__(self, request: Request, links: ProductLinksDep, objects: ObjectsDep) -> None:
        self._request = request
        self._links = links
        self._objects = objects
        self._limits = ProcessState.of(request).rate_limits
        self._codes = CodesState.of(request).codes
        self._network = client_network(request)

    async def find(
        self, code_id: str, extension: PictureFormat, size: PictureSize, seen: str | None
    ) -> PictureRequest:
        """Return the requested picture, within the rate limits. `seen` is the minimum version of the code.

        Raises:
            CodeNotFound: there is no such code.
            PictureTooLarge: no PNG of this size is rendered.
            TooMany: this network has requested too many pictures.
        """
        self._limits.hit(PER_ADDRESS, "code-picture", self._network)
        code = await self._code(code_id, seen)
        across, down = _sides(code, extension, *size)
        if extension is PictureFormat.PNG and max(across, down) > MAX_SIDE:
            raise PictureTooLarge(MAX_SIDE)
        address = self._links.address_at(code.own_host, code_id, code.slug)
        wanted = PictureRequest(code, address, extension, across, down)
        if wanted.pixels > LARGE_PIXELS:
            self._limits.hit(LARGE_PER_ADDRESS, "large-code-picture", self._network)
            if wanted.pixels > HUGE_PIXELS:
                self._limits.hit(HUGE_PER_ADDRESS, "huge-code-picture", self._network)
        return wanted

    async def draw(self, picture_request: PictureRequest) -> bytes:
        """Return the file. A large picture comes from the cache if it is there."""
        work = await run_in_threadpool(_work, picture_request, self._objects)
        org_id, workers = picture_request.code.org_id, Workers.of(self._request)
        if picture_request.pixels <= LARGE_PIXELS:
            picture: bytes = await run_for(self._request, workers.pictures, org_id, *work)
            return picture
        try:
            return await run_in_threadpool(self._objects.read, picture_request.key)
        except ObjectNotFound:
            self._limits.hit(LARGE_IN_ALL, "large-code-picture")
            if picture_request.pixels > HUGE_PIXELS:
                self._limits.hit(HUGE_IN_ALL, "huge-code-picture")
            picture = await run_for(self._request, workers.visitors, org_id, *work)
            media_type = picture_request.format.media_type
            await run_in_threadpool(self._objects.put, picture_request.key, picture, media_type)
            return picture

    async def _code(self, code_id: str, seen: str | None) -> ResolvedCode:
        code = await self._codes.find(code_id) if CODE_ID.match(code_id) else None
        if code is not None and seen is not None and int(seen.partition("-")[0]) > code.version:
            # The author of a change requests the picture before the invalidation arrives, and
            # browsers cache this response.
            self._codes.invalidate(code_id)
            code = await self._codes.find(code_id)
        if code is None:
            raise CodeNotFound
        return code


CodePicturesDep = Annotated[CodePictures, Depends(CodePictures)]


def _work(picture_request: PictureRequest, objects: ObjectStore) -> tuple[Any, ...]:
    """Return the function that a worker calls, and its arguments: it fits the studio's picture if the code has one, and
    otherwise renders the design.
    """
    code, size = (
        picture_request.code,
        (picture_request.across, picture_request.down, picture_request.format),
    )
    if code.ai_picture is not None:
        try:
            return fit, objects.read(code.ai_picture), *size
        except ObjectNotFound:
            pass  # removed a moment ago: the code falls back to its design
    return draw, picture_request.address, Design.model_validate(code.design), *size


def _sides(
    code: ResolvedCode,
    extension: PictureFormat,
    width: int | None,
    height: int | None,
    width_mm: float | None,
    height_mm: float | None,
) -> tuple[float, float]:
    """Return width and height in pixels. The size of a large PNG is rounded up to the next of a few sizes."""
    is_png = extension is PictureFormat.PNG
    if width_mm is not None or height_mm is not None:
        wide, high = width_mm or height_mm or 0.0, height_mm or width_mm or 0.0
        across, down = (pixels_of_millimetres(side, in_dots=is_png) for side in (wide, high))
        if is_png and across * down > LARGE_PIXELS:
            across, down = (
                pixels_of_millimetres(ceil(side), in_dots=True) for side in (wide, high)
            )
        return across, down
    across, down = _pixels(code, width, height)
    if is_png and (width or height) and across * down > LARGE_PIXELS:
        across, down = (ceil(side / STEP) * STEP for side in (across, down))
    return across, down


def _pixels(code: ResolvedCode, width: int | None, height: int | None) -> tuple[float, float]:
    """Return the requested size. If only one side is given, the code's proportions are kept."""
    if width is None and height is None:
        return code.width, code.height
    if width is None:
        assert height is not None
        return max(MIN_SIDE, round(height * code.width / code.height)), height
    if height is None:
        return width, max(MIN_SIDE, round(width * code.height / code.width))
    return width, height
