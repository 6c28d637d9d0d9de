"""Numbers of one organisation: searched, bought, listed."""

from collections.abc import Sequence
from datetime import datetime

from api.auth.member import Member
from api.domains.messaging.senders.errors import (
    NumberNotForSale,
    NumberNotFound,
    NumbersNotAvailable,
    TooManyNumbers,
)
from api.domains.messaging.senders.models import SmsNumber
from api.domains.messaging.senders.reading import INBOUND_PATH
from api.domains.messaging.senders.repository import NumberRepository, ServiceRepository
from api.domains.messaging.senders.schemas import FetchAvailableNumbers, PurchaseNumber
from api.integrations.ports.phone_numbers import (
    AvailableNumber,
    NumberPrice,
    NumbersUnavailable,
    NumberTaken,
    PhoneNumbers,
)
from api.integrations.ports.text_services import ServicesUnavailable, TextServices
from api.kit.ids import new_id

MAX_NUMBERS = 20
SLOWEST = ("US", "CA", "PR")
"""Where networks take one segment a second from a number that is not registered for more."""
ELSEWHERE = 10
"""Segments a second from a number of another country (https://www.twilio.com/docs/messaging/guides/sending-rate-limits)."""
RETRY_AFTER = "60"


class NumberService:
    """Numbers, through one session."""

    def __init__(
        self,
        numbers: NumberRepository,
        provider: PhoneNumbers | None,
        text_services: TextServices | None,
        base_url: str,
        now: datetime,
    ) -> None:
        self._numbers = numbers
        self._services = ServiceRepository(numbers.session)
        self._provider = provider
        self._text_services = text_services
        self._base_url = base_url.rstrip("/")
        self._now = now

    def available(self, body: FetchAvailableNumbers) -> list[AvailableNumber]:
        """Numbers that can be bought now.

        Raises:
            NumbersNotAvailable: the provider does not answer, or there is none.
        """
        try:
            return self._seller.available(body.country, body.area_code, MAX_NUMBERS)
        except NumbersUnavailable:
            raise not_available() from None

    def monthly_price(self, country: str) -> NumberPrice | None:
        """What a number of a country costs; None if nobody says."""
        try:
            return self._seller.monthly_price(country)
        except NumbersUnavailable:
            return None

    def choose(self, org_id: str, number_id: str) -> Sequence[SmsNumber]:
        """Send text messages from a number; all numbers, that one first.

        Raises:
            NumberNotFound: there is none.
        """
        if not self._numbers.choose(org_id, number_id, self._now):
            raise NumberNotFound
        return self._numbers.list_all(org_id)

    def buy(self, me: Member, body: PurchaseNumber) -> SmsNumber:
        """Buy a number. What the organisation has already is not bought again.

        Raises:
            NumberNotForSale: somebody else has it.
            TooManyNumbers: there are as many as there can be.
            NumbersNotAvailable: the provider does not answer, or there is none.
        """
        count = self._numbers.count(me.org_id)
        known = self._numbers.find(me.org_id, body.phone)
        if known is not None:
            return known
        if count >= MAX_NUMBERS:
            raise TooManyNumbers
        # The row comes first: of two who buy the same number, the second waits here and gets none.
        row = self._numbers.add(
            {
                "number_id": new_id("num"),
                "org_id": me.org_id,
                "phone": body.phone,
                "provider_id": "",
                "country": body.country,
                "place": "",
                "bought_at": self._now,
                "bought_by": me.caller_id or None,
                "per_second": 1 if body.country in SLOWEST else ELSEWHERE,
            }
        )
        if row is None:
            raise NumberNotForSale
        try:
            # The name tells the organisation's numbers from others of the account, like the installation's own.
            row.provider_id = self._seller.buy(
                body.phone, f"{self._base_url}{INBOUND_PATH}", f"Waypost {me.org_id}"
            )
            self._join(me.org_id, row)
        except NumberTaken:
            raise NumberNotForSale from None
        except (NumbersUnavailable, ServicesUnavailable):
            raise not_available() from None
        return row

    def set_rate(self, org_id: str, number_id: str, per_second: int) -> Sequence[SmsNumber]:
        """Set how many segments a second a number sends; all numbers.

        Raises:
            NumberNotFound: there is none.
        """
        if not self._numbers.set_rate(org_id, number_id, per_second):
            raise NumberNotFound
        return self._numbers.list_all(org_id)

    def _join(self, org_id: str, row: SmsNumber) -> None:
        """Add a number to the organisation's messaging service, if there is one."""
        service = self._services.find(org_id)
        if service is not None and self._text_services is not None:
            self._text_services.add_number(service.provider_id, row.provider_id)
            row.in_service = True

    def list_all(self, org_id: str) -> Sequence[SmsNumber]:
        """All: first the one that messages come from, then the oldest."""
        return self._numbers.list_all(org_id)

    @property
    def _seller(self) -> PhoneNumbers:
        if self._provider is None:
            raise not_available()
        return self._provider


def not_available() -> NumbersNotAvailable:
    """The error of a provider that does not answer, with when to try again."""
    return NumbersNotAvailable(headers={"Retry-After": RETRY_AFTER})
