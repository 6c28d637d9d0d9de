"""Pictures of codes at addresses of their own, for `<img>` and for downloads.

Public, because the picture contains only the code's own address, and its ID cannot be guessed.
"""

from typing import Annotated

from fastapi import Path, Query, Request, Response

from api.domains.codes.codes.picture_service import CodePicturesDep, PictureSize
from api.kit.base_router import BaseRouter
from api.rendering.qr.types import MAX_VECTOR_SIDE, MIN_SIDE, PictureFormat

router = BaseRouter(tags=["codes"])

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
    pictures: CodePicturesDep,
    *,
    size: Side = None,
    width: Side = None,
    height: Side = None,
    width_mm: Millimetres = None,
    height_mm: Millimetres = None,
    download: bool = False,
    v: Seen = None,
) -> Response:
    """Get the picture of a code, in its own size or another one."""
    wanted_size = PictureSize(size or width, size or height, width_mm, height_mm)
    wanted = await pictures.find(code_id, extension, wanted_size, v)
    headers = wanted.headers(is_download=download)
    if request.headers.get("if-none-match") == headers["ETag"]:
        cached = {name: headers[name] for name in ("ETag", "Cache-Control")}
        return Response(status_code=304, headers=cached)
    return Response(await pictures.draw(wanted), media_type=extension.media_type, headers=headers)
