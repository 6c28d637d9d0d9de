"""The messaging service of one organisation at the provider, and its registration in the US."""

from datetime import datetime

from api.auth.member import Member
from api.domains.messaging.senders.errors import ServiceNeedsNumber
from api.domains.messaging.senders.reading import INBOUND_PATH
from api.domains.messaging.senders.repository import NumberRepository, ServiceRepository
from api.domains.messaging.senders.schemas import MessagingServiceRead, RegistrationRead
from api.domains.messaging.senders.service import not_available
from api.integrations.ports.text_services import ServicesUnavailable, TextServices


class MessagingServices:
    """The messaging service, through one database session."""

    def __init__(
        self,
        services: ServiceRepository,
        provider: TextServices | None,
        base_url: str,
        now: datetime,
    ) -> None:
        self._services = services
        self._numbers = NumberRepository(services.session)
        self._provider = provider
        self._base_url = base_url.rstrip("/")
        self._now = now

    def make(self, me: Member, per_second: int) -> MessagingServiceRead:
        """Create the service with all numbers of the organisation. An existing service is kept and gets the numbers
        that it lacks.

        Raises:
            ServiceNeedsNumber: the organisation has no number.
            NumbersNotAvailable: the provider does not answer, or none is configured.
        """
        self._services.lock(me.org_id)
        numbers = self._numbers.list_all(me.org_id)
        if not numbers:
            raise ServiceNeedsNumber
        if self._provider is None:
            raise not_available()
        row = self._services.find(me.org_id)
        try:
            if row is None:
                made = self._provider.make(
                    f"Waypost {me.org_id}", f"{self._base_url}{INBOUND_PATH}"
                )
                row = self._services.add(
                    {
                        "org_id": me.org_id,
                        "provider_id": made,
                        "per_second": per_second,
                        "made_at": self._now,
                        "made_by": me.caller_id or None,
                    }
                )
            row.per_second = per_second
            for it in numbers:
                if not it.in_service:
                    self._provider.add_number(row.provider_id, it.provider_id)
                    it.in_service = True
        except ServicesUnavailable:
            raise not_available() from None
        return self.read(me.org_id)

    def read(self, org_id: str) -> MessagingServiceRead:
        """Return the service and the progress of its registration.

        Raises:
            NumbersNotAvailable: the provider does not answer.
        """
        row = self._services.find(org_id)
        if row is None:
            return MessagingServiceRead(
                service_id=None, per_second=None, numbers=0, registration=None
            )
        try:
            found = self._provider.registration(row.provider_id) if self._provider else None
        except ServicesUnavailable:
            raise not_available() from None
        return MessagingServiceRead(
            service_id=row.provider_id,
            per_second=row.per_second,
            numbers=sum(it.in_service for it in self._numbers.list_all(org_id)),
            registration=RegistrationRead(
                brand=found.brand, campaign=found.campaign, problems=list(found.problems)
            )
            if found is not None
            else None,
        )
