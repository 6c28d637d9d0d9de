"""Pictures of codes at an address of their own, for `<img>` and for downloads.

Public: the picture holds nothing but the code's own address, and its id cannot be guessed.
"""

from hashlib import sha256
from math import ceil
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from limits import parse
from starlette.concurrency import run_in_threadpool

from api.db.offload import run_for
from api.domains.codes.codes.dependencies import ProductLinksDep
from api.domains.codes.codes.errors import CodeNotFound
from api.domains.codes.codes.state import CodesState
from api.domains.codes.codes.types import CODE_ID, ResolvedCode
from api.kit.addresses import client_network
from api.kit.process_state import RateLimitsDep
from api.kit.workers import Workers
from api.objects.errors import ObjectNotFound
from api.objects.store import ObjectsDep, ObjectStore
from api.rendering.qr.drawing import RENDERER, draw, fit, pixels_of_millimetres
from api.rendering.qr.errors import PictureTooLarge
from api.rendering.qr.types import MAX_SIDE, MAX_VECTOR_SIDE, MIN_SIDE, Design, PictureFormat

router = APIRouter(tags=["codes"])

CACHE_SECONDS = 3600
PER_ADDRESS = parse("1200 per minute")
LARGE_PER_ADDRESS = parse("30 per minute")
LARGE_DRAWN = parse("60 per minute")
"""Of all callers together; what is kept already is not drawn."""
LARGE_PIXELS = 1_500_000
"""Above this a picture costs a good part of a second: it comes in steps of size, and its file is kept."""
STEP = 50
"""Pixels; in millimetres a step is one."""
HUGE_PER_ADDRESS = parse("2 per minute")
HUGE_DRAWN = parse("6 per minute")
HUGE_PIXELS = 20_000_000
"""Above this it costs many seconds: a poster's PNG is made once."""

Extension = Annotated[PictureFormat, Path(description="png, svg, pdf or eps")]
Side = Annotated[
    int | None, Query(ge=MIN_SIDE, le=MAX_VECTOR_SIDE, description="Pixels; PNG up to 10000")
]
Millimetres = Annotated[
    float | None, Query(gt=0, le=5080, description="Instead of pixels; PNG at 300 dpi")
]

Seen = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{1,9}(-[0-9a-f]{1,8})?$",
        description="The version that `picture_url` names: at least that one is sent",
    ),
]


@router.get(
    "/v1/code-picture/{code_id}.{extension}",
    response_class=Response,
    responses={200: {"content": {form.media_type: {} for form in PictureFormat}}},
)
async def code_picture(
    code_id: str,
    extension: Extension,
    request: Request,
    limits: RateLimitsDep,
    links: ProductLinksDep,
    objects: ObjectsDep,
    *,
    size: Side = None,
    width: Side = None,
    height: Side = None,
    width_mm: Millimetres = None,
    height_mm: Millimetres = None,
    download: bool = False,
    v: Seen = None,
) -> Response:
    """The picture of a code, in its own size or another one."""
    network = client_network(request)
    limits.hit(PER_ADDRESS, "code-picture", network)
    codes = CodesState.of(request).codes
    code = await codes.find(code_id) if CODE_ID.match(code_id) else None
    if code is not None and v is not None and int(v.partition("-")[0]) > code.version:
        # Whoever changed it asks before the news of the change: what is sent now, browsers keep.
        codes.forget(code_id)
        code = await codes.find(code_id)
    if code is None:
        raise CodeNotFound
    across, down = _sides(code, extension, size or width, size or height, width_mm, height_mm)
    if extension is PictureFormat.PNG and max(across, down) > MAX_SIDE:
        raise PictureTooLarge(MAX_SIDE)
    pixels = across * down if extension is PictureFormat.PNG else 0
    if pixels > LARGE_PIXELS:
        limits.hit(LARGE_PER_ADDRESS, "large-code-picture", network)
        if pixels > HUGE_PIXELS:
            limits.hit(HUGE_PER_ADDRESS, "huge-code-picture", network)
    address = links.address_at(code.own_host, code_id, code.slug)
    source = sha256(f"{code.ai_picture or ''} {code.own_host or ''}".encode()).hexdigest()[:12]
    name = f"{code.version}-{across:g}-{down:g}-{RENDERER}-{source}"
    tag = f'"{name}"'
    headers = {"ETag": tag, "Cache-Control": f"public, max-age={CACHE_SECONDS}"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if download:
        headers["Content-Disposition"] = f'attachment; filename="{code_id}.{extension}"'
    if extension is PictureFormat.SVG:
        headers["Content-Security-Policy"] = (
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        )
    work = await run_in_threadpool(_work, code, address, objects, across, down, extension)
    workers = Workers.of(request)
    if pixels <= LARGE_PIXELS:
        picture = await run_for(request, workers.pictures, code.org_id, *work)
        return Response(picture, media_type=extension.media_type, headers=headers)
    key = f"org/{code.org_id}/drawn/code-{code_id}/{name}.png"
    try:
        picture = await run_in_threadpool(objects.read, key)
    except ObjectNotFound:
        limits.hit(LARGE_DRAWN, "large-code-picture")
        if pixels > HUGE_PIXELS:
            limits.hit(HUGE_DRAWN, "huge-code-picture")
        picture = await run_for(request, workers.visitors, code.org_id, *work)
        await run_in_threadpool(objects.put, key, picture, extension.media_type)
    return Response(picture, media_type=extension.media_type, headers=headers)


def _work(
    code: ResolvedCode,
    address: str,
    objects: ObjectStore,
    width: float,
    height: float,
    extension: PictureFormat,
) -> tuple[Any, ...]:
    """What a worker calls, and with what: fits the studio's picture where the code has one, else draws its design."""
    if code.ai_picture is not None:
        try:
            return fit, objects.read(code.ai_picture), width, height, extension
        except ObjectNotFound:
            pass  # removed a moment ago: the code goes on with its design
    return draw, address, Design.model_validate(code.design), width, height, extension


def _sides(
    code: ResolvedCode,
    extension: PictureFormat,
    width: int | None,
    height: int | None,
    width_mm: float | None,
    height_mm: float | None,
) -> tuple[float, float]:
    """Pixels across and down. A large PNG of a size that was asked for has the next larger step of it."""
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
    """The size asked for; one side alone keeps the code's own proportions."""
    if width is None and height is None:
        return code.width, code.height
    if width is None:
        assert height is not None
        return max(MIN_SIDE, round(height * code.width / code.height)), height
    if height is None:
        return width, max(MIN_SIDE, round(width * code.height / code.width))
    return width, height
