"""Converts codes to API responses. No other module does this."""

from api.domains.codes.codes.destinations import warning_of
from api.domains.codes.codes.inheritance import effective, effective_columns, picture_version
from api.domains.codes.codes.links import CodeLinks, choice_of, choice_on_code
from api.domains.codes.codes.models import Code
from api.domains.codes.codes.schemas import (
    CodeCreated,
    CodeDeletion,
    CodePicture,
    CodeRead,
    Content,
)
from api.domains.codes.codes.service import RESTORABLE
from api.domains.codes.codes.types import CodeKind, CodeRow, CodeState, OneTimeState
from api.rendering.qr.types import Design


def created(code: CodeRow, links: CodeLinks) -> CodeCreated:
    """Return the response to creating a code."""
    return CodeCreated(
        code_id=code.code_id,
        slug=code.slug,
        public_url=links.public_path(code.code_id, code.slug),
        short_url=links.short_path(code.code_id, code.slug),
        url=links.of(code),
        picture_url=links.picture_path(code.code_id, "png", picture_version(code), choice_of(code)),
    )


def deletion(code: Code) -> CodeDeletion:
    """Return the response to deleting a code."""
    assert code.deleted_at is not None
    return CodeDeletion(
        code_id=code.code_id,
        deleted_at=code.deleted_at,
        restorable_until=code.deleted_at + RESTORABLE,
    )


def picture(code: Code, links: CodeLinks) -> CodePicture:
    """Return a code's picture and design."""
    return CodePicture(
        code_id=code.code_id,
        name=code.name,
        url=links.of(code),
        width=effective(code, "width"),
        height=effective(code, "height"),
        design=Design.model_validate(effective(code, "design")),
        ai_media_id=code.ai_media_id,
        picture_url=links.picture_path(code.code_id, "png", picture_version(code), choice_of(code)),
        svg_url=links.picture_path(code.code_id, "svg", picture_version(code), choice_of(code)),
        version=code.version,
    )


def whole(code: Code, links: CodeLinks) -> CodeRead:
    """Return all fields of a code."""
    seen = effective_columns(code)
    return CodeRead(
        code_id=code.code_id,
        id=code.code_id,
        org_id=code.org_id,
        slug=code.slug,
        name=code.name,
        type=CodeKind(code.type),
        state=CodeState(seen["state"]),
        destination=seen["destination"],
        destination_warning=warning_of(seen["destination"]),
        forwards_query=seen["forwards_query"],
        app_links=seen["app_links"],
        content=Content.model_validate(seen["content"]),
        width=seen["width"],
        height=seen["height"],
        design=Design.model_validate(seen["design"]),
        ai_media_id=code.ai_media_id,
        folder_id=code.folder_id,
        base_code_id=code.base_code_id,
        overrides=code.overrides,
        one_time_state=OneTimeState(code.one_time_effective_state or "")
        if code.one_time_state
        else None,
        batch_id=code.batch_id,
        rules=seen["rules"],
        tags=code.tags,
        properties=code.properties,
        active_from=seen["active_from"],
        active_until=seen["active_until"],
        fallback_url=seen["fallback_url"],
        expired_url=seen["expired_url"],
        has_password=seen["password_hash"] is not None,
        scan_limit=seen["scan_limit"],
        visitor_limit=seen["visitor_limit"],
        used_at=code.one_time_used_at,
        public_url=links.public_path(code.code_id, code.slug),
        short_url=links.short_path(code.code_id, code.slug),
        url=links.of(code),
        domain=choice_on_code(code),
        picture_url=links.picture_path(code.code_id, "png", picture_version(code), choice_of(code)),
        svg_url=links.picture_path(code.code_id, "svg", picture_version(code), choice_of(code)),
        created_at=code.created_at,
        created_by=code.created_by,
        updated_at=code.updated_at,
        deleted_at=code.deleted_at,
        version=code.version,
    )
