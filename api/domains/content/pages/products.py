"""`/01/{gtin}/…`: a product's GS1 Digital Link on this host opens the code whose slug is its GTIN.

Batch, serial and other qualifiers become a query (`?10=ABC&21=123&17=271231`) that the code's rules can use.
"""

from urllib.parse import parse_qsl, quote, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from api.domains.content.pages.published_page import html_answer
from api.rendering.qr.digital_link import BATCH, GTIN, SERIAL, gtin_14
from api.rendering.visitor_pages.pages import Notice
from api.rendering.visitor_pages.state import VisitorPagesState

PATHS = (f"/{GTIN}/{{gtin}}", f"/{GTIN}/{{gtin}}/{{rest:path}}")
_QUALIFIERS = ("22", BATCH, SERIAL)
MOST_FIELDS = 50
"""The most parameters of a query that are passed on."""


def open_product(request: Request) -> Response:
    """Redirect to the code of this product."""
    notices = VisitorPagesState.of(request).pages
    try:
        gtin = gtin_14(str(request.path_params["gtin"]))
        qualifiers = _qualifiers(str(request.path_params.get("rest", "")))
    except ValueError:
        return html_answer(notices.notice(Notice.UNKNOWN))
    query = parse_qsl(request.url.query[:2_000], keep_blank_values=True)[:MOST_FIELDS]
    more = urlencode([*qualifiers, *query])
    where = f"/code/{quote(gtin)}{'?' + more if more else ''}"
    return RedirectResponse(where, status_code=302, headers={"cache-control": "no-store"})


def _qualifiers(rest: str) -> list[tuple[str, str]]:
    """Return pairs of a qualifier and its value. Raises ValueError for a path that is not GS1."""
    parts = rest.strip("/").split("/") if rest.strip("/") else []
    pairs = list(zip(parts[::2], parts[1::2], strict=True))
    if any(name not in _QUALIFIERS or len(value) > 20 for name, value in pairs):
        raise ValueError("no qualifiers of a GTIN")
    return pairs
