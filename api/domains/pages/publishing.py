"""Turns a checked page into what visitors get: html per language, and what the head says."""

from dataclasses import dataclass
from typing import Any

from api.domains.codes.types import Brand
from api.domains.pages.blocks import PageData
from api.domains.pages.rendering import PageRenderer

MAX_LANGUAGES = 12


@dataclass(frozen=True, slots=True)
class Publisher:
    """Draws pages in all their languages."""

    renderer: PageRenderer

    def publish(
        self, page: PageData, brand: Brand, page_id: str, code_id: str | None
    ) -> dict[str, Any]:
        """Everything that is kept of a published version, so that no request draws anything."""
        return {
            "default": page.root.language,
            "languages": {
                language: self.draw(page, language, brand, page_id, code_id)
                for language in page.languages[:MAX_LANGUAGES]
            },
            "preview_image": page.root.preview_image or "",
            "background": page.root.background or "",
        }

    def draw(
        self, page: PageData, language: str, brand: Brand, page_id: str, code_id: str | None
    ) -> dict[str, Any]:
        """The page in one language."""
        rendered = self.renderer.render(
            {
                "data": page.dump(),
                "language": language,
                "brand": {"name": brand.name, "logo_url": brand.logo_url, "color": brand.color},
                "code_id": code_id or "",
                "page_id": page_id,
            }
        )
        said = page.root.translations.get(language, {})
        return {
            "html": rendered.html,
            "css": rendered.css,
            "needs_script": rendered.needs_script,
            "title": said.get("root.title") or page.root.title,
            "description": said.get("root.description") or page.root.description,
            "success": {
                form.form_id: {
                    "text": said.get(f"{form.id}.success_text") or form.success_text,
                    "next_url": form.next_url or "",
                }
                for form in page.forms
            },
        }
