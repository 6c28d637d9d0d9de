"""Rules of templates: the gallery is available to everybody, the others belong to one organisation."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.content.media_library.reading import smallest_copies
from api.domains.content.page_templates.errors import (
    BuiltInTemplate,
    TemplateNotFound,
    TooManyTemplates,
)
from api.domains.content.page_templates.gallery import built_in
from api.domains.content.page_templates.models import PageTemplate
from api.domains.content.page_templates.repository import TemplateRepository
from api.domains.content.page_templates.schemas import SubmitTemplate, TemplateRead
from api.kit.pagination import Paging

MAX_TEMPLATES = 500


class TemplateService:
    """Templates as one caller sees them."""

    def __init__(self, session: Session, now: datetime, new_id: Callable[[str], str]) -> None:
        self._templates = TemplateRepository(session)
        self._now = now
        self._new_id = new_id

    def list_templates(
        self, me: Member, text: str | None, paging: Paging
    ) -> tuple[list[TemplateRead], int]:
        """Return a page of the built-in and the organisation's templates, and the total number."""
        own = [_own(row, me) for row in self._templates.visible(me.org_id, me.caller_id)]
        wanted = (text or "").casefold()
        found = [it for it in [*gallery(), *own] if wanted in it.name.casefold()]
        page = found[paging.offset : paging.offset + paging.page_size]
        texts = [orjson.dumps(it.blocks).decode() for it in page]
        small = smallest_copies(self._templates.session, me.org_id, " ".join(texts))
        for it, text_of_page in zip(page, texts, strict=True):
            it.small_pictures = {one: small[one] for one in small if one in text_of_page}
        return page, len(found)

    def blocks_of(self, me: Member, template_id: str) -> dict[str, Any]:
        """Return the page data of a template."""
        builtin = built_in().get(template_id)
        if builtin is not None:
            return builtin.blocks
        rows = self._templates.visible(me.org_id, me.caller_id)
        found = next((row for row in rows if row.template_id == template_id), None)
        if found is None:
            raise TemplateNotFound
        return found.blocks

    def submit(self, me: Member, body: SubmitTemplate, blocks: dict[str, Any]) -> PageTemplate:
        """Store validated page data as a template."""
        if self._templates.count(me.org_id) >= MAX_TEMPLATES:
            raise TooManyTemplates
        template = PageTemplate(
            template_id=self._new_id("tpl"),
            org_id=me.org_id,
            name=body.name,
            kind=body.kind,
            description=body.description,
            blocks=blocks,
            is_shared=body.visibility == "shared",
            created_at=self._now,
            created_by=me.caller_id,
        )
        self._templates.add(template)
        return template

    def remove(self, me: Member, template_id: str) -> None:
        """Delete a template. Pages created from it stay as they are."""
        if template_id in built_in():
            raise BuiltInTemplate
        if not self._templates.remove(me.org_id, me.caller_id, template_id):
            raise TemplateNotFound


def gallery() -> list[TemplateRead]:
    """Return the built-in templates."""
    return [
        TemplateRead(
            template_id=it.template_id,
            name=it.name,
            kind=it.kind,
            description=it.description,
            preview_url=it.preview_url,
            blocks=it.blocks,
            is_builtin=True,
            visibility="public",
        )
        for it in built_in().values()
    ]


def _own(row: PageTemplate, me: Member) -> TemplateRead:
    return TemplateRead(
        template_id=row.template_id,
        name=row.name,
        kind=row.kind,
        description=row.description,
        blocks=row.blocks,
        is_builtin=False,
        is_mine=row.created_by == me.caller_id,
        visibility="shared" if row.is_shared else "private",
        created_at=row.created_at,
    )
