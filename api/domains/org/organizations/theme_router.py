"""The available themes, and previews of a theme. Nothing here is stored."""

from fastapi import Request

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.org.organizations.dependencies import OrganizationServiceDep
from api.domains.org.organizations.theme_samples import samples_in
from api.domains.org.organizations.theme_schemas import (
    FontChoice,
    NamedTheme,
    PreviewTheme,
    ThemeChoices,
    ThemeLook,
    ThemeSamples,
)
from api.rendering.visitor_pages.brand import Brand, color_in
from api.rendering.visitor_pages.state import VisitorPagesState
from api.rendering.visitor_pages.theme import THEMES, Theme
from api.rendering.visitor_pages.tokens import font_table, look_of

router = ApiRouter(tags=["organizations"])


@router.get("/v1/themes")
def list_themes(member: ViewerDep, organizations: OrganizationServiceDep) -> ThemeChoices:
    """List the named themes in the colours of the caller's organisation, and the available fonts."""
    color = color_in(organizations.get(member.org_id).brand)
    return ThemeChoices(
        themes=[NamedTheme(theme=it, css=look_of(it, color).css) for it in THEMES],
        fonts=[FontChoice(name=name, label=font["label"]) for name, font in font_table().items()],
    )


@router.post("/v1/preview-theme")
def preview_theme(
    body: PreviewTheme, member: ViewerDep, organizations: OrganizationServiceDep
) -> ThemeLook:
    """Get the style sheet of a theme, by default that of the organisation."""
    brand = organizations.get(member.org_id).brand
    theme = body.theme or Theme.read(brand.get("theme"))
    look = look_of(theme, body.color or color_in(brand), body.background or "")
    return ThemeLook(css=look.css, cover=look.cover)


@router.post("/v1/theme-samples")
def draw_theme_samples(
    body: PreviewTheme,
    request: Request,
    member: ViewerDep,
    organizations: OrganizationServiceDep,
) -> ThemeSamples:
    """Preview a gate, a notice and a poll as visitors would see them in a theme, by default that of the
    organisation.
    """
    org = organizations.get(member.org_id)
    theme = body.theme or Theme.read(org.brand.get("theme"))
    brand = Brand(org.name, org.logo or "", body.color or color_in(org.brand), theme=theme)
    return ThemeSamples(**samples_in(VisitorPagesState.of(request).pages, brand))
