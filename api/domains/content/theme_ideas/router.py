"""The call that makes themes of an organisation's own colours; nothing of it is stored."""

from fastapi import Depends
from limits import parse

from api.auth.member import EditorDep
from api.auth.tenants import organization_of
from api.db.offload import OffloadDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.content.theme_ideas.schemas import (
    SuggestedTheme,
    SuggestedThemes,
    SuggestThemes,
)
from api.domains.content.theme_ideas.service import colors_of_logo, look_of_site, read_logo
from api.domains.content.theme_ideas.themes import themes_of
from api.kit.process_state import RateLimitsDep
from api.objects.store import ObjectsDep
from api.rendering.visitor_pages.tokens import look_of

router = ApiRouter(tags=["organizations"])
SUGGESTIONS = parse("30 per hour")


def _count(limits: RateLimitsDep, me: EditorDep) -> None:
    limits.hit(SUGGESTIONS, "theme-ideas", me.org_id)


@router.post("/v1/suggest-themes", dependencies=[Depends(_count)])
def suggest_themes(
    body: SuggestThemes,
    me: EditorDep,
    session: SessionDep,
    objects: ObjectsDep,
    offload: OffloadDep,
) -> SuggestedThemes:
    """Themes in the colours of a website or, without one, of the organisation's logo."""
    if body.website is not None:
        colors, fonts = offload.run(me.org_id, look_of_site, body.website)
    else:
        logo = body.logo or organization_of(session, me.org_id).logo or ""
        data = read_logo(objects, me.org_id, logo)
        colors, fonts = offload.run(me.org_id, colors_of_logo, data, logo), ()
    return SuggestedThemes(
        colors=colors,
        themes=[
            SuggestedTheme(label=label, theme=theme, css=look_of(theme, colors[0]).css)
            for label, theme in themes_of(colors, fonts)
        ],
    )
