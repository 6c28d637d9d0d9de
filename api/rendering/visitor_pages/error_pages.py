"""The browser page for an error, or for a form without script that was refused."""

from dataclasses import replace

from fastapi import Request, Response

from api.kit.edge import is_form_of_browser, is_opened_in_browser
from api.kit.errors import ApiError
from api.rendering.visitor_pages.pages import Notice, page_response
from api.rendering.visitor_pages.state import VisitorPagesState
from api.rendering.visitor_pages.words import Words, spoken

_OF_FORMS = {
    400: Notice.UNREADABLE,
    404: Notice.NOWHERE,
    409: Notice.COLLIDED,
    413: Notice.TOO_LARGE,
    415: Notice.UNREADABLE,
    422: Notice.UNREADABLE,
    429: Notice.TOO_MANY,
    500: Notice.NOT_READY,
    503: Notice.NOT_READY,
}
_OF_PAGES = {
    404: Notice.NOTHING_HERE,
    405: Notice.NOTHING_HERE,
    422: Notice.NOTHING_HERE,
    429: Notice.TOO_MANY,
    500: Notice.NOT_READY,
    503: Notice.NOT_READY,
}
_LABELS = {
    "author": "wall_name",
    "caption": "wall_words",
    "email": "terms_email",
    "password": "password_label",
    "picture": "wall_picture",
    "promo": "promo_label",
}
"""The labels of fields that visitors fill in on Waypost's own forms."""
_KINDS = {
    "string_too_long": "too_long",
    "string_too_short": "too_short",
    "string_type": "not_text",
    "value_error": "pattern",
    "string_pattern_mismatch": "pattern",
}
"""The message for each kind of problem. Other kinds have a message of their own name, or do not occur in these
forms.
"""
_PRESERVED_HEADERS = ("Retry-After", "Allow")
MOST = 5
"""Maximum number of invalid fields that are named."""


def page_for_person(request: Request, error: ApiError) -> Response | None:
    """Return a page in place of a problem document, if a person would see that document's text."""
    is_form = is_form_of_browser(request.scope)
    if not is_form and not is_opened_in_browser(request.scope):
        return None
    notice = (_OF_FORMS if is_form else _OF_PAGES).get(error.status)
    if notice is None:
        return None
    pages = VisitorPagesState.of(request).pages
    received = {name.title(): value for name, value in error.headers.items()}
    page = pages.notice(notice, points=wrong_fields(error) if is_form else ())
    headers = {name: received[name] for name in _PRESERVED_HEADERS if name in received}
    return page_response(replace(page, status=error.status), **headers)


def wrong_fields(error: ApiError) -> list[str]:
    """Return the invalid fields that a visitor filled in, by their label, with the error in the visitor's language.
    Fields that the page itself sends have no label, and visitors could not correct them.
    """
    say = spoken()
    named = [(label_of(found.field, say), found.code) for found in error.errors]
    return [f"{label}: {_wrong(code, say)}" for label, code in named if label][:MOST]


def label_of(field: str, say: Words) -> str:
    """Return the label of a field on the pages, or an empty text if no visitor sees it."""
    return say.named(_LABELS.get(field, ""))


def _wrong(code: str, say: Words) -> str:
    return say.fields.get(_KINDS.get(code, code)) or say.fields["pattern"]
