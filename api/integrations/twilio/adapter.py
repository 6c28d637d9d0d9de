"""Text messages through Twilio's Messages API, with its own SDK.

https://www.twilio.com/docs/messaging/api/message-resource
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import structlog

from api.integrations.ports.phone_numbers import (
    AvailableNumber,
    NumberPrice,
    NumbersUnavailable,
    NumberTaken,
)
from api.integrations.ports.sms_sender import (
    PhoneRefused,
    SenderRefused,
    SmsUnavailable,
    SmsUncertain,
    TextTaken,
)
from api.integrations.ports.text_services import (
    Registration,
    RegistrationStep,
    ServicesUnavailable,
)
from api.integrations.twilio.client import TwilioHttp
from api.integrations.twilio.config import TwilioSettings
from api.integrations.twilio.webhooks import OPTED_OUT, STATES, reason_of

if TYPE_CHECKING:
    from twilio.rest import Client

NOT_FOR_SALE = frozenset({21404, 21421, 21422, 21452})
"""Twilio's error codes: not valid, not valid, not available, none found."""
SECONDS = 5.0
"""The timeout in seconds; a visitor waits for the response."""
REFUSED_NUMBERS = frozenset({21211, 21217, 21408, 21610, 21612, 21614})
"""Twilio's error codes: invalid, invalid, country not allowed, opted out, not reachable from this sender's number, not
a mobile number. https://www.twilio.com/docs/api/errors
"""

REFUSED_SENDERS = frozenset({21212, 21267, 21606, 21612, 21659, 21703, 21712})
"""Twilio's error codes: not a sender, no sender name on a trial account, not the account's number, does not reach the
recipient, not allowed for this country, a service without a number, no such service.
"""
BUSY_SECONDS = 5.0
"""How long nothing is sent after Twilio reported too many requests, because its SDK hides the requested wait."""
MOST_LISTED = 200
CLOCKS_DIFFER = timedelta(minutes=2)
ALREADY_IN_IT = 21710
"""Twilio's error code: the number is already in the service."""
MOST_SERVICES = 1_000

_BRANDS: Mapping[str, RegistrationStep] = {
    "PENDING": "waiting",
    "IN_REVIEW": "waiting",
    "APPROVED": "approved",
    "FAILED": "refused",
    "SUSPENDED": "suspended",
}
_CAMPAIGNS: Mapping[str, RegistrationStep] = {
    "PENDING": "waiting",
    "IN_PROGRESS": "waiting",
    "VERIFIED": "approved",
    "FAILED": "refused",
    "SUSPENDED": "suspended",
}
_BEST_FIRST: tuple[RegistrationStep, ...] = (
    *("approved", "waiting", "suspended", "refused", "missing"),
)

log = structlog.get_logger(__name__)


class TwilioSms:
    """Sends from one account. The token is sent to Twilio and appears nowhere else, and neither do the texts."""

    def __init__(self, settings: TwilioSettings, *, seconds: float = SECONDS) -> None:
        self._client = client_of(settings, seconds)
        self._sender = (
            {"messaging_service_sid": settings.messaging_service_sid}
            if settings.messaging_service_sid
            else {"from_": settings.sender}
        )

    def send(
        self,
        org_id: str,
        phone: str,
        body: str,
        *,
        callback_url: str | None = None,
        sender: str | None = None,
        service: str | None = None,
    ) -> TextTaken:
        """Hand over a message from a number or name, from a messaging service, or from the installation's sender.

        Raises:
            SmsUncertain: Twilio may have accepted the message, without a proper response.
            SmsUnavailable: Twilio did not accept the message.
            PhoneRefused: it accepts none for this number.
            SenderRefused: it accepts none for this number from this sender.
        """
        from requests.exceptions import RequestException
        from twilio.base.exceptions import TwilioException, TwilioRestException

        more = {"status_callback": callback_url} if callback_url is not None else {}
        by = self._sender
        if service is not None:
            by = {"messaging_service_sid": service}
        elif sender is not None:
            by = {"from_": sender}
        try:
            taken = self._client.messages.create(to=phone, body=body, **by, **more)
        except TwilioRestException as refused:
            # Twilio's message contains the number, so it is not logged.
            log.warning(
                "a text message was refused",
                org_id=org_id,
                status=refused.status,
                provider_code=refused.code,
            )
            if refused.code in REFUSED_SENDERS and by is not self._sender:
                raise SenderRefused(reason_of(refused.code)) from None
            raise _refusal(refused.status, refused.code) from None
        except (RequestException, TwilioException, ValueError) as error:
            log.warning("a text message was not sent", org_id=org_id, error=type(error).__name__)
            raise _silence(error) from None
        return _taken(taken)

    def find(
        self, phone: str, body: str, *, since: datetime, provider_id: str | None = None
    ) -> list[TextTaken]:
        """Return messages that may be the one that was handed over since a time, oldest first; an empty list if it was
        not accepted.

        Raises:
            SmsUnavailable: Twilio does not respond.
        """
        from requests.exceptions import RequestException
        from twilio.base.exceptions import TwilioException

        try:
            if provider_id is not None:
                return [_taken(self._client.messages(provider_id).fetch())]
            # Not filtered by the day of sending, because a waiting message has none yet.
            listed = self._client.messages.list(to=phone, limit=MOST_LISTED)
        except (RequestException, TwilioException, ValueError) as error:
            raise SmsUnavailable(type(error).__name__) from None
        earliest = since - CLOCKS_DIFFER
        same = [
            it
            for it in listed
            if it.body == body and (it.date_created is None or it.date_created >= earliest)
        ]
        return [_taken(it) for it in reversed(same)]


def _refusal(status: int, code: int | None) -> SmsUnavailable | PhoneRefused:
    """Return the meaning of an error response from Twilio. After a fault of Twilio's own, it is unknown what it did."""
    if code in REFUSED_NUMBERS:
        no = PhoneRefused(reason_of(code))
        no.opted_out = code == OPTED_OUT
        return no
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR and status != HTTPStatus.SERVICE_UNAVAILABLE:
        return SmsUncertain(f"status {status}")
    away = SmsUnavailable(f"status {status}")
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        away.retry_after = BUSY_SECONDS
    return away


def _silence(error: Exception) -> SmsUnavailable:
    """Return the error for a missing response; the message was certainly not accepted if there was no connection."""
    from requests.exceptions import ConnectionError as NoLine
    from requests.exceptions import ConnectTimeout
    from urllib3.exceptions import MaxRetryError, NewConnectionError

    cause = error.args[0] if isinstance(error, NoLine) and error.args else None
    reason = cause.reason if isinstance(cause, MaxRetryError) else None
    is_sure = isinstance(error, ConnectTimeout) or isinstance(reason, NewConnectionError)
    return (SmsUnavailable if is_sure else SmsUncertain)(type(error).__name__)


def _taken(message: Any) -> TextTaken:
    """Return the state of a message from Twilio's data."""
    if not isinstance(message.sid, str):
        raise SmsUncertain("no id")
    return TextTaken(
        message.sid,
        STATES.get(str(message.status), "sent"),
        reason_of(message.error_code),
        sender=message.from_ or "",
        segments=_whole(message.num_segments),
        cost_micros=_micros(message.price),
        currency=message.price_unit if message.price else None,
        opted_out=message.error_code == OPTED_OUT,
    )


def _whole(text: object) -> int | None:
    """Return a positive integer that Twilio writes as text; None for anything else."""
    return int(str(text)) or None if str(text).isdecimal() else None


def _micros(price: str | None) -> int | None:
    """Return Twilio's charge in millionths; Twilio writes it as -0.0075."""
    try:
        return -int(Decimal(price) * 1_000_000) if price else None
    except InvalidOperation:
        return None


class TwilioNumbers:
    """Sells numbers from one account. https://www.twilio.com/docs/phone-numbers/api"""

    def __init__(self, settings: TwilioSettings, *, seconds: float = SECONDS) -> None:
        self._client = client_of(settings, seconds)

    def available(self, country: str, area_code: str | None, most: int) -> list[AvailableNumber]:
        """Return local numbers that can receive text messages. Raises NumbersUnavailable."""
        from requests.exceptions import RequestException
        from twilio.base.exceptions import TwilioException, TwilioRestException

        wanted: dict[str, Any] = {"area_code": int(area_code)} if area_code else {}
        try:
            found = self._client.available_phone_numbers(country).local.list(
                sms_enabled=True, limit=most, **wanted
            )
        except TwilioRestException as refused:
            if refused.status == HTTPStatus.NOT_FOUND:  # Twilio sells none in this country
                return []
            raise NumbersUnavailable(f"status {refused.status}") from None
        except (RequestException, TwilioException, ValueError) as error:
            raise NumbersUnavailable(type(error).__name__) from None
        return [
            AvailableNumber(
                it.phone_number or "",
                it.iso_country or country,
                ", ".join(part for part in (it.locality, it.region) if part),
            )
            for it in found
        ]

    def monthly_price(self, country: str) -> NumberPrice | None:
        """Return the monthly price of a local number for this account. Raises NumbersUnavailable.

        https://www.twilio.com/docs/phone-numbers/pricing
        """
        from requests.exceptions import RequestException
        from twilio.base.exceptions import TwilioException, TwilioRestException

        try:
            found = self._client.pricing.v1.phone_numbers.countries(country).fetch()
            prices = {
                str(it["number_type"]): Decimal(str(it["current_price"]))
                for it in found.phone_number_prices or []
            }
        except TwilioRestException as refused:
            if refused.status == HTTPStatus.NOT_FOUND:
                return None
            raise NumbersUnavailable(f"status {refused.status}") from None
        except (RequestException, TwilioException, ArithmeticError, LookupError) as error:
            raise NumbersUnavailable(type(error).__name__) from None
        local = prices.get("local")
        if local is None:
            return None
        return NumberPrice(int(local * 1_000_000), (found.price_unit or "USD").upper())

    def buy(self, phone: str, inbound_url: str, name: str) -> str:
        """Buy a number, unless it was already bought under this name.

        Raises:
            NumberTaken: somebody else has the number, the account has it under another name, or it does not exist.
            NumbersUnavailable: Twilio does not respond, or does not sell it to this account at the moment.
        """
        from requests.exceptions import RequestException
        from twilio.base.exceptions import TwilioException, TwilioRestException

        try:
            own = self._client.incoming_phone_numbers.list(phone_number=phone, limit=1)
            if own and own[0].friendly_name != name:
                raise NumberTaken
            bought = (
                own[0]
                if own
                else self._client.incoming_phone_numbers.create(
                    phone_number=phone, friendly_name=name, sms_url=inbound_url, sms_method="POST"
                )
            )
        except TwilioRestException as refused:
            log.warning("a number was not sold", status=refused.status, provider_code=refused.code)
            if refused.code in NOT_FOR_SALE:
                raise NumberTaken from None
            raise NumbersUnavailable(f"status {refused.status}") from None
        except (RequestException, TwilioException, ValueError) as error:
            raise NumbersUnavailable(type(error).__name__) from None
        return str(bought.sid)


def client_of(settings: TwilioSettings, seconds: float) -> "Client":
    """Return Twilio's SDK client for an account."""
    from twilio.rest import Client

    token = settings.auth_token
    return Client(
        settings.account_sid,
        token.get_secret_value() if token else None,
        http_client=TwilioHttp(settings.base_url, seconds),
    )


class TwilioServices:
    """Messaging services of one account, and their registration in the US (A2P 10DLC).

    https://www.twilio.com/docs/messaging/api/service-resource
    https://www.twilio.com/docs/messaging/api/usapptoperson-resource
    """

    def __init__(self, settings: TwilioSettings, *, seconds: float = SECONDS) -> None:
        self._client = client_of(settings, seconds)

    def make(self, name: str, inbound_url: str) -> str:
        """Create a messaging service, unless one with this name exists. Raises ServicesUnavailable."""
        with _answers():
            known = self._client.messaging.v1.services.list(limit=MOST_SERVICES)
            same = next((it for it in known if it.friendly_name == name), None)
            if same is None:
                same = self._client.messaging.v1.services.create(
                    friendly_name=name, inbound_request_url=inbound_url, inbound_method="POST"
                )
            return str(same.sid)

    def add_number(self, service_id: str, number_id: str) -> None:
        """Add a number to a service, unless it already has it. Raises ServicesUnavailable."""
        from twilio.base.exceptions import TwilioRestException

        with _answers():
            try:
                self._client.messaging.v1.services(service_id).phone_numbers.create(
                    phone_number_sid=number_id
                )
            except TwilioRestException as refused:
                if refused.code != ALREADY_IN_IT:
                    raise

    def registration(self, service_id: str) -> Registration:
        """Return the progress of the registration: its furthest campaign and its brand. Raises ServicesUnavailable."""
        with _answers():
            campaigns = self._client.messaging.v1.services(service_id).us_app_to_person.list(
                limit=20
            )
            if not campaigns:
                return Registration("missing", "missing")
            best = min(campaigns, key=lambda it: _BEST_FIRST.index(_campaign(it)))
            brand = self._client.messaging.v1.brand_registrations(
                best.brand_registration_sid or ""
            ).fetch()
            return Registration(
                _BRANDS.get(str(brand.status), "waiting"),
                _campaign(best),
                (*_problems(brand.errors), *_problems(best.errors)),
            )


def _campaign(campaign: Any) -> RegistrationStep:
    return _CAMPAIGNS.get(str(campaign.campaign_status), "waiting")


def _problems(errors: Any) -> list[str]:
    """Return the descriptions of errors with their codes, as far as there are any."""
    found = []
    for it in errors or []:
        if isinstance(it, Mapping):
            text = str(it.get("error_description") or it.get("description") or "")[:300]
            code = str(it.get("error_code") or it.get("code") or "")[:10]
            found.append(" ".join(part for part in (text, f"({code})" if code else "") if part))
    return [it for it in found if it][:10]


@contextmanager
def _answers() -> Iterator[None]:
    """Convert the exceptions of Twilio's SDK into a single error."""
    from requests.exceptions import RequestException
    from twilio.base.exceptions import TwilioException, TwilioRestException

    try:
        yield
    except TwilioRestException as refused:
        log.warning("no messaging service", status=refused.status, provider_code=refused.code)
        raise ServicesUnavailable(f"status {refused.status}") from None
    except (RequestException, TwilioException, ValueError, TypeError) as error:
        raise ServicesUnavailable(type(error).__name__) from None
