"""Processes providers' reports about messages: receipts of text messages, and emails that mail servers return."""

import re
from collections.abc import Mapping
from datetime import datetime
from email import message_from_string, policy
from email.message import EmailMessage
from email.message import Message as MailPart
from typing import Literal, NamedTuple

from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.messaging.messages.carriers import Outcome
from api.domains.messaging.messages.delivery_states import settle
from api.domains.messaging.messages.errors import NotFromProvider
from api.domains.messaging.messages.receivers import Receivers
from api.domains.messaging.messages.repository import MessageRepository
from api.integrations.text_webhooks import text_webhooks
from runtime.settings import Settings

_OURS = re.compile(r"^message-id:\s*<(msg_[0-9A-Za-z]+)@", re.IGNORECASE | re.MULTILINE)
_STATUS = re.compile(r"^\s*([245])\.\d{1,3}\.\d{1,3}")


class MailReport(NamedTuple):
    """A mail server's or mailbox's report about one of our emails."""

    message_id: str
    kind: Literal["bounced", "delayed", "complained"]
    reason: str


class Reports:
    """Reports of one request."""

    def __init__(self, session: Session, settings: Settings, now: datetime) -> None:
        self._session = session
        self._settings = settings
        self._now = now

    def take_receipt(
        self, org_id: str, message_id: str, path: str, form: Mapping[str, str], signature: str
    ) -> bool:
        """Store the delivery status of a text message. Return False if the message no longer exists. Late or repeated
        reports change nothing.

        Raises:
            NotFromProvider: the provider did not sign it, or no provider is configured.
        """
        webhooks = text_webhooks(self._settings)
        url = f"{self._settings.base_url.rstrip('/')}{path}"
        if webhooks is None or not webhooks.is_signed(url, form, signature):
            raise NotFromProvider
        taken = webhooks.report(form)
        if taken is None:
            return False
        enter_tenant(self._session, org_id)
        return self._settle(
            org_id,
            Outcome(
                message_id,
                taken.state,
                taken.reason,
                provider_id=taken.provider_id,
                sender=taken.sender,
                opted_out=taken.opted_out,
            ),
        )

    def take_mail(self, org_id: str, raw: str) -> MailReport | None:
        """Store a report about an email, and return it, or None if it is not about one of our emails."""
        report = read_mail_report(raw)
        if report is None:
            return None
        rows = MessageRepository(self._session).lock_some(org_id, [report.message_id])
        if not rows:
            return None
        if report.kind == "complained":
            Receivers(self._session, self._settings, self._now).complained(rows[0])
        elif report.kind == "bounced":
            self._settle(
                org_id, Outcome(report.message_id, "bounced", report.reason, bad_address=True)
            )
        return report

    def _settle(self, org_id: str, outcome: Outcome) -> bool:
        rows = MessageRepository(self._session).lock_some(org_id, [outcome.message_id])
        receivers = Receivers(self._session, self._settings, self._now)
        settle(self._session, rows, [outcome], receivers, self._now)
        return bool(rows)


def read_mail_report(raw: str) -> MailReport | None:
    """Parse a delivery status notification (RFC 3464) or a complaint (RFC 5965) about one of our emails. Return None
    for any other email. Only a permanent failure is a bounce.
    """
    mail = message_from_string(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    parts = list(mail.walk())
    ours = _OURS.search("\n".join(it.as_string() for it in parts if _is_original(it)))
    if ours is None:
        return None
    kinds = {it.get_content_type() for it in parts}
    if "message/feedback-report" in kinds:
        return MailReport(ours.group(1), "complained", "")
    for part in parts:
        if part.get_content_type() != "message/delivery-status":
            continue
        fields = part.as_string()
        status = _field(fields, "Status")
        code = _STATUS.match(status)
        if _field(fields, "Action").lower() == "failed" and code is not None:
            kind: Literal["bounced", "delayed"] = "bounced" if code.group(1) == "5" else "delayed"
            return MailReport(ours.group(1), kind, _field(fields, "Diagnostic-Code")[:300])
    return None


def _is_original(part: MailPart) -> bool:
    return part.get_content_type() in ("message/rfc822", "text/rfc822-headers")


def _field(text: str, name: str) -> str:
    found = re.search(rf"^{name}:[ \t]*(.+(?:\n[ \t].+)*)", text, re.IGNORECASE | re.MULTILINE)
    return " ".join(found.group(1).split()) if found else ""
