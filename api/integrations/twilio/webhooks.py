"""Twilio's reports about messages, in Waypost's terms.

https://www.twilio.com/docs/usage/webhooks/webhooks-security
https://www.twilio.com/docs/messaging/guides/track-outbound-message-status
"""

from collections.abc import Mapping
from typing import Literal

from api.integrations.ports.sms_sender import TextState, TextTaken
from api.integrations.ports.text_webhooks import ReceivedText
from api.integrations.twilio.config import TwilioSettings

STATES: dict[str, TextState] = {
    "delivered": "delivered",
    "read": "delivered",
    "undelivered": "undelivered",
    "failed": "failed",
    "canceled": "failed",
}
"""The meaning of Twilio's states here; in every other state, Twilio has accepted the message.
https://www.twilio.com/docs/messaging/api/message-resource#message-status-values
"""
_MEANINGS: dict[str, Literal["stop", "start", "help"]] = {
    "STOP": "stop",
    "START": "start",
    "HELP": "help",
}

OPTED_OUT = 21610
"""The number's owner replied STOP to this sender."""

_REASONS: dict[int, str] = {
    21211: "The number does not exist.",
    21217: "The number does not exist.",
    21212: "The sender is no number or name that can send.",
    21267: "A trial account sends from no name.",
    21408: "The account may not send to this country.",
    21606: "The sender is no number of the account.",
    OPTED_OUT: "The receiver answered STOP.",
    21612: "The number cannot be reached from this sender.",
    21614: "The number is no mobile phone.",
    21617: "The text is longer than 1,600 characters.",
    21659: "The sender cannot send to this country.",
    21703: "The messaging service has no number.",
    21712: "The account has no such messaging service.",
    30001: "Too much waited for this sender.",
    30002: "The account at Twilio is suspended.",
    30003: "The phone is off or out of reach.",
    30004: "The receiver or their network blocks this sender.",
    30005: "The number is not in service.",
    30006: "The number is a landline, or its network takes no texts.",
    30007: "The network filtered it as unwanted.",
    30008: "The network gave no reason.",
    30009: "A part of the message was lost.",
    30010: "It costs more than the account allows.",
    30022: "The network's limit for this sender is reached.",
    30023: "The network's daily limit for this sender is reached.",
    30024: "The sender is not set up on the network.",
    30032: "The toll-free number is not verified.",
    30034: "The number is not registered for business messages (A2P 10DLC).",
    30035: "The registration of the number is still under way.",
    30044: "A trial account sends no longer messages.",
    30410: "The network did not answer in time.",
    30485: "The network refused the sender's name.",
    30500: "Twilio had a fault.",
    30610: "It is quiet time where the receiver is.",
    63038: "The account's daily limit is reached.",
}
"""https://www.twilio.com/docs/api/errors"""


def reason_of(code: int | str | None) -> str:
    """Return the meaning of a code, with the code itself; empty if there is no code."""
    if code is None or not str(code).isdecimal() or int(code) == 0:
        return ""
    return f"{_REASONS.get(int(code), 'The provider gave no reason.')} ({int(code)})"


class TwilioWebhooks:
    """Twilio's requests to Waypost, signed with the account's token."""

    def __init__(self, settings: TwilioSettings) -> None:
        from twilio.request_validator import RequestValidator

        token = settings.auth_token
        self._validator = RequestValidator(token.get_secret_value() if token else "")

    def is_signed(self, url: str, form: Mapping[str, str], signature: str) -> bool:
        """Return whether Twilio sent this form to this URL, according to the SDK's own validator."""
        return bool(signature) and bool(self._validator.validate(url, dict(form), signature))

    def report(self, form: Mapping[str, str]) -> TextTaken | None:
        """Return the delivery status of a message; None if the form does not contain one."""
        status, sid = form.get("MessageStatus"), form.get("MessageSid")
        if not status or not sid:
            return None
        code = form.get("ErrorCode")
        return TextTaken(
            sid,
            STATES.get(status, "sent"),
            reason_of(code),
            sender=form.get("From", ""),
            opted_out=code == str(OPTED_OUT),
        )

    def received(self, form: Mapping[str, str]) -> ReceivedText | None:
        """Return a received message; None if the form does not contain one."""
        sid, phone = form.get("MessageSid"), form.get("From")
        if not sid or not phone:
            return None
        return ReceivedText(
            sid,
            phone,
            form.get("To", ""),
            form.get("Body", ""),
            _MEANINGS.get(form.get("OptOutType", "")),
        )
