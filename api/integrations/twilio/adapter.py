"""Text messages by Twilio's Messages API, through its own SDK.

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
"""A visitor waits for the answer."""
REFUSED_NUMBERS = frozenset({21211, 21217, 21408, 21610, 21612, 21614})
"""Twilio's error codes: not valid, not valid, country not allowed, opted out, not reachable from our number,
no mobile. https://www.twilio.com/docs/api/errors
"""

REFUSED_SENDERS = frozenset({21212, 21267, 21606, 21612, 21659, 21703, 21712})
"""Twilio's error codes: no sender, no name for a trial account, not our number, does not reach the receiver, not for this
country, a service without a number, no such service.
"""
BUSY_SECONDS = 5.0
"""How long nothing more is sent after Twilio said that there was too much: its SDK hides what it asked for."""
MOST_LISTED = 200
CLOCKS_DIFFER = timedelta(minutes=2)
ALREADY_IN_IT = 21710
"""Twilio's error code: the number is in the service."""
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
    """Sends by one account. The token is sent to Twilio and appears nowhere else, nor does what is written."""

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
        """Hand the message over, from a number or name, or from what a messaging service chooses; else from what the
        installation sends by.

        Raises:
            SmsUncertain: Twilio did not answer, or not as it should, so that it may have taken it.
            SmsUnavailable: Twilio did not take it.
            PhoneRefused: it takes none for this number.
            SenderRefused: it takes none for this number from this sender.
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
            # What Twilio says names the number.
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
        """Messages that may be the one that was handed over since a moment, oldest first; none if it was not taken.

        Raises:
            SmsUnavailable: Twilio does not answer.
        """
        from requests.exceptions import RequestException
        from twilio.base.exceptions import TwilioException

        try:
            if provider_id is not None:
                return [_taken(self._client.messages(provider_id).fetch())]
            # Not by the day on which it was sent, which one that waits there has not got.
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
    """What an error that Twilio answers with says. After its own faults it is not known what it did."""
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
    """No answer: surely not taken if there was no connection."""
    from requests.exceptions import ConnectionError as NoLine
    from requests.exceptions import ConnectTimeout
    from urllib3.exceptions import MaxRetryError, NewConnectionError

    cause = error.args[0] if isinstance(error, NoLine) and error.args else None
    reason = cause.reason if isinstance(cause, MaxRetryError) else None
    is_sure = isinstance(error, ConnectTimeout) or isinstance(reason, NewConnectionError)
    return (SmsUnavailable if is_sure else SmsUncertain)(type(error).__name__)


def _taken(message: Any) -> TextTaken:
    """A message as Twilio knows it."""
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
    """A positive whole number that Twilio writes as text; None for anything else."""
    return int(str(text)) or None if str(text).isdecimal() else None


def _micros(price: str | None) -> int | None:
    """What Twilio charges, in millionths; it writes -0.0075."""
    try:
        return -int(Decimal(price) * 1_000_000) if price else None
    except InvalidOperation:
        return None


class TwilioNumbers:
    """Sells numbers of one account. https://www.twilio.com/docs/phone-numbers/api"""

    def __init__(self, settings: TwilioSettings, *, seconds: float = SECONDS) -> None:
        self._client = client_of(settings, seconds)

    def available(self, country: str, area_code: str | None, most: int) -> list[AvailableNumber]:
        """Local numbers that take text messages. Raises NumbersUnavailable."""
        from requests.exceptions import RequestException
        from twilio.base.exceptions import TwilioException, TwilioRestException

        wanted: dict[str, Any] = {"area_code": int(area_code)} if area_code else {}
        try:
            found = self._client.available_phone_numbers(country).local.list(
                sms_enabled=True, limit=most, **wanted
            )
        except TwilioRestException as refused:
            if refused.status == HTTPStatus.NOT_FOUND:  # it sells none in this country
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
        """What a local number costs this account. Raises NumbersUnavailable.

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
        """Buy a number; one that was bought under this name is not bought again.

        Raises:
            NumberTaken: somebody else has it, or it is another one of the account, or there is none.
            NumbersUnavailable: Twilio does not answer, or does not sell it to this account now.
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
    """Twilio's SDK for an account."""
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
        """Make a service; one of this name is not made again. Raises ServicesUnavailable."""
        with _answers():
            known = self._client.messaging.v1.services.list(limit=MOST_SERVICES)
            same = next((it for it in known if it.friendly_name == name), None)
            if same is None:
                same = self._client.messaging.v1.services.create(
                    friendly_name=name, inbound_request_url=inbound_url, inbound_method="POST"
                )
            return str(same.sid)

    def add_number(self, service_id: str, number_id: str) -> None:
        """Add a number; one that it has already stays. Raises ServicesUnavailable."""
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
        """How far it is registered: its campaign that got furthest, and the brand of that. Raises ServicesUnavailable."""
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
    """Descriptions of errors, with their codes, as far as there are some."""
    found = []
    for it in errors or []:
        if isinstance(it, Mapping):
            text = str(it.get("error_description") or it.get("description") or "")[:300]
            code = str(it.get("error_code") or it.get("code") or "")[:10]
            found.append(" ".join(part for part in (text, f"({code})" if code else "") if part))
    return [it for it in found if it][:10]


@contextmanager
def _answers() -> Iterator[None]:
    """Turns what Twilio's SDK raises into one error."""
    from requests.exceptions import RequestException
    from twilio.base.exceptions import TwilioException, TwilioRestException

    try:
        yield
    except TwilioRestException as refused:
        log.warning("no messaging service", status=refused.status, provider_code=refused.code)
        raise ServicesUnavailable(f"status {refused.status}") from None
    except (RequestException, TwilioException, ValueError, TypeError) as error:
        raise ServicesUnavailable(type(error).__name__) from None
