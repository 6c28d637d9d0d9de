"""API routes of the AI studio."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.schemas import CodePicture, CodeRef
from api.domains.content.ai_studio.dependencies import StudioServiceDep
from api.domains.content.ai_studio.schemas import (
    AiPictureRead,
    AiQr,
    AiQrRef,
    AiQrStarted,
    GenerateAiQr,
    ListAiPictures,
    UseAiPicture,
)
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["ai studio"])


@router.post("/v1/generate-ai-qr")
def generate_ai_qr(body: GenerateAiQr, me: EditorDep, studio: StudioServiceDep) -> AiQrStarted:
    """Create up to four pictures with a working QR code in them from a prompt. They come from the image
    provider if its key is set, otherwise from the built-in generator.
    """
    return AiQrStarted(job_id=studio.start(me.org_id, me.caller_id, body))


@router.post("/v1/get-ai-qr")
def get_ai_qr(body: AiQrRef, me: ViewerDep, studio: StudioServiceDep) -> AiQr:
    """Get the progress of the job and its pictures. A picture is offered only if one scanner can read it when it is
    small, blurred, rotated and poorly photographed, and a second scanner can read it unmodified.
    """
    return studio.state(me.org_id, body.job_id)


@router.post("/v1/list-ai-pictures")
def list_ai_pictures(
    body: ListAiPictures, me: ViewerDep, studio: StudioServiceDep
) -> Page[AiPictureRead]:
    """List the studio's pictures, newest first."""
    rows, total = studio.list_pictures(me.org_id, body)
    return page_of(rows, total, body.paging)


@router.post("/v1/use-ai-picture")
def use_ai_picture(body: UseAiPicture, me: EditorDep, studio: StudioServiceDep) -> AiPictureRead:
    """Use one of the pictures created for a code. It is served in place of the code's design."""
    return studio.use(me.org_id, body)


@router.post("/v1/use-drawn-picture")
def use_drawn_picture(body: CodeRef, me: EditorDep, studio: StudioServiceDep) -> CodePicture:
    """Use the code's design again in place of the AI studio's picture. The picture is not deleted."""
    return studio.use_drawn(me.org_id, body.code_id)
