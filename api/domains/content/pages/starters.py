"""The initial content of new pages."""

from typing import Any

from api.domains.content.forms.definition import DEFAULT_CONTENT, DEFAULT_FIELDS

BlockList = list[dict[str, Any]]


def page_of(title: str, description: str, blocks: BlockList) -> dict[str, Any]:
    """Return page data with these blocks."""
    root = {"title": title, "description": description, "language": "en"}
    return {"root": {"props": root}, "content": blocks}


def empty_page() -> dict[str, Any]:
    """Return an empty page."""
    return page_of("", "", [])


def sign_up_form(block_id: str = "form-1", title: str = "Sign up") -> dict[str, Any]:
    """Return the default sign-up form as a block."""
    props = {
        "id": block_id,
        "form_id": "sign-up",
        "title": title,
        "fields": [dict(field) for field in DEFAULT_FIELDS],
        "submit_label": "Sign up",
        "consent_text": DEFAULT_CONTENT["privacyPolicy"],
        "success_text": "Thank you! You are on the list.",
    }
    return {"type": "Form", "props": props}


def sign_up_page() -> dict[str, Any]:
    """Return the page of a code of kind form."""
    intro = {"id": "welcome-1", "text": "Welcome", "level": 1}
    text = {"id": "text-1", "html": f"<p>{DEFAULT_CONTENT['description']}</p>"}
    return page_of(
        "Sign up",
        "",
        [{"type": "Heading", "props": intro}, {"type": "Text", "props": text}, sign_up_form()],
    )
