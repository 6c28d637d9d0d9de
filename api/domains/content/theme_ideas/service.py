"""Finds the colours, in a worker process, and makes themes of them."""

import time
from collections.abc import Sequence
from urllib.parse import urlsplit

from api.domains.content.theme_ideas.colors import colors_of_picture, main_colors
from api.domains.content.theme_ideas.errors import LogoNotThere, no_colors, refused
from api.domains.content.theme_ideas.website import guarded, read_site
from api.objects.errors import ObjectNotFound
from api.objects.keys import belongs_to
from api.objects.store import ObjectStore
from api.rendering.visitor_pages.theme import Font
from runtime.outbound_http import AddressRefused, Unreachable

LOGO_BYTES = 10_000_000
LOGO_SECONDS = 6.0
_MEDIA = "/media/"


def read_logo(objects: ObjectStore, org_id: str, address: str) -> bytes | None:
    """The organisation's own file at an address; None for a picture that is somewhere else.

    Raises:
        LogoNotThere: there is no logo, or its file was deleted.
    """
    path = urlsplit(address).path
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
    """The main colours of a logo, fetched from its address if it is not ours; for a worker process."""
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
    """The main colours of a website, and which of our fonts it uses; for a worker process."""
    site = read_site(url, time.monotonic)
    found = main_colors(site.weights)
    if not found:
        raise no_colors("website")
    return found, site.fonts
