"""Forms that browsers send without script: answered by a way on, or by the page with what is wrong."""

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request, Response
from limits import parse
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.content.forms.confirming import CODE, WRONG, Asking, keep_or_ask
from api.domains.content.forms.dependencies import SubmissionServiceDep
from api.domains.content.forms.errors import (
    AnsweredAlready,
    AnswersTooLong,
    FormClosed,
    FormNotFound,
    InvalidAnswers,
)
from api.domains.content.forms.reception import Reception, receive
from api.domains.content.forms.refill import refilled, words_of
from api.domains.content.forms.router import PER_PAGE
from api.domains.content.forms.schemas import AppendSubmit
from api.domains.content.forms.service import SubmissionService
from api.domains.content.forms.verification.dependencies import PER_ADDRESS as PER_NETWORK
from api.domains.content.forms.verification.dependencies import PER_CODE, VerificationServiceDep
from api.domains.content.forms.verification.service import VerificationService
from api.domains.content.pages.published_page import asked_by, html_answer
from api.domains.content.pages.shell import Asked, PageShell
from api.domains.visits.visits.gate_request import SHOWN_BY_BACK
from api.domains.visits.visits.identity import cookie_to_set
from api.domains.visits.visits.router import LimitsDep
from api.kit.errors import TooMany
from api.kit.rate_limits import RateLimits
from api.rendering.visitor_pages.gate_query import address, kept_query
from api.rendering.visitor_pages.pages import Notice, VisitorPages

router = ApiRouter(tags=["submissions"], include_in_schema=False)

PER_ADDRESS = parse("60 per minute")
MAX_INPUTS = 300
TOO_LONG = "Your answers are too long together. Please make them shorter, then send them again."
_ABOUT = ("page_id", "form_id", "submission_key")


@router.post("/code/{code_id}/submit")
async def submit_form(
    code_id: str,
    request: Request,
    session: SessionDep,
    submissions: SubmissionServiceDep,
    phones: VerificationServiceDep,
    limits: LimitsDep,
) -> Response:
    """Keep a form sent from the page of a code."""
    return await _submit(request, session, submissions, phones, limits, code_id=code_id)


@router.post("/page/{page_id}/submit")
async def submit_page_form(
    page_id: str,
    request: Request,
    session: SessionDep,
    submissions: SubmissionServiceDep,
    phones: VerificationServiceDep,
    limits: LimitsDep,
) -> Response:
    """Keep a form sent from a page without a code."""
    return await _submit(request, session, submissions, phones, limits, page_id=page_id)


@router.get("/code/{code_id}/submit")
def to_form(code_id: str, request: Request) -> Response:
    """A browser that comes back to the address of a form sent before: to the page that the form is on."""
    return _onward(address(f"/code/{quote(code_id)}", kept_query(request.url.query)))


@router.get("/page/{page_id}/submit")
def to_page_form(page_id: str, request: Request) -> Response:
    """The same for a page without a code."""
    return _onward(address(f"/page/{quote(page_id)}", kept_query(request.url.query)))


async def _submit(
    request: Request,
    session: SessionDep,
    submissions: SubmissionService,
    phones: VerificationService,
    limits: RateLimits,
    *,
    code_id: str | None = None,
    page_id: str | None = None,
) -> Response:
    notices: VisitorPages = request.app.state.visitor_pages
    where = f"/code/{quote(code_id)}" if code_id else f"/page/{quote(page_id or '')}"
    try:
        reception = await receive(request, page_id=page_id, code_id=code_id, may_give_cookie=True)
    except FormClosed:
        reception = None
    if reception is None:
        return _onward(
            address(where, kept_query(request.url.query))
        )  # where it is said why, in the words of that page
    try:
        limits.hit(PER_ADDRESS, "submit-form", reception.arrival.network)
        limits.hit(PER_PAGE, "append-submit", reception.page.page_id)
    except TooMany as error:
        answer = html_answer(notices.notice(Notice.TOO_MANY))
        answer.headers["retry-after"] = error.headers["Retry-After"]
        return answer
    async with request.form(max_files=0, max_fields=MAX_INPUTS) as form:
        inputs = {name: _texts(form, name) for name in form}

    def bound() -> None:
        limits.hit(PER_NETWORK, "verify-phone", reception.arrival.network)
        limits.hit(PER_CODE, "verify-phone", reception.target.code_id or reception.page.page_id)

    try:
        sent = AppendSubmit.model_validate(_sent(inputs, request, reception))
        typed = next(iter(inputs.get(CODE, ())), "").strip()
        kept = await run_in_threadpool(
            keep_or_ask, session, submissions, phones, reception, sent, typed, bound
        )
    except FormClosed:
        return _onward(address(where, _asked(reception).query))
    except AnsweredAlready as error:
        return _again(request, reception, inputs, {}, said=("answered", error.message), status=409)
    except InvalidAnswers as error:
        return _again(request, reception, inputs, error.codes)
    except ValidationError:
        return _again(request, reception, inputs, {"": "not_text"})
    except AnswersTooLong as error:
        return _again(
            request, reception, inputs, {}, said=(error.code, TOO_LONG), status=error.status
        )
    except FormNotFound:
        return html_answer(notices.notice(Notice.NOWHERE))
    if isinstance(kept, Asking):
        return _again(request, reception, inputs, kept.errors, said=kept.said, asks_code=True)
    said = {"submitted": kept.submission.submission_id, "form": kept.submission.form_id}
    answer = _onward(address(where, urlencode(said), _asked(reception).query))
    cookie = cookie_to_set(reception.visit.identity, is_secure=reception.arrival.is_secure)
    if cookie is not None:
        answer.headers.append("set-cookie", cookie)
    return answer


def _texts(form: FormData, name: str) -> list[str]:
    return [value for value in form.getlist(name) if isinstance(value, str)]


def _sent(inputs: dict[str, list[str]], request: Request, reception: Reception) -> dict[str, Any]:
    """A form as the call takes it."""

    def first(name: str) -> str | None:
        return next(iter(inputs.get(name, ())), None) or None

    key = first("submission_key")
    return {
        "page_id": reception.page.page_id,
        "form_id": first("form_id"),
        "submission_key": key if key is not None and len(key) >= 8 else None,
        "consent": (first("consent") or "").lower() in ("yes", "true", "on", "1"),
        "consent_shown": first("consent_shown"),
        "language": _shell(request).language(reception.page, _asked(reception)),
        "fields": {
            name: values[0] if len(values) == 1 else values
            for name, values in inputs.items()
            if name not in _ABOUT and name not in ("consent", "consent_shown", CODE)
        },
    }


def _again(
    request: Request,
    reception: Reception,
    inputs: dict[str, list[str]],
    errors: Mapping[str, str],
    *,
    said: tuple[str, str] = ("checkFields", WRONG),
    status: int = 422,
    asks_code: bool = False,
) -> Response:
    """The page again, with what was typed and what is wrong."""
    shell, asked = _shell(request), _asked(reception)
    drawn = reception.page.languages[shell.language(reception.page, asked)]
    form_id = next(iter(inputs.get("form_id", ())), "")
    code_id = reception.code.code_id if reception.code is not None else None
    words = words_of(drawn.html, form_id).get(said[0]) or said[1]
    page = shell.page(
        reception.page,
        code_id,
        asked,
        notice=f'<div class="wp-card wp-said" role="alert"><p>{escape(words)}</p></div>',
        status=status,
        body=refilled(drawn.html, form_id, inputs, errors, asks_code=asks_code),
    )
    answer = html_answer(page)
    answer.headers.update(SHOWN_BY_BACK)
    return answer


def _asked(reception: Reception) -> Asked:
    """The language of the page that the form stood on: the form's address says it, or that page's, else
    the browser.
    """
    before = reception.arrival.headers.get("referer", "").partition("?")[2]
    language = Asked(reception.arrival.query).value("lang") or Asked(before).value("lang")
    asked = asked_by(reception.arrival, reception.visit.identity)
    return replace(asked, query=urlencode({"lang": language}) if language else "")


def _shell(request: Request) -> PageShell:
    shell: PageShell = request.app.state.page_shell
    return shell


def _onward(where: str) -> Response:
    return Response(status_code=303, headers={"location": where, "cache-control": "no-store"})
