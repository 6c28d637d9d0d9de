"""The call that renders a QR code from any content."""

from base64 import b64encode
from typing import Annotated

from fastapi import Header, Response

from api.auth.member import ViewerDep
from api.db.offload import OffloadDep
from api.db.routing import ApiRouter
from api.domains.codes.qr_images import service
from api.rendering.qr.schemas import GeneratedQr, GenerateQr, PictureCheck
from api.rendering.qr.types import PictureFormat

router = ApiRouter(tags=["media"])


@router.post(
    "/v1/gen-qr",
    response_model=GeneratedQr,
    responses={200: {"content": {form.media_type: {} for form in PictureFormat}}},
)
def generate_qr(
    body: GenerateQr,
    me: ViewerDep,
    offload: OffloadDep,
    accept: Annotated[str, Header()] = "application/json",
) -> GeneratedQr | Response:
    """Render a QR code. The response is JSON with the file in base64 and whether it can be scanned. If the
    Accept header starts with the file's media type, the response is the file itself.
    """
    return _answer(body, offload.run(me.org_id, service.generate, body), accept)


def _answer(
    body: GenerateQr, made: service.GeneratedPicture, accept: str
) -> GeneratedQr | Response:
    media_type = body.format.media_type
    if accept.partition(",")[0].partition(";")[0].strip() == media_type:
        headers = {"X-Decodes": str(made.legibility.decodes).lower()}
        return Response(made.file, media_type=media_type, headers=headers)
    return GeneratedQr(
        format=body.format,
        media_type=media_type,
        width=body.width,
        height=body.height,
        content=body.encoded,
        data=b64encode(made.file).decode(),
        **PictureCheck.fields_of(made.legibility),
    )
