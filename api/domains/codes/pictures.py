"""Pictures of codes at an address of their own, for `<img>` and for downloads.

Public: the picture holds nothing but the code's own address, and its id cannot be guessed.
"""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from limits import parse
from starlette.concurrency import run_in_threadpool

from api.domains.codes.dependencies import LinksDep
from api.domains.codes.errors import CodeNotFound
from api.domains.codes.resolution import ResolvedCodes
from api.domains.codes.types import CODE_ID
from api.domains.media.drawing import draw
from api.domains.media.types import MAX_SIDE, MIN_SIDE, Design, PictureFormat

router = APIRouter(tags=["codes"])

CACHE_SECONDS = 3600
PER_ADDRESS = parse("1200 per minute")

Extension = Annotated[PictureFormat, Path(description="png, svg, pdf or eps")]
Size = Annotated[
    int | None,
    Query(ge=MIN_SIDE, le=MAX_SIDE, description="Side in pixels instead of the code's own"),
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
    links: LinksDep,
    *,
    size: Size = None,
    download: bool = False,
) -> Response:
    """The picture of a code."""
    address = request.client.host if request.client else ""
    request.app.state.rate_limits.hit(PER_ADDRESS, "code-picture", address)
    codes: ResolvedCodes = request.app.state.resolved_codes
    code = await codes.find_public(code_id) if CODE_ID.match(code_id) else None
    if code is None:
        raise CodeNotFound
    width, height = (size, size) if size else (code.width, code.height)
    tag = f'"{code.version}-{width}-{height}"'
    headers = {"ETag": tag, "Cache-Control": f"public, max-age={CACHE_SECONDS}"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if download:
        headers["Content-Disposition"] = f'attachment; filename="{code_id}.{extension}"'
    design = Design.model_validate(code.design)
    picture = await run_in_threadpool(
        draw, links.address(code_id), design, width, height, extension
    )
    return Response(picture, media_type=extension.media_type, headers=headers)
