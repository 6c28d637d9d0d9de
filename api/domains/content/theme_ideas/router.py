"""The API route that suggests themes in an organisation's own colours. Nothing is stored."""

from fastapi import Depends
from limits import parse

from api.auth.member import EditorDep
from api.db.routing import ApiRouter
from api.domains.content.theme_ideas.schemas import SuggestedThemes, SuggestThemes
from api.domains.content.theme_ideas.service import ThemeIdeasDep
from api.kit.process_state import RateLimitsDep

router = ApiRouter(tags=["organizations"])
SUGGESTIONS = parse("30 per hour")


def _count(limits: RateLimitsDep, me: EditorDep) -> None:
    limits.hit(SUGGESTIONS, "theme-ideas", me.org_id)


@router.post("/v1/suggest-themes", dependencies=[Depends(_count)])
def suggest_themes(body: SuggestThemes, me: EditorDep, ideas: ThemeIdeasDep) -> SuggestedThemes:
    """Suggest themes in the colours of a website or, without one, of the organisation's logo."""
    return ideas.suggest(me.org_id, body)
