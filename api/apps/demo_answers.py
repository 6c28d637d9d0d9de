"""Creates the demonstration's form answers and votes, through the same services that process those of real visitors."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.db.session import enter_tenant
from api.domains.codes.rules.types import Identity, Place, Verdict, Visit, VisitContext
from api.domains.content.forms.schemas import AppendSubmit, MarkSubmissions
from api.domains.content.forms.service import SubmissionService, Target
from api.domains.content.forms.verification.dependencies import verifications_of
from api.domains.content.pages.published_forms import PublishedForms
from api.domains.content.pages.reading import PageSnapshot, walk_pages
from api.domains.content.polls.dependencies import polls_of
from api.domains.content.polls.errors import PollNotFound
from api.domains.content.polls.events import vote_recorded
from api.domains.people.consents.service import ConsentService
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.visits.visits.agents import identify
from api.integrations.sandbox.messages import SandboxSms
from api.kit.ids import new_id
from ingest.outbox import record
from runtime.demo.answers import (
    VOTER,
    Answers,
    DemoAnswer,
    DemoVotes,
    harbor_answers,
    northwind_answers,
)
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.northwind_books import NORTHWIND_BOOKS
from runtime.demo.world import DemoOrganization, demo_id
from runtime.settings import Settings

_CAME: tuple[tuple[DemoOrganization, Callable[[], Answers], Place], ...] = (
    (HARBOR_COFFEE, harbor_answers, Place("US", "New York", "New York")),
    (NORTHWIND_BOOKS, northwind_answers, Place("GB", "England", "London")),
)


def make_answers(session: Session, settings: Settings, now: datetime, one_in: int = 1) -> None:
    """Create the answers and votes of both organisations, or one in `one_in` of them. Those of a page or poll that
    visitors cannot open are left out, because nobody could have seen it.
    """
    for organization, came, place in _CAME:
        enter_tenant(session, organization.org_id)
        answers = came()
        maker = _Maker(session, settings, organization, place, now)
        shown = {it.name: it for it in walk_pages(session, organization.org_id) if it.is_published}
        for answer in answers.forms[::one_in]:
            if answer.page in shown:
                maker.send(shown[answer.page], answer)
        for votes in answers.votes:
            maker.vote(votes, one_in)


@dataclass(frozen=True, slots=True)
class _Maker:
    """Creates answers and votes for one organisation, whose tenant scope the session has already entered."""

    session: Session
    settings: Settings
    organization: DemoOrganization
    place: Place
    now: datetime

    def send(self, page: PageSnapshot, answer: DemoAnswer) -> None:
        """Submit a form, and mark it as read if a member has read it."""
        org_id = self.organization.org_id
        at = self._ago(answer.days_ago, answer.minute)
        service = self._submissions(at)
        sent = AppendSubmit(
            form_id=answer.form_id, fields=answer.fields, consent=answer.agrees, language="en"
        )
        stored = service.append(
            Target(org_id, page.page_id, page.code_id),
            sent,
            self._visit(answer.browser, answer.agent),
            key=None,
            strict=False,
        )
        if answer.is_read:
            read = MarkSubmissions(submission_ids=[stored.submission.submission_id])
            self._submissions(at + timedelta(hours=3)).mark(org_id, read)

    def vote(self, votes: DemoVotes, one_in: int) -> None:
        """Cast the votes of a poll, spread over its days and with the choices mixed."""
        code_id = demo_id("code", votes.code, 10)
        org_id = self.organization.org_id
        total = sum(votes.given.values())
        with suppress(PollNotFound):
            for number, choice in list(enumerate(_mixed(votes.given)))[::one_in]:
                days_ago = 1 + number * votes.days // total
                at = self._ago(days_ago, 8 * 60 + number * 97 % (10 * 60))
                polls = polls_of(self.session, at)
                poll = polls.get(org_id, code_id, votes.poll_id)
                visit = self._visit(f"{votes.poll_id}-{number}", VOTER)
                outcome = polls.vote(org_id, poll, visit.identity.visitor_id or "", choice)
                record(self.session, vote_recorded(visit, outcome, uuid7(), at))

    def _submissions(self, at: datetime) -> SubmissionService:
        customers = CustomerService(self.session, Sealer.of(self.settings), at, new_id)
        sms = SandboxSms(self.session, at, new_id, may_serve=True)
        return SubmissionService(
            self.session,
            PublishedForms(self.session),
            customers,
            ConsentService(self.session, customers, at, new_id),
            verifications_of(self.session, sms, self.settings, at),
            None,
            now=at,
            new_id=new_id,
            new_event_id=uuid7,
        )

    def _visit(self, browser: str, agent: str) -> Visit:
        return Visit(
            identity=Identity(demo_id("visitor", browser, 22), "cookie"),
            agent=identify(agent),
            place=self.place,
            context=VisitContext(language=self.organization.locale),
            verdict=Verdict(),
            method="POST",
        )

    def _ago(self, days: int, minute: int) -> datetime:
        zone = ZoneInfo(self.organization.time_zone)
        day = self.now.astimezone(zone).date() - timedelta(days=days)
        return datetime(day.year, day.month, day.day, *divmod(minute, 60), tzinfo=zone)


def _mixed(given: Mapping[str, int]) -> list[str]:
    """Return each choice as often as it was given, spread evenly among the others."""
    places = [
        ((number + 0.5) / count, choice)
        for choice, count in given.items()
        for number in range(count)
    ]
    return [choice for _, choice in sorted(places)]
