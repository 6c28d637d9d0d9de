"""Looks to choose from, and how one would look; nothing of it is stored."""

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.org.organizations.dependencies import OrganizationServiceDep
from api.domains.org.organizations.theme_schemas import (
    FontChoice,
    NamedTheme,
    PreviewTheme,
    ThemeChoices,
    ThemeLook,
)
from api.rendering.visitor_pages.brand import color_in
from api.rendering.visitor_pages.theme import THEMES, Theme
from api.rendering.visitor_pages.tokens import font_table, look_of

router = ApiRouter(tags=["organizations"])


@router.get("/v1/themes")
def list_themes(member: ViewerDep, organizations: OrganizationServiceDep) -> ThemeChoices:
    """The named themes in the colours of the caller's organisation, and the fonts to choose from."""
    color = color_in(organizations.get(member.org_id).brand)
    return ThemeChoices(
        themes=[NamedTheme(theme=it, css=look_of(it, color).css) for it in THEMES],
        fonts=[FontChoice(name=name, label=font["label"]) for name, font in font_table().items()],
    )


@router.post("/v1/preview-theme")
def preview_theme(
    body: PreviewTheme, member: ViewerDep, organizations: OrganizationServiceDep
) -> ThemeLook:
    """The style sheet of a theme; without one, of the organisation's own."""
    brand = organizations.get(member.org_id).brand
    theme = body.theme or Theme.read(brand.get("theme"))
    look = look_of(theme, body.color or color_in(brand), body.background or "")
    return ThemeLook(css=look.css, cover=look.cover)
