"""What a browser shows when a page failed, or a form that it sent without script was not taken."""

from dataclasses import replace

from fastapi import Request, Response

from api.domains.visits.gates import page_response
from api.domains.visits.pages import Notice, VisitorPages
from api.kit.edge import is_form_of_browser, is_opened_in_browser
from api.kit.errors import ApiError

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
_KEPT_HEADERS = ("Retry-After", "Allow")
MOST = 5
"""So many wrong fields are named."""


def page_for_person(request: Request, error: ApiError) -> Response | None:
    """A page instead of a problem document, where a person would be shown that document's text."""
    is_form = is_form_of_browser(request.scope)
    if not is_form and not is_opened_in_browser(request.scope):
        return None
    notice = (_OF_FORMS if is_form else _OF_PAGES).get(error.status)
    if notice is None:
        return None
    pages: VisitorPages = request.app.state.visitor_pages
    kept = {name.title(): value for name, value in error.headers.items()}
    page = pages.notice(notice, points=_wrong_fields(error) if is_form else ())
    headers = {name: kept[name] for name in _KEPT_HEADERS if name in kept}
    return page_response(replace(page, status=error.status), **headers)


def _wrong_fields(error: ApiError) -> list[str]:
    """Each wrong field with what is wrong, in words."""
    return [
        f"{found.field.replace('_', ' ').capitalize()}: {found.message}"
        for found in error.errors[:MOST]
    ]
