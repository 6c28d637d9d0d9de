"""A pass in Google's format, with the organisation's logo and time zone."""

from dataclasses import replace
from datetime import datetime
from urllib.parse import quote
from zoneinfo import ZoneInfo

from api.auth.models import Organization
from api.domains.wallet.passes.contents_reading import ShownPass
from api.domains.wallet.passes.pictures import PassPictures
from api.rendering.wallet.google_json import GooglePass, google_pass, ids_of
from api.rendering.wallet.google_kinds import Kind, kind_of
from api.rendering.wallet.google_texts import Texts

CALLBACKS = "/dev/v1/google-wallet-callbacks"
"""The path at which Google reports that a pass was saved or deleted."""
_PICTURES = (".png", ".jpg", ".jpeg")
"""File types that Google accepts as a logo."""


class Drawing:
    """Converts passes of one organisation to Google's format."""

    def __init__(
        self, organization: Organization, pictures: PassPictures, base_url: str, now: datetime
    ) -> None:
        self._organization = organization
        self._pictures = pictures
        self._base_url = base_url.rstrip("/")
        self.zone = ZoneInfo(organization.time_zone)
        self._now = now

    def draw(self, shown: ShownPass, issuer_id: str, kind: Kind | None) -> GooglePass:
        """Return the pass under an issuer. `kind` is its previous kind there, if any."""
        org_id = self._organization.org_id
        pictures = self._pictures.for_google(org_id, shown.content, self._base_url)
        pictures = replace(pictures, logo=pictures.logo or self._logo(shown))
        made = google_pass(
            shown.content,
            ids_of(issuer_id, shown.pass_id),
            kind or kind_of(shown.content, has_logo=pictures.logo is not None),
            pictures=pictures,
            zone=self.zone,
            now=self._now,
        )
        if not self._base_url.startswith("https://"):
            return made
        options = {"url": self._base_url + CALLBACKS}
        return replace(made, class_document={**made.class_document, "callbackOptions": options})

    def values(self, shown: ShownPass) -> dict[str, str]:
        """Return the text of each field by key, to determine later which ones changed."""
        texts = Texts(shown.content, self.zone)
        language = shown.content.language
        return {field.key: texts.value(field, language) for field in shown.content.fields}

    def _logo(self, shown: ShownPass) -> str | None:
        """Return the address of the organisation's logo or of its initial, or None if Google could not fetch it."""
        logo = self._organization.logo
        if logo.startswith("/") and self._base_url.startswith("https://"):
            logo = self._base_url + logo
        if logo.startswith("https://") and logo.lower().endswith(_PICTURES):
            return logo
        if not self._base_url.startswith("https://"):
            return None
        color = shown.content.background.removeprefix("#")
        return f"{self._base_url}/dev/v1/logos/{quote(shown.pass_type)}/{color}.png"
