"""API routes of uploads."""

from typing import Annotated

from fastapi import File, Form, UploadFile

from api.auth.member import EditorDep, ViewerDep
from api.auth.roles import Role
from api.db.offload import OffloadDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.dependencies import CodeServiceDep, LinksDep
from api.domains.content.media_library import pictures, service
from api.domains.content.media_library.dependencies import UploadServiceDep
from api.domains.content.media_library.errors import UploadNeedsEditor
from api.domains.content.media_library.schemas import (
    ListMedia,
    MediaRead,
    MediaRef,
    MediaRemoved,
    ShortenUrl,
    ShortUrl,
    SignedUrl,
    SignUrl,
)
from api.kit.errors import NotFound
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["uploads"])


@router.post("/v1/upload-image")
def upload_image(
    file: Annotated[UploadFile, File(description="The picture, at most 10 MB")],
    me: EditorDep,
    uploads: UploadServiceDep,
    links: LinksDep,
    offload: OffloadDep,
    org_id: Annotated[str | None, Form(max_length=64)] = None,
    other_org_id: Annotated[str | None, Form(alias="orgID", max_length=64)] = None,
) -> MediaRead:
    """Upload a picture: PNG, JPEG, WebP, GIF (first frame) or AVIF. It is re-encoded, so metadata such as a
    photo's location is removed.
    """
    if any(named and named != me.org_id for named in (org_id, other_org_id)):
        raise NotFound("Organisation not found.")
    data = file.file.read(service.MAX_PICTURE_BYTES + 1)
    drawn = offload.run(me.org_id, pictures.re_encode, data)
    media = uploads.keep(me.org_id, me.caller_id, file.filename or "", drawn, "upload")
    return service.read_of(media, links.base_url)


@router.post("/v1/list-media")
def list_media(
    body: ListMedia, me: ViewerDep, uploads: UploadServiceDep, links: LinksDep
) -> Page[MediaRead]:
    """List the organisation's pictures, newest first."""
    rows, total = uploads.list_media(me.org_id, body)
    return page_of([service.read_of(row, links.base_url) for row in rows], total, body.paging)


@router.post("/v1/delete-media")
def delete_media(body: MediaRef, me: EditorDep, uploads: UploadServiceDep) -> MediaRemoved:
    """Delete a picture. It disappears from pages that show it."""
    uploads.delete(me.org_id, body.media_id)
    return MediaRemoved(media_id=body.media_id)


@router.post("/v1/generate-signed-url")
def generate_signed_url(body: SignUrl, me: ViewerDep, uploads: UploadServiceDep) -> SignedUrl:
    """Get a URL to upload or download one file within 15 minutes, without a login. An upload must have the
    announced type and length.
    """
    if body.action == "upload" and not me.role.reaches(Role.EDITOR):
        raise UploadNeedsEditor
    return uploads.sign(me.org_id, body)


@router.post("/v1/generate-url")
def generate_url(
    body: ShortenUrl, me: EditorDep, codes: CodeServiceDep, links: LinksDep
) -> ShortUrl:
    """Create a short link to a URL. It is a redirect code, so its visits are counted."""
    return service.shorten(codes, links, me.org_id, me.caller_id, body)
