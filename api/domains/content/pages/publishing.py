"""Turns a validated page into what visitors receive: HTML per language, and the contents of the head."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import orjson
from sqlalchemy.orm import Session

from api.domains.content.forms.definition import confirmed_field
from api.domains.content.forms.limits import place_of
from api.domains.content.media_library.reading import copies_of_pictures
from api.domains.content.page_blocks.audience import audience_of
from api.domains.content.page_blocks.block_props import Form
from api.domains.content.page_blocks.blocks import PageData
from api.domains.content.pages.rendering import PageRenderer
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.theme import DEFAULT_THEME
from api.rendering.visitor_pages.tokens import Look, look_of

MAX_LANGUAGES = 12
FORMAT = 2
"""Increased when the data stored with the HTML changes, so that published pages are rendered again."""


Copies = Mapping[str, Mapping[str, Any]]
"""The available sizes of Waypost's pictures on a page, by address."""

_NONE: Copies = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Publisher:
    """Renders pages in all their languages."""

    renderer: PageRenderer

    @property
    def version(self) -> str:
        """The version of the renderings that this publisher makes. Raises RendererMissing."""
        return f"{FORMAT}.{self.renderer.version}"

    def publish(
        self,
        page: PageData,
        brand: Brand,
        page_id: str,
        code_id: str | None,
        copies: Copies = _NONE,
    ) -> dict[str, Any]:
        """Return everything that is stored for a published version, so that no request needs rendering."""
        return {
            "renderer": self.version,
            "default": page.root.language,
            "languages": {
                language: self.draw(page, language, brand, page_id, code_id, copies)
                for language in page.languages[:MAX_LANGUAGES]
            },
            "forms": {form.form_id: _limits(form) for form in page.forms},
            "audiences": audiences_of(page),
            "preview_image": page.root.preview_image or "",
            "background": page.root.background or "",
            "theme": page.root.theme.model_dump(mode="json") if page.root.theme else None,
        }

    def draw(
        self,
        page: PageData,
        language: str,
        brand: Brand,
        page_id: str,
        code_id: str | None,
        copies: Copies = _NONE,
    ) -> dict[str, Any]:
        """Render the page in one language."""
        theme = page.root.theme or brand.theme or DEFAULT_THEME
        rendered = self.renderer.render(
            {
                "data": page.dump(),
                "language": language,
                "brand": {
                    "name": brand.name,
                    "logo_url": theme.logo or brand.logo_url,
                    "cover_url": theme.cover,
                },
                "code_id": code_id or "",
                "page_id": page_id,
                "pictures": dict(copies),
            }
        )
        translated = page.root.translations.get(language, {})
        return {
            "html": rendered.html,
            "css": rendered.css,
            "needs_script": rendered.needs_script,
            "title": translated.get("root.title") or page.root.title,
            "description": translated.get("root.description") or page.root.description,
            "success": {
                form.form_id: {
                    "text": translated.get(f"{form.id}.success_text") or form.success_text,
                    "next_url": form.next_url or "",
                }
                for form in page.forms
            },
        }


def copies_on(session: Session, org_id: str, page: PageData, brand: Brand) -> Copies:
    """Return the available sizes of the organisation's own pictures on a page."""
    themes = [it.model_dump() for it in (page.root.theme, brand.theme) if it is not None]
    text = orjson.dumps([page.dump(), brand.logo_url, themes]).decode()
    return copies_of_pictures(session, org_id, text)


def audiences_of(page: PageData) -> dict[str, dict[str, Any]]:
    """Return the audiences of a page's blocks that are not for everybody, by block ID."""
    return {block.id: audience for block in page.content if (audience := audience_of(block))}


def _limits(form: Form) -> dict[str, Any]:
    """Return what requests need to know about a form: its opening times, its fields, and the place of each limited
    option.
    """
    places = {
        f"{field.name}.{index}": place_of(field, option)
        for field in form.fields
        for index, option in enumerate(field.options or ())
        if option in (field.capacities or {})
    }
    limits = form.model_dump(include={"opens_at", "closes_at"}, exclude_none=True)
    fields = [field.name for field in form.fields]
    confirms = confirmed_field(form.fields) is not None
    return {**limits, "places": places, "fields": fields, "confirms": confirms}


def look_of_page(page: PageData, brand: Brand) -> Look:
    """Return the appearance of a page that is not published."""
    return look_of(page.root.theme or brand.theme, brand.color, page.root.background or "")
