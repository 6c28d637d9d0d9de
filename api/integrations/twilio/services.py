"""Messaging services of Twilio, and their registration in the US (A2P 10DLC).

https://www.twilio.com/docs/messaging/api/service-resource
https://www.twilio.com/docs/messaging/api/usapptoperson-resource
https://www.twilio.com/docs/messaging/api/brand-registration-resource
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

import structlog

from api.integrations.ports.text_services import (
    Registration,
    RegistrationStep,
    ServicesUnavailable,
)
from api.integrations.twilio.adapter import SECONDS, client_of
from api.integrations.twilio.config import TwilioSettings

ALREADY_IN_IT = 21710
"""Twilio's error code: the number is in the service."""
MOST_LISTED = 1_000

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


class TwilioServices:
    """Messaging services of one account."""

    def __init__(self, settings: TwilioSettings, *, seconds: float = SECONDS) -> None:
        self._client = client_of(settings, seconds)

    def make(self, name: str, inbound_url: str) -> str:
        """Make a service; one of this name is not made again. Raises ServicesUnavailable."""
        with _answers():
            known = self._client.messaging.v1.services.list(limit=MOST_LISTED)
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
            said = str(it.get("error_description") or it.get("description") or "")[:300]
            code = str(it.get("error_code") or it.get("code") or "")[:10]
            found.append(" ".join(part for part in (said, f"({code})" if code else "") if part))
    return [it for it in found if it][:10]


@contextmanager
def _answers() -> Iterator[None]:
    """Turns what Twilio's SDK raises into one error."""
    from requests.exceptions import RequestException
    from twilio.base.exceptions import TwilioException, TwilioRestException

    try:
        yield
    except TwilioRestException as refused:
        log.warning(
            "a messaging service was not served",
            status=refused.status,
            provider_code=refused.code,
            is_known=refused.status != HTTPStatus.NOT_FOUND,
        )
        raise ServicesUnavailable(f"status {refused.status}") from None
    except (RequestException, TwilioException, ValueError, TypeError) as error:
        raise ServicesUnavailable(type(error).__name__) from None
