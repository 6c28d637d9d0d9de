"""What a browser without script shows when a form that it sent could not be taken."""

from dataclasses import replace

from fastapi import Request, Response

from api.domains.visits.gates import page_response
from api.domains.visits.pages import Notice, VisitorPages
from api.kit.edge import is_form_of_browser
from api.kit.errors import ApiError

_NOTICES = {
    400: Notice.UNREADABLE,
    404: Notice.NOWHERE,
    409: Notice.COLLIDED,
    413: Notice.TOO_LARGE,
    415: Notice.UNREADABLE,
    422: Notice.UNREADABLE,
    429: Notice.TOO_MANY,
    503: Notice.NOT_READY,
}
MOST = 5
"""So many wrong fields are named."""


def sent_without_script(request: Request, error: ApiError) -> Response | None:
    """A page instead of a problem document, where a person would be shown that document's text."""
    notice = _NOTICES.get(error.status)
    if notice is None or not is_form_of_browser(request.scope):
        return None
    pages: VisitorPages = request.app.state.visitor_pages
    waits = {name: value for name, value in error.headers.items() if name == "Retry-After"}
    page = pages.notice(notice, points=_wrong_fields(error))
    return page_response(replace(page, status=error.status), **waits)


def _wrong_fields(error: ApiError) -> list[str]:
    """Each wrong field with what is wrong, in words."""
    return [
        f"{found.field.replace('_', ' ').capitalize()}: {found.message}"
        for found in error.errors[:MOST]
    ]
