"""Stores and reads a visitor's acceptances, through the API or on the page of the terms."""

from typing import Annotated

from fastapi import Depends, Response
from starlette.responses import HTMLResponse, RedirectResponse

from api.auth.member import AnswersDep
from api.db.session import SessionDep, enter_tenant
from api.domains.codes.rules.types import Identity
from api.domains.content.terms.dependencies import SenderDep, TermsServiceDep, VisitorDep
from api.domains.content.terms.errors import OldVersion
from api.domains.content.terms.schemas import Accepted, AcceptTerms, Checked, CheckTerms
from api.domains.content.terms.types import Accepter, PublishedTerms
from api.domains.visits.visits.gate_request import SHOWN_BY_BACK
from api.domains.visits.visits.identity import cookie_to_set
from api.domains.visits.visits.router import VisitorRequestDep
from api.rendering.rich_text import pages
from api.rendering.visitor_pages.gate_query import address
from api.rendering.visitor_pages.words import spoken


class VisitorTerms:
    """Terms for the visitor of one request."""

    def __init__(
        self,
        session: SessionDep,
        answers: AnswersDep,
        service: TermsServiceDep,
        visitor_of: VisitorDep,
        sender: SenderDep,
        incoming: VisitorRequestDep,
    ) -> None:
        self._session = session
        self._answers = answers
        self._service = service
        self._visitor_of = visitor_of
        self._sender = sender
        self._incoming = incoming

    def accept(self, body: AcceptTerms, terms: PublishedTerms, response: Response) -> Accepted:
        """Store a consent to the version in force. The response sets the visitor's cookie.

        Raises:
            OldVersion: the consent is to an older version.
        """
        visitor = self._enter(terms)
        self._answers.keep(terms.org_id, self._sender)
        accepter = self._accepter(visitor, body.email)
        acceptance = self._service.accept(terms, body.version, accepter)
        self._give_cookie(response, visitor)
        return Accepted(
            accepted=True,
            terms_id=acceptance.terms_id,
            version=acceptance.version,
            text_hash=acceptance.text_hash,
            accepted_at=acceptance.accepted_at,
            terms_url=_path(terms),
        )

    def check(self, body: CheckTerms, terms: PublishedTerms) -> Checked:
        """Check whether this visitor accepted the current version of the terms, or which one they accepted."""
        visitor = self._enter(terms)
        acceptance = self._service.accepted_by(terms, self._accepter(visitor, body.email))
        return Checked(
            accepted=acceptance is not None and acceptance.version == terms.current_version,
            terms_id=terms.terms_id,
            current_version=terms.current_version,
            accepted_version=acceptance.version if acceptance else None,
            accepted_at=acceptance.accepted_at if acceptance else None,
            terms_url=_path(terms),
        )

    def accept_on_page(
        self, body: AcceptTerms, terms: PublishedTerms, wrong: str | None, name: str, query: str
    ) -> Response:
        """Store a consent that was given on the page, and show the page again. `wrong` is an entry that is not a valid
        address.
        """
        if wrong is not None:
            problem = spoken().terms_no_email
            return _again(terms_document(terms, name, "asking", query, 422, problem, wrong))
        visitor = self._enter(terms)
        try:
            self._service.accept(terms, body.version, self._accepter(visitor, body.email))
        except OldVersion as old:
            problem, email = spoken().terms_changed.format(version=old.current), body.email or ""
            return _again(terms_document(terms, name, "asking", query, old.status, problem, email))
        where = address(f"/{name}/terms", query, f"accepted={body.version}")
        answer = RedirectResponse(where, status_code=303)
        self._give_cookie(answer, visitor)
        return answer

    def _enter(self, terms: PublishedTerms) -> Identity:
        visitor = self._visitor_of(terms)
        enter_tenant(self._session, terms.org_id)
        return visitor

    def _accepter(self, visitor: Identity, email: str | None) -> Accepter:
        assert visitor.visitor_id is not None, "every visit has an identity"
        return Accepter(visitor.visitor_id, visitor.kind, self._incoming.address, email)

    def _give_cookie(self, response: Response, visitor: Identity) -> None:
        cookie = cookie_to_set(visitor, is_secure=self._incoming.is_secure)
        if cookie is not None:
            response.headers.append("set-cookie", cookie)


VisitorTermsDep = Annotated[VisitorTerms, Depends(VisitorTerms)]


def _path(terms: PublishedTerms) -> str:
    return f"/{terms.code.code_id if terms.code else terms.terms_id}/terms"


def terms_document(
    terms: PublishedTerms,
    name: str,
    state: str,
    kept: str,
    status: int = 200,
    problem: str = "",
    email: str = "",
    accepted: int | None = None,
) -> HTMLResponse:
    """Return the page of terms in one of its states: reading, asking for consent, or accepted."""
    return pages.page(
        "terms.html.jinja",
        status,
        terms.brand,
        page="terms",
        terms=terms,
        name=name,
        state=state,
        problem=problem,
        email=email,
        accepted=accepted,
        body=pages.trusted(terms.body),
        query=address("", kept),
        next_path=address(f"/code/{terms.code.code_id}", kept) if terms.code else None,
    )


def _again(page: HTMLResponse) -> HTMLResponse:
    """Allow the Back button to show a page that is the response to a form."""
    page.headers.update(SHOWN_BY_BACK)
    return page
