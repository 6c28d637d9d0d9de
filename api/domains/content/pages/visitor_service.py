"""Shows visitors a published page with their own submissions on it."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep, enter_tenant
from api.domains.content.forms.dependencies import SubmissionServiceDep
from api.domains.content.forms.errors import FormNotFound
from api.domains.content.forms.form_request import ResolvedFormRequest
from api.domains.content.forms.schemas import SuccessPage
from api.domains.content.forms.sent_forms import SentForms
from api.domains.content.pages.published import PublishedPage
from api.domains.content.pages.published_forms import PublishedForms
from api.domains.content.pages.visitor_schemas import PublicPage, ReturnedPage, ReturnPage
from api.domains.people.customers.dependencies import CustomerServiceDep


class VisitorPageService:
    """Serves visitors of one page through one session."""

    def __init__(
        self,
        session: SessionDep,
        submissions: SubmissionServiceDep,
        customers: CustomerServiceDep,
    ) -> None:
        self._session = session
        self._pages = PublishedForms(session)
        self._sent = SentForms(session, submissions, customers)

    def page(
        self, received: ResolvedFormRequest[PublishedPage], language: str | None
    ) -> PublicPage:
        """Return the published page, and whether this visitor has sent a form before."""
        target = received.target
        enter_tenant(self._session, target.org_id)
        page = self._pages.page(target.org_id, target.page_id)
        if page is None:
            raise FormNotFound
        chosen = language if language in page.languages else page.root.language
        translated = page.root.translations.get(chosen or "", {})
        sender = self._sent.sender(received)
        return PublicPage(
            page_id=target.page_id,
            code_id=target.code_id,
            title=translated.get("root.title") or page.root.title,
            blocks=page.for_strangers().dump(),
            language=chosen or page.root.language,
            languages=list(page.languages),
            has_submitted=sender.has_submitted,
            first_name=sender.first_name,
        )

    def returned(
        self, received: ResolvedFormRequest[PublishedPage], body: ReturnPage
    ) -> ReturnedPage:
        """Return the page, this browser's submissions on it, and the exchanged one if the request contains its ID and
        contact.
        """
        page = self.page(received, None)
        exchange = None
        if body.exchange_id:
            exchange = self._sent.by_contact(
                received.target, body.exchange_id, email=body.email, phone=body.phone
            )
        return ReturnedPage(
            **page.model_dump(),
            submissions=self._sent.by_browser(received),
            exchange=exchange,
        )

    def success(
        self, received: ResolvedFormRequest[PublishedPage], submission_id: str, agent: str
    ) -> SuccessPage:
        """Return the thank-you of a submission for a device with this user agent."""
        return self._sent.success(received, submission_id, agent)


VisitorPageServiceDep = Annotated[VisitorPageService, Depends(VisitorPageService)]
