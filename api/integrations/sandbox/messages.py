"""Messages kept instead of sent."""

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from api.db.listing import Columns
from api.db.tenancy import Repository
from api.integrations.ports.sms_sender import SmsUnavailable
from api.integrations.sandbox.models import SandboxMessage
from api.kit.pagination import ListBody

KEPT_FOR = timedelta(days=7)


_COLUMNS = Columns(
    searched=(
        SandboxMessage.recipient,
        SandboxMessage.subject,
        SandboxMessage.body,
    ),
    ordered={
        "created_at": SandboxMessage.created_at,
        "channel": SandboxMessage.channel,
        "recipient": SandboxMessage.recipient,
    },
    default_sort="-created_at",
)


class SandboxMessages(Repository[SandboxMessage]):
    """What the sandbox holds of one organisation."""

    model = SandboxMessage

    def keep(self, message: SandboxMessage) -> None:
        """Keep a message, and drop those that are a week old."""
        self.session.add(message)
        self.session.execute(
            delete(SandboxMessage).where(
                SandboxMessage.org_id == message.org_id,
                SandboxMessage.created_at < message.created_at - KEPT_FOR,
            )
        )
        self.session.flush()

    def list_messages(self, org_id: str, wanted: ListBody) -> tuple[list[SandboxMessage], int]:
        """One page of messages, newest first unless they are sorted, and how many there are."""
        matching = _COLUMNS.matching(self.scoped(org_id), wanted)
        then = SandboxMessage.message_id.asc()
        return self.page(matching, wanted.paging, _COLUMNS.order(wanted), then)


class Kept:
    """Keeps what would be sent, in the caller's transaction; never where real customers are."""

    def __init__(
        self, session: Session, now: datetime, new_id: Callable[[str], str], *, may_serve: bool
    ) -> None:
        self._messages = SandboxMessages(session)
        self._now = now
        self._new_id = new_id
        self._may_serve = may_serve

    def _keep(self, org_id: str, channel: str, recipient: str, body: str, **more: str) -> None:
        self._messages.keep(
            SandboxMessage(
                message_id=self._new_id("msg"),
                org_id=org_id,
                channel=channel,
                recipient=recipient,
                body=body,
                created_at=self._now,
                **more,
            )
        )


class SandboxSms(Kept):
    """Takes text messages."""

    def send(self, org_id: str, phone: str, body: str) -> None:
        """Keep the message. Raises SmsUnavailable in production, where a provider must be set."""
        if not self._may_serve:
            raise SmsUnavailable("No provider of text messages is set.")
        self._keep(org_id, "sms", phone, body)
