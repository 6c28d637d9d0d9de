"""Routes for visitors: read terms on a page, accept them there or through the API, and check acceptance."""

from typing import Annotated

from fastapi import Depends, Request, Response
from limits import parse
from pydantic import ValidationError
from starlette.responses import HTMLResponse

from api.db.routing import ApiRouter
from api.domains.content.terms.errors import TermsNotFound
from api.domains.content.terms.schemas import Accepted, AcceptTerms, Checked, CheckTerms
from api.domains.content.terms.types import PublishedTerms
from api.domains.content.terms.visitor_repository import find_terms
from api.domains.content.terms.visitor_terms import VisitorTermsDep, terms_document
from api.kit.addresses import client_network
from api.kit.errors import BadRequest, Forbidden
from api.kit.process_state import ProcessState, RateLimitsDep
from api.rendering.rich_text import pages
from api.rendering.visitor_pages.gate_query import preserved_query
from api.rendering.visitor_pages.pages import Notice

PER_ADDRESS = parse("600 per minute")
PER_TERMS = parse("30000 per minute")
MAX_FORM = 16_000
LONGEST_EMAIL = 254

_SAME_SITE = frozenset({"same-origin", "same-site", "none"})


async def terms_page(request: Request) -> Response:
    """Show terms: with `?accept=1` including a form that accepts them, with `?version=` an older text."""
    limits = ProcessState.of(request).rate_limits
    limits.hit(PER_ADDRESS, "terms-page", client_network(request))
    name = str(request.path_params["name"])
    version = _version(request.query_params.get("version", ""))
    terms = await find_terms(request, name, version)
    if terms is None:
        return pages.notice(Notice.NO_TERMS)
    accepted = _version(request.query_params.get("accepted", ""))
    query = _kept(request)
    if accepted is not None and accepted <= terms.current_version:
        return terms_document(terms, name, "accepted", query, accepted=accepted)
    is_asking = request.query_params.get("accept") == "1"
    return terms_document(terms, name, "asking" if is_asking else "reading", query)


def _kept(request: Request) -> str:
    """Return the parts of the address that are passed on from step to step, such as the language."""
    return preserved_query(request.url.query, "version", "accept", "accepted")


def _version(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


router = ApiRouter(tags=["terms"])
router.add_route("/{name}/terms", terms_page, methods=["GET", "HEAD"], include_in_schema=False)


async def _to_accept(
    body: AcceptTerms, request: Request, limits: RateLimitsDep
) -> tuple[AcceptTerms, PublishedTerms]:
    return body, await _named(request, body.name, limits)


async def _to_check(
    body: CheckTerms, request: Request, limits: RateLimitsDep
) -> tuple[CheckTerms, PublishedTerms]:
    return body, await _named(request, body.name, limits)


async def _named(request: Request, name: str, limits: RateLimitsDep) -> PublishedTerms:
    terms = await find_terms(request, name)
    if terms is None:
        raise TermsNotFound
    limits.hit(PER_TERMS, request.url.path, terms.terms_id)
    return terms


async def _of_form(request: Request) -> tuple[AcceptTerms, PublishedTerms, str | None]:
    """Return the page's form, its terms, and the entered address if it is not a valid one."""
    if request.headers.get("sec-fetch-site", "none") not in _SAME_SITE:
        raise Forbidden("Open the terms page and accept there.")
    if len(await request.body()) > MAX_FORM:
        raise BadRequest
    name = str(request.path_params["name"])
    terms = await find_terms(request, name)
    if terms is None:
        raise TermsNotFound
    sent = await _fields(request)
    fields = {"terms_id": terms.terms_id, "version": sent.get("version")}
    try:
        body = AcceptTerms.model_validate(fields | {"email": sent.get("email") or None})
        return body, terms, None
    except ValidationError:
        version = str(sent.get("version"))
        number = int(version) if version.isdecimal() and 0 < len(version) < 7 else 1
        accepted = AcceptTerms(terms_id=terms.terms_id, version=max(number, 1))
        return accepted, terms, sent.get("email", "")[:LONGEST_EMAIL]


async def _fields(request: Request) -> dict[str, str]:
    if "json" in request.headers.get("content-type", ""):
        try:
            body = await request.json()
        except (ValueError, RecursionError):
            raise BadRequest from None
        return {key: str(it) for key, it in body.items()} if isinstance(body, dict) else {}
    async with request.form(max_files=0, max_fields=10) as form:
        return {key: it for key, it in form.items() if isinstance(it, str)}


@router.post("/v1/accept_tos")
def accept_terms(
    call: Annotated[tuple[AcceptTerms, PublishedTerms], Depends(_to_accept)],
    visitor: VisitorTermsDep,
    response: Response,
) -> Accepted:
    """Store a visitor's consent to the version in force. An older one is refused with 409 and the current number."""
    return visitor.accept(*call, response)


@router.post("/v1/check-tos")
def check_terms(
    call: Annotated[tuple[CheckTerms, PublishedTerms], Depends(_to_check)],
    visitor: VisitorTermsDep,
) -> Checked:
    """Check whether this visitor accepted the current version of the terms, or which one they accepted."""
    return visitor.check(*call)


@router.post("/{name}/terms", include_in_schema=False, response_class=HTMLResponse)
def accept_on_page(
    name: str,
    request: Request,
    form: Annotated[tuple[AcceptTerms, PublishedTerms, str | None], Depends(_of_form)],
    visitor: VisitorTermsDep,
) -> Response:
    """Store the consent that was given on the page, and show the page again."""
    return visitor.accept_on_page(*form, name, _kept(request))
