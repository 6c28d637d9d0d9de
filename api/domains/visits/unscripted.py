"""What a browser without script shows when a form that it sent could not be taken."""

from fastapi import Request, Response

from api.domains.visits.gates import page_response
from api.domains.visits.pages import Notice, VisitorPages
from api.kit.edge import is_api_path
from api.kit.errors import ApiError

_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_NOTICES = {409: Notice.COLLIDED, 429: Notice.TOO_MANY, 503: Notice.NOT_READY}


def sent_without_script(request: Request, error: ApiError) -> Response | None:
    """A page instead of a problem document, where a person would be shown that document's text."""
    notice = _NOTICES.get(error.status)
    is_form = request.headers.get("content-type", "").lower().startswith(_FORMS)
    wants_page = "text/html" in request.headers.get("accept", "")
    if notice is None or not is_form or not wants_page or is_api_path(request.url.path):
        return None
    pages: VisitorPages = request.app.state.visitor_pages
    waits = {name: value for name, value in error.headers.items() if name == "Retry-After"}
    return page_response(pages.notice(notice), **waits)
