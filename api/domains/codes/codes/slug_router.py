"""The calls for slugs of codes."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.codes.codes.dependencies import CodeServiceDep, LinksDep
from api.domains.codes.codes.links import CodeLinks, choice_of
from api.domains.codes.codes.slug_repository import SlugRepository
from api.domains.codes.codes.slug_schemas import ListSlugs, SetSlug, SlugRead, Slugs
from api.domains.codes.codes.slugs import SlugService
from api.kit.clock import NowDep

router = ApiRouter(tags=["codes"])


def _service(session: SessionDep, codes: CodeServiceDep, now: NowDep) -> SlugService:
    return SlugService(SlugRepository(session), codes, now)


SlugServiceDep = Annotated[SlugService, Depends(_service)]


@router.post("/v1/list-code-slugs")
def list_code_slugs(
    body: ListSlugs, me: ViewerDep, slugs: SlugServiceDep, links: LinksDep
) -> Slugs:
    """List the slugs of a code. Previous slugs keep working."""
    return _listed(slugs, me.org_id, body.code_id, links)


@router.post("/v1/set-code-slug")
def set_code_slug(body: SetSlug, me: EditorDep, slugs: SlugServiceDep, links: LinksDep) -> Slugs:
    """Add a slug to a code, or choose which of its slugs its link uses."""
    slugs.set_slug(me.org_id, me.caller_id, body)
    return _listed(slugs, me.org_id, body.code_id, links)


def _listed(slugs: SlugService, org_id: str, code_id: str, links: CodeLinks) -> Slugs:
    code, rows = slugs.list_slugs(org_id, code_id)
    items = [
        SlugRead(
            slug=row.slug,
            url=links.address(code.code_id, row.slug, choice_of(code)),
            is_shown=row.slug == code.slug,
            created_at=row.created_at,
        )
        for row in rows
    ]
    return Slugs(
        code_id=code.code_id,
        id_url=links.address(code.code_id, choice=choice_of(code)),
        shown=code.slug,
        items=items,
        total=len(items),
    )
