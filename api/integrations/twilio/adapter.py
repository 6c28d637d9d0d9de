"""Text messages by Twilio's Messages API, through its own SDK.

https://www.twilio.com/docs/messaging/api/message-resource
"""

import structlog

from api.integrations.ports.sms_sender import PhoneRefused, SmsUnavailable
from api.integrations.twilio.client import TwilioHttp
from api.integrations.twilio.config import TwilioSettings

SECONDS = 5.0
"""A visitor waits for the answer."""
REFUSED_NUMBERS = frozenset({21211, 21217, 21408, 21610, 21612, 21614})
"""Twilio's error codes: not valid, not valid, country not allowed, opted out, not reachable from our number,
no mobile. https://www.twilio.com/docs/api/errors
"""

log = structlog.get_logger(__name__)


class TwilioSms:
    """Sends by one account. The token is sent to Twilio and appears nowhere else, nor does what is written."""

    def __init__(self, settings: TwilioSettings, *, seconds: float = SECONDS) -> None:
        from twilio.rest import Client

        token = settings.auth_token
        self._client = Client(
            settings.account_sid,
            token.get_secret_value() if token else None,
            http_client=TwilioHttp(settings.base_url, seconds),
        )
        self._sender = (
            {"messaging_service_sid": settings.messaging_service_sid}
            if settings.messaging_service_sid
            else {"from_": settings.sender}
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
