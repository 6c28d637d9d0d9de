"""Outgoing webhooks: one POST per event, signed according to Standard Webhooks.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import base64
import binascii
import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from api.integrations.mapping import ProfileField, mapped_profile
from api.integrations.ports.connector import (
    Account,
    ConnectionSettings,
    Credentials,
    CredentialsRefused,
    Delivery,
    Receipt,
    RequestRefused,
    VendorBusy,
    VendorDown,
)
from api.integrations.vendor_http import Plan, PlannedRequest
from api.integrations.webhooks.config import EndpointSettings, WebhooksSettings
from runtime.outbound_http import AddressRefused, OutboundHttp, Posted, Unreachable, is_public

PREFIX = "whsec_"
SECRET_BYTES = 32
SECONDS = 10.0
LONGEST_ANSWER = 2_000
OVERLAP = timedelta(hours=24)
"""How long the old secret continues to sign after a rotation."""
USER_AGENT = "Waypost-Webhooks/1.0 (+https://www.standardwebhooks.com)"


def new_secret(random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> str:
    """Return a new signing secret."""
    return PREFIX + base64.b64encode(random_bytes(SECRET_BYTES)).decode()


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """Return one signature of a message, with its version."""
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error as wrong:
        raise CredentialsRefused("The signing secret is damaged.") from wrong
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()


class Webhooks:
    """Posts events to URLs that users entered."""

    def __init__(
        self,
        settings: WebhooksSettings,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        seconds: float = SECONDS,
        plan: Plan | None = None,
    ) -> None:
        allowed = (lambda _: True) if settings.may_be_private else is_public
        self._http = OutboundHttp(seconds=seconds, is_allowed=allowed)
        self._may_be_private = settings.may_be_private
        self._now = now
        self._plan = plan

    def start(self, given: Mapping[str, str]) -> Credentials:  # noqa: ARG002
        """Return a new secret."""
        return {"secret": new_secret()}

    def rotate(self, credentials: Credentials) -> Credentials:
        """Return a new secret, next to which the old one signs for a day."""
        return {
            "secret": new_secret(),
            "previous": credentials["secret"],
            "previous_until": (self._now() + OVERLAP).isoformat(),
        }

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:
        """Send a test event.

        Raises:
            VendorProblem: the endpoint did not accept it.
        """
        assert isinstance(settings, EndpointSettings)
        sent_at = self._now()
        body = {
            "type": "test",
            "timestamp": sent_at.isoformat(),
            "data": {"message": "This is a test event of Waypost."},
        }
        answer = self._post(credentials, settings, f"test_{secrets.token_hex(8)}", body)
        _require_taken(answer)
        return Account(settings.url)

    def send(
        self,
        credentials: Credentials,
        settings: ConnectionSettings,
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Post each event; an endpoint accepts one with any status from 200 to 299."""
        assert isinstance(settings, EndpointSettings)
        receipts = []
        for it in deliveries:
            answer = self._post(credentials, settings, it.event_id, _body(it, settings))
            _require_taken(answer)
            receipts.append(Receipt("delivered", answer.status, answer.text))
        return receipts

    def revoke(self, credentials: Credentials) -> None:
        """Do nothing, because the secret is not a login anywhere."""

    def _post(
        self,
        credentials: Credentials,
        settings: EndpointSettings,
        message_id: str,
        body: dict[str, Any],
    ) -> Posted:
        if not self._may_be_private and not settings.url.startswith("https://"):
            raise RequestRefused("The address does not begin with https://.")
        if self._plan is not None:
            self._plan.append(PlannedRequest("POST", settings.url, body))
            return Posted(200, "", None)
        sent_at = self._now()
        content = orjson.dumps(body)
        timestamp = int(sent_at.timestamp())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": USER_AGENT,
            "webhook-id": message_id,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": " ".join(
                signature(it, message_id, timestamp, content)
                for it in valid_secrets(credentials, sent_at)
            ),
        }
        try:
            return self._http.post(settings.url, content, headers, LONGEST_ANSWER)
        except AddressRefused as refused:
            raise RequestRefused(str(refused)) from None
        except Unreachable as silent:
            raise VendorDown(str(silent)) from None


def valid_secrets(credentials: Credentials, now: datetime) -> list[str]:
    """Return the secrets that sign at a given time, newest first."""
    valid = [credentials["secret"]]
    until = credentials.get("previous_until")
    if until is not None and now < datetime.fromisoformat(until):
        valid.append(credentials["previous"])
    return valid


USUAL: dict[ProfileField, str] = {"first_name": "first_name", "last_name": "last_name"}


def _body(it: Delivery, settings: EndpointSettings) -> dict[str, Any]:
    body = dict(it.body)
    if settings.with_people:
        data = dict(body["data"])
        if it.person is not None:
            data["customer"] = {
                "email": it.person.email,
                "phone": it.person.phone,
                **dict.fromkeys(USUAL.values()),
                **mapped_profile(it.person, settings, USUAL),
            }
        if it.answers:
            data["answers"] = dict(it.answers)
        body["data"] = data
    return body


def _require_taken(answer: Posted) -> None:
    """Raise the error for a status; only 410 means that the endpoint wants no more webhooks."""
    status = answer.status
    if 200 <= status < 300:
        return
    if status == 410:
        raise CredentialsRefused("The endpoint answered 410: it is gone.", status=status)
    if status == 429:
        raise VendorBusy(answer.text, status=status, retry_after=answer.retry_after)
    if status == 503 and answer.retry_after is not None:
        raise VendorBusy(answer.text, status=status, retry_after=answer.retry_after)
    raise VendorDown(answer.text or f"The endpoint answered {status}.", status=status)
