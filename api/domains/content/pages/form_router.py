"""Forms that browsers send without script. The response is a redirect, or the page with its errors."""

from dataclasses import replace
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request, Response
from limits import parse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from api.db.routing import ApiRouter
from api.domains.content.forms.errors import FormClosed, FormNotFound
from api.domains.content.forms.form_receiver import (
    PHONE_CODE,
    FormReceiver,
    FormReceiverDep,
    RejectedForm,
)
from api.domains.content.forms.form_request import ResolvedFormRequest
from api.domains.content.pages.form_refill import refill_form, words_of
from api.domains.content.pages.published import PublishedPage
from api.domains.content.pages.published_page import for_page, html_answer, read_page_request
from api.domains.content.pages.shell import PageRequest, PageShell
from api.domains.content.pages.state import PagesState
from api.domains.visits.visits.gate_request import SHOWN_BY_BACK
from api.kit.errors import TooMany
from api.rendering.visitor_pages.gate_query import address, preserved_query
from api.rendering.visitor_pages.pages import Notice
from api.rendering.visitor_pages.state import VisitorPagesState

router = ApiRouter(tags=["submissions"], include_in_schema=False)

PER_ADDRESS = parse("60 per minute")
MAX_INPUTS = 300
Received = ResolvedFormRequest[PublishedPage]
_ABOUT = ("page_id", "form_id", "submission_key")


@router.post("/code/{code_id}/submit")
async def submit_form(code_id: str, request: Request, forms: FormReceiverDep) -> Response:
    """Store a form submitted on the page of a code."""
    return await _submit(request, forms, code_id=code_id)


@router.post("/page/{page_id}/submit")
async def submit_page_form(page_id: str, request: Request, forms: FormReceiverDep) -> Response:
    """Store a form submitted on a page without a code."""
    return await _submit(request, forms, page_id=page_id)


@router.get("/code/{code_id}/submit")
def to_form(code_id: str, request: Request) -> Response:
    """Redirect a browser that reopens the address of a sent form to the page with the form."""
    return _redirect_to(address(f"/code/{quote(code_id)}", preserved_query(request.url.query)))


@router.get("/page/{page_id}/submit")
def to_page_form(page_id: str, request: Request) -> Response:
    """Redirect to a page without a code in the same way."""
    return _redirect_to(address(f"/page/{quote(page_id)}", preserved_query(request.url.query)))


async def _submit(
    request: Request,
    forms: FormReceiver,
    *,
    code_id: str | None = None,
    page_id: str | None = None,
) -> Response:
    notices = VisitorPagesState.of(request).pages
    pages = PagesState.of(request).published
    where = f"/code/{quote(code_id)}" if code_id else f"/page/{quote(page_id or '')}"
    try:
        received = await forms.receive(
            pages,
            page_id=page_id,
            code_id=code_id,
            bucket="submit-form",
            per_network=PER_ADDRESS,
        )
    except (FormNotFound, FormClosed):  # That page explains the reason itself.
        return _redirect_to(address(where, preserved_query(request.url.query)))
    except TooMany as error:
        answer = html_answer(notices.notice(Notice.TOO_MANY))
        answer.headers["retry-after"] = error.headers["Retry-After"]
        return answer
    async with request.form(max_files=0, max_fields=MAX_INPUTS) as form:
        inputs = {name: _texts(form, name) for name in form}
    sent = _sent(inputs, request, received)
    typed_code = next(iter(inputs.get(PHONE_CODE, ())), "").strip()
    try:
        outcome = await run_in_threadpool(forms.store_or_explain, received, sent, typed_code)
    except FormClosed:
        return _redirect_to(address(where, _page_request_of(received).query))
    except FormNotFound:
        return html_answer(notices.notice(Notice.NOWHERE))
    if isinstance(outcome, RejectedForm):
        return await _again(request, received, inputs, outcome)
    sent_form = outcome.submission
    parameters = {"submitted": sent_form.submission_id, "form": sent_form.form_id}
    if sent_form.pass_id is not None:
        parameters["pass"] = sent_form.pass_id
    answer = _redirect_to(address(where, urlencode(parameters), _page_request_of(received).query))
    if received.cookie is not None:
        answer.headers.append("set-cookie", received.cookie)
    return answer


def _texts(form: FormData, name: str) -> list[str]:
    return [value for value in form.getlist(name) if isinstance(value, str)]


def _sent(inputs: dict[str, list[str]], request: Request, received: Received) -> dict[str, Any]:
    """Return a form as the API call accepts it."""

    def first(name: str) -> str | None:
        return next(iter(inputs.get(name, ())), None) or None

    key = first("submission_key")
    return {
        "page_id": received.page.page_id,
        "form_id": first("form_id"),
        "submission_key": key if key is not None and len(key) >= 8 else None,
        "consent": (first("consent") or "").lower() in ("yes", "true", "on", "1"),
        "consent_shown": first("consent_shown"),
        "language": _shell(request).language(received.page, _page_request_of(received)),
        "fields": {
            name: values[0] if len(values) == 1 else values
            for name, values in inputs.items()
            if name not in _ABOUT and name not in ("consent", "consent_shown", PHONE_CODE)
        },
    }


async def _again(
    request: Request, received: Received, inputs: dict[str, list[str]], outcome: RejectedForm
) -> Response:
    """Return the page again, with the entered values and the errors."""
    shell, page = _shell(request), received.page
    page_request = await for_page(
        PagesState.of(request).published,
        page,
        _page_request_of(received),
        received.visit.identity,
    )
    drawn = page.languages[shell.language(page, page_request)]
    form_id = next(iter(inputs.get("form_id", ())), "")
    code_id = received.code.code_id if received.code is not None else None
    words = words_of(drawn.html, form_id).get(outcome.reason) or outcome.message
    again = shell.page(
        page,
        code_id,
        page_request,
        notice=f'<div class="wp-card wp-notice" role="alert"><p>{escape(words)}</p></div>',
        status=outcome.status,
        body=refill_form(drawn.html, form_id, inputs, outcome.fields, asks_code=outcome.needs_code),
    )
    answer = html_answer(again)
    answer.headers.update(SHOWN_BY_BACK)
    return answer


def _page_request_of(received: Received) -> PageRequest:
    """Return the language of the page with the form: from the form's address, else that of the page, else the
    browser's.
    """
    before = received.incoming.headers.get("referer", "").partition("?")[2]
    language = PageRequest(received.incoming.query).value("lang") or PageRequest(before).value(
        "lang"
    )
    page_request = read_page_request(received.incoming, received.visit.identity)
    return replace(page_request, query=urlencode({"lang": language}) if language else "")


def _shell(request: Request) -> PageShell:
    return PagesState.of(request).shell


def _redirect_to(where: str) -> Response:
    return Response(status_code=303, headers={"location": where, "cache-control": "no-store"})
