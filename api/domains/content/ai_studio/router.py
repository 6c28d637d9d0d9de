"""The calls of the AI studio."""

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
    """Make up to four pictures from a prompt that are codes at the same time. With an image provider's
    key that provider paints; else the built-in generator draws.
    """
    return AiQrStarted(job_id=studio.start(me.org_id, me.caller_id, body))


@router.post("/v1/get-ai-qr")
def get_ai_qr(body: AiQrRef, me: ViewerDep, studio: StudioServiceDep) -> AiQr:
    """How far the job is, with its pictures. Only those are offered that one reader reads small,
    blurred, turned and poorly photographed, and a second reader as they are.
    """
    return studio.state(me.org_id, body.job_id)


@router.post("/v1/list-ai-pictures")
def list_ai_pictures(
    body: ListAiPictures, me: ViewerDep, studio: StudioServiceDep
) -> Page[AiPictureRead]:
    """List the studio's pictures, the newest first."""
    rows, total = studio.list_pictures(me.org_id, body)
    return page_of(rows, total, body.paging)


@router.post("/v1/use-ai-picture")
def use_ai_picture(body: UseAiPicture, me: EditorDep, studio: StudioServiceDep) -> AiPictureRead:
    """Give a code one of the pictures that were made for it: it is served in place of the design."""
    return studio.use(me.org_id, body)


@router.post("/v1/use-drawn-picture")
def use_drawn_picture(body: CodeRef, me: EditorDep, studio: StudioServiceDep) -> CodePicture:
    """Show the code's design again in place of the AI studio's picture, which is kept."""
    return studio.use_drawn(me.org_id, body.code_id)
