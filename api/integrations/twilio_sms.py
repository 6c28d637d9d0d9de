"""Text messages by Twilio's Messages API, through its own SDK.

https://www.twilio.com/docs/messaging/api/message-resource
"""

import logging
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import structlog

from api.integrations.ports.sms_sender import PhoneRefused, SmsUnavailable
from runtime.settings import Settings

SECONDS = 5.0
"""A visitor waits for the answer."""
REFUSED_NUMBERS = frozenset({21211, 21217, 21408, 21610, 21612, 21614})
"""Twilio's error codes: not valid, not valid, country not allowed, opted out, not reachable from our number,
no mobile. https://www.twilio.com/docs/api/errors
"""

log = structlog.get_logger(__name__)
_QUIET = logging.getLogger(f"{__name__}.sdk")
_QUIET.setLevel(logging.WARNING)  # it tells eight lines of each message


class TwilioSms:
    """Sends by one account. The token is sent to Twilio and appears nowhere else, nor does what is written."""

    def __init__(self, settings: Settings, *, seconds: float = SECONDS) -> None:
        from twilio.rest import Client

        token = settings.twilio_auth_token
        self._client = Client(
            settings.twilio_account_sid,
            token.get_secret_value() if token else None,
            http_client=_Http(settings.twilio_base_url, seconds),
        )
        self._sender = (
            {"messaging_service_sid": settings.twilio_messaging_service_sid}
            if settings.twilio_messaging_service_sid
            else {"from_": settings.twilio_from}
        )

    def send(self, org_id: str, phone: str, body: str) -> None:
        """Hand the message over.

        Raises:
            SmsUnavailable: Twilio did not take it, or did not answer in time.
            PhoneRefused: it takes none for this number.
        """
        from requests.exceptions import RequestException
        from twilio.base.exceptions import TwilioException, TwilioRestException

        try:
            self._client.messages.create(to=phone, body=body, **self._sender)
        except TwilioRestException as refused:
            # What Twilio says names the number.
            log.warning(
                "a text message was refused",
                org_id=org_id,
                status=refused.status,
                provider_code=refused.code,
            )
            if refused.code in REFUSED_NUMBERS:
                raise PhoneRefused(str(refused.code)) from None
            raise SmsUnavailable(f"status {refused.status}") from None
        except (RequestException, TwilioException, ValueError) as error:
            log.warning("a text message was not sent", org_id=org_id, error=type(error).__name__)
            raise SmsUnavailable(type(error).__name__) from None


class _Http:
    """Twilio's own way of asking, at another address where one is set: the SDK has no setting for that."""

    def __init__(self, base_url: str, seconds: float) -> None:
        from twilio.http.http_client import TwilioHttpClient

        self._base = urlsplit(base_url)
        self._client = TwilioHttpClient(timeout=seconds, logger=_QUIET)

    def request(self, method: str, url: str, *args: Any, **more: Any) -> Any:
        there = urlsplit(url)._replace(scheme=self._base.scheme, netloc=self._base.netloc)
        return self._client.request(method, urlunsplit(there), *args, **more)
