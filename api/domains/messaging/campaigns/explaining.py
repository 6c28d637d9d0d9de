"""Explains for one person what a campaign sent or would send to them, or why it does not."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.messaging.campaigns.audience_repository import AudienceRepository
from api.domains.messaging.campaigns.best_hours import BestHours, best_hours_of
from api.domains.messaging.campaigns.errors import ResultsNotReady
from api.domains.messaging.campaigns.explanation_schemas import CampaignExplained
from api.domains.messaging.campaigns.models import Campaign
from api.domains.messaging.campaigns.service import CampaignService, plan_of
from api.domains.messaging.campaigns.types import OVER
from api.domains.messaging.campaigns.writing import CampaignWriter
from api.domains.messaging.messages.gate import MessageGate
from api.domains.messaging.messages.service import MessageService
from api.domains.people.customers.service import CustomerService
from runtime.settings import Settings


class CampaignExplainer:
    """Explains a campaign for one person, with the code that sends campaigns. Nothing is stored."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        gate: MessageGate,
        campaigns: CampaignService,
        messages: MessageService,
        customers: CustomerService,
        now: datetime,
    ) -> None:
        self._session = session
        self._settings = settings
        self._gate = gate
        self._campaigns = campaigns
        self._messages = messages
        self._customers = customers
        self._now = now

    def explain(self, org_id: str, campaign_id: str, customer_id: str) -> CampaignExplained:
        """Return what the campaign sent or would now send to a customer, or the reason why it does not.

        Raises:
            CampaignNotFound, CustomerNotFound: there is no such campaign or customer.
        """
        row = self._campaigns.found(org_id, campaign_id)
        kept = self._customers.get(org_id, customer_id).customer_id
        message = self._messages.of_person(org_id, "campaign", campaign_id, kept)
        if message is not None:
            return CampaignExplained(
                outcome="refused" if message.state == "refused" else "message",
                message_id=message.message_id,
                state=message.state,
                reason=message.reason,
                channel=message.channel,
                language=message.language,
                subject=message.subject,
                text=message.content,
                due_at=message.due_at,
            )
        audiences = AudienceRepository(self._session)
        if not audiences.has(org_id, row.audience_kind, row.audience_id, kept):
            return CampaignExplained(outcome="not_in_audience")
        if row.state in OVER:
            return CampaignExplained(outcome="over")
        return self._would_get(row, kept)

    @contextmanager
    def _hours(self, row: Campaign) -> Iterator[BestHours | None]:
        """Provide the hours at which people are usually active, or None if they are not needed or the warehouse is not
        available.
        """
        if plan_of(row).schedule.kind != "best_hour":
            yield None
            return
        with ExitStack() as stack:
            hours = None
            with suppress(ResultsNotReady):
                reading = best_hours_of(self._session, self._settings, row.org_id, self._now)
                hours = stack.enter_context(reading)
            yield hours

    def _would_get(self, row: Campaign, customer_id: str) -> CampaignExplained:
        found = AudienceRepository(self._session).receivers(row.org_id, [customer_id])
        with self._hours(row) as hours:
            writer = CampaignWriter(
                self._session, self._settings, self._gate, row, self._now, hours
            )
            requests, passed_over = writer.write(list(found.values()))
        if passed_over:
            return CampaignExplained(outcome="refused", reason=next(iter(passed_over)))
        if not requests:
            return CampaignExplained(outcome="waits_for_winner")
        (request,) = requests
        (explained,) = self._gate.explain(
            row.org_id, "campaign", row.campaign_id, requests, self._now
        )
        return CampaignExplained(
            outcome="refused" if explained.state == "refused" else "would_get",
            reason=explained.reason,
            channel=request.channel,
            language=request.language,
            subject=request.subject,
            text=request.text,
            html=request.html,
            due_at=explained.due_at,
        )
