"""Numbers of one organisation: searching, buying and listing them."""

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
"""Countries whose networks accept one segment per second from a number that is not registered for more."""
ELSEWHERE = 10
"""Segments per second from a number of any other country
(https://www.twilio.com/docs/messaging/guides/sending-rate-limits).
"""
RETRY_AFTER = "60"


class NumberService:
    """Numbers, through one database session."""

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
        """Return numbers that can be bought now.

        Raises:
            NumbersNotAvailable: the provider does not answer, or none is configured.
        """
        try:
            return self._seller.available(body.country, body.area_code, MAX_NUMBERS)
        except NumbersUnavailable:
            raise not_available() from None

    def monthly_price(self, country: str) -> NumberPrice | None:
        """Return the price of a number in a country, or None if the provider does not answer."""
        try:
            return self._seller.monthly_price(country)
        except NumbersUnavailable:
            return None

    def choose(self, org_id: str, number_id: str) -> Sequence[SmsNumber]:
        """Send text messages from a number from now on. Return all numbers, with that one first.

        Raises:
            NumberNotFound: the number does not exist.
        """
        if not self._numbers.choose(org_id, number_id, self._now):
            raise NumberNotFound
        return self._numbers.list_all(org_id)

    def buy(self, me: Member, body: PurchaseNumber) -> SmsNumber:
        """Buy a number. A number that the organisation already has is not bought again.

        Raises:
            NumberNotForSale: somebody else has it.
            TooManyNumbers: the organisation already has the maximum number.
            NumbersNotAvailable: the provider does not answer, or none is configured.
        """
        count = self._numbers.count(me.org_id)
        known = self._numbers.find(me.org_id, body.phone)
        if known is not None:
            return known
        if count >= MAX_NUMBERS:
            raise TooManyNumbers
        # The row is inserted first, so that if two organisations buy the same number, the second
        # waits here and does not get it.
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
            # The name distinguishes the organisation's numbers from others in the account, such as
            # the installation's own.
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
        """Set how many segments per second a number sends, and return all numbers.

        Raises:
            NumberNotFound: the number does not exist.
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
        """Return all numbers: first the one from which messages are sent, then by age, oldest first."""
        return self._numbers.list_all(org_id)

    @property
    def _seller(self) -> PhoneNumbers:
        if self._provider is None:
            raise not_available()
        return self._provider


def not_available() -> NumbersNotAvailable:
    """Return the error for a provider that does not answer, with the time after which to retry."""
    return NumbersNotAvailable(headers={"Retry-After": RETRY_AFTER})
