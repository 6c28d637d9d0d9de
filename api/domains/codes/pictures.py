"""Pictures of codes at an address of their own, for `<img>` and for downloads.

Public: the picture holds nothing but the code's own address, and its id cannot be guessed.
"""

from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from limits import parse
from starlette.concurrency import run_in_threadpool

from api.domains.codes.dependencies import ProductLinksDep
from api.domains.codes.errors import CodeNotFound
from api.domains.codes.resolution import ResolvedCodes
from api.domains.codes.types import CODE_ID, ResolvedCode
from api.domains.media.drawing import RENDERER, draw, fit, pixels_of_millimetres
from api.domains.media.errors import PictureTooLarge
from api.domains.media.types import MAX_SIDE, MAX_VECTOR_SIDE, MIN_SIDE, Design, PictureFormat
from api.kit.addresses import client_network
from api.objects.errors import ObjectNotFound
from api.objects.store import ObjectsDep, ObjectStore

router = APIRouter(tags=["codes"])

CACHE_SECONDS = 3600
PER_ADDRESS = parse("1200 per minute")
LARGE_PER_ADDRESS = parse("30 per minute")
LARGE_PIXELS = 1_500_000
"""Above this a picture costs a good part of a second."""
HUGE_PER_ADDRESS = parse("2 per minute")
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
    limits = request.app.state.rate_limits
    limits.hit(PER_ADDRESS, "code-picture", network)
    codes: ResolvedCodes = request.app.state.resolved_codes
    code = await codes.find(code_id) if CODE_ID.match(code_id) else None
    if code is not None and v is not None and int(v.partition("-")[0]) > code.version:
        # Whoever changed it asks before the news of the change: what is sent now, browsers keep.
        codes.forget(code_id)
        code = await codes.find(code_id)
    if code is None:
        raise CodeNotFound
    if width_mm is not None or height_mm is not None:
        dots = extension is PictureFormat.PNG
        across = pixels_of_millimetres(width_mm or height_mm or 0.0, in_dots=dots)
        down = pixels_of_millimetres(height_mm or width_mm or 0.0, in_dots=dots)
    else:
        across, down = _pixels(code, size or width, size or height)
    if extension is PictureFormat.PNG and max(across, down) > MAX_SIDE:
        raise PictureTooLarge(MAX_SIDE)
    if extension is PictureFormat.PNG and across * down > LARGE_PIXELS:
        limits.hit(LARGE_PER_ADDRESS, "large-code-picture", network)
        if across * down > HUGE_PIXELS:
            limits.hit(HUGE_PER_ADDRESS, "huge-code-picture", network)
    address = links.address_at(code.own_host, code_id, code.slug)
    source = sha256(f"{code.ai_picture or ''} {code.own_host or ''}".encode()).hexdigest()[:12]
    tag = f'"{code.version}-{across:g}-{down:g}-{RENDERER}-{source}"'
    headers = {"ETag": tag, "Cache-Control": f"public, max-age={CACHE_SECONDS}"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if download:
        headers["Content-Disposition"] = f'attachment; filename="{code_id}.{extension}"'
    if extension is PictureFormat.SVG:
        headers["Content-Security-Policy"] = (
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        )
    picture = await run_in_threadpool(_picture, code, address, objects, across, down, extension)
    return Response(picture, media_type=extension.media_type, headers=headers)


def _picture(
    code: ResolvedCode,
    address: str,
    objects: ObjectStore,
    width: float,
    height: float,
    extension: PictureFormat,
) -> bytes:
    """The studio's picture where the code has one; else its design."""
    if code.ai_picture is not None:
        try:
            return fit(objects.read(code.ai_picture), width, height, extension)
        except ObjectNotFound:
            pass  # removed a moment ago: the code goes on with its design
    return draw(address, Design.model_validate(code.design), width, height, extension)


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
