"""Finds the colours in a worker process, and makes themes from them."""

import time
from collections.abc import Sequence
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends

from api.auth.tenants import organization_of
from api.db.offload import OffloadDep
from api.db.session import SessionDep
from api.domains.content.theme_ideas.colors import colors_of_picture, main_colors
from api.domains.content.theme_ideas.errors import LogoNotThere, no_colors, refused
from api.domains.content.theme_ideas.schemas import (
    SuggestedTheme,
    SuggestedThemes,
    SuggestThemes,
)
from api.domains.content.theme_ideas.themes import themes_of
from api.domains.content.theme_ideas.website import guarded, read_site
from api.objects.errors import ObjectNotFound
from api.objects.keys import belongs_to
from api.objects.store import ObjectsDep, ObjectStore
from api.rendering.visitor_pages.theme import Font
from api.rendering.visitor_pages.tokens import look_of
from runtime.outbound_http import AddressRefused, Unreachable

LOGO_BYTES = 10_000_000
LOGO_SECONDS = 6.0
_MEDIA = "/media/"


class ThemeIdeas:
    """Makes themes from extracted colours."""

    def __init__(self, session: SessionDep, objects: ObjectsDep, offload: OffloadDep) -> None:
        self._session = session
        self._objects = objects
        self._offload = offload

    def suggest(self, org_id: str, body: SuggestThemes) -> SuggestedThemes:
        """Suggest themes in the colours of a website or, without one, of the organisation's logo."""
        colors, fonts = self._look(org_id, body)
        return SuggestedThemes(
            colors=colors,
            themes=[
                SuggestedTheme(label=label, theme=theme, css=look_of(theme, colors[0]).css)
                for label, theme in themes_of(colors, fonts)
            ],
        )

    def _look(self, org_id: str, body: SuggestThemes) -> tuple[list[str], Sequence[Font]]:
        if body.website is not None:
            return self._offload.run(org_id, look_of_site, body.website)
        logo = body.logo or organization_of(self._session, org_id).logo or ""
        data = read_logo(self._objects, org_id, logo)
        return self._offload.run(org_id, colors_of_logo, data, logo), ()


ThemeIdeasDep = Annotated[ThemeIdeas, Depends(ThemeIdeas)]


def read_logo(objects: ObjectStore, org_id: str, address: str) -> bytes | None:
    """Return the organisation's own file at an address, or None for a picture that is stored elsewhere.

    Raises:
        LogoNotThere: there is no logo, or its file was deleted.
    """
    try:
        path = urlsplit(address).path
    except ValueError:
        raise LogoNotThere from None
    key = path.removeprefix(_MEDIA)
    if not path.startswith(_MEDIA) or not belongs_to(key, org_id):
        if address.startswith("https://"):
            return None
        raise LogoNotThere
    try:
        return objects.read(key)
    except ObjectNotFound as error:
        raise LogoNotThere from error


def colors_of_logo(data: bytes | None, address: str) -> list[str]:
    """Return the main colours of a logo, which is fetched from its address if Waypost does not store it. Runs in a
    worker process.
    """
    if data is None:
        try:
            data = guarded(address, LOGO_BYTES, LOGO_SECONDS).body
        except (AddressRefused, Unreachable) as error:
            raise refused(f"The logo could not be fetched. {error}", "unreachable") from error
    found = main_colors(colors_of_picture(data))
    if not found:
        raise no_colors("logo")
    return found


def look_of_site(url: str) -> tuple[list[str], Sequence[Font]]:
    """Return the main colours of a website and those of Waypost's fonts that it uses. Runs in a worker process."""
    site = read_site(url, time.monotonic)
    found = main_colors(site.weights)
    if not found:
        raise no_colors("website")
    return found, site.fonts
