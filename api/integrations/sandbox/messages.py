"""Messages that are stored instead of sent."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from api.db.listing import Columns
from api.db.tenancy import Repository
from api.integrations.ports.sms_sender import SmsUnavailable, TextTaken
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


class Recipient(NamedTuple):
    """A phone number or email address for which messages are stored."""

    channel: str
    recipient: str
    messages: int
    last_at: datetime


class SandboxMessages(Repository[SandboxMessage]):
    """The sandbox messages of one organisation."""

    model = SandboxMessage

    def keep(self, message: SandboxMessage) -> None:
        """Store a message, and delete those that are more than a week old."""
        self.keep_many([message])

    def keep_many(self, messages: Sequence[SandboxMessage]) -> None:
        """Store messages of one organisation, once per ID, and delete those that are more than a week old."""
        names = SandboxMessage.__table__.columns.keys()
        rows = [
            {name: getattr(it, name) or "" for name in names if name != "created_at"}
            | {"created_at": it.created_at}
            for it in messages
        ]
        self.session.execute(insert(SandboxMessage).on_conflict_do_nothing(), rows)
        self.session.execute(
            delete(SandboxMessage).where(
                SandboxMessage.org_id == messages[0].org_id,
                SandboxMessage.created_at < messages[0].created_at - KEPT_FOR,
            )
        )

    def kept(self, org_id: str, message_ids: Sequence[str]) -> set[str]:
        """Return which of these messages are stored."""
        own = select(SandboxMessage.message_id).where(
            SandboxMessage.org_id == org_id, SandboxMessage.message_id.in_(message_ids)
        )
        return set(self.session.scalars(own))

    def list_messages(
        self,
        org_id: str,
        wanted: ListBody,
        channel: str | None = None,
        recipient: str | None = None,
    ) -> tuple[list[SandboxMessage], int]:
        """Return a page of messages, newest first unless sorted otherwise, and the total number."""
        own = self.scoped(org_id)
        if channel is not None:
            own = own.where(SandboxMessage.channel == channel)
        if recipient is not None:
            own = own.where(SandboxMessage.recipient == recipient)
        matching = _COLUMNS.matching(own, wanted)
        tie_breaker = SandboxMessage.message_id.asc()
        return self.page(matching, wanted.paging, _COLUMNS.order(wanted), tie_breaker)

    def texts_to(self, org_id: str, phone: str, most: int) -> list[SandboxMessage]:
        """Return the latest text messages to a number, latest first."""
        own = self.scoped(org_id).where(
            SandboxMessage.channel == "sms", SandboxMessage.recipient == phone
        )
        latest = SandboxMessage.created_at.desc()
        return list(self.session.scalars(own.order_by(latest).limit(most)))

    def recipients(self, org_id: str, most: int) -> list[Recipient]:
        """Return the recipients of stored messages, the latest first."""
        last = func.max(SandboxMessage.created_at)
        rows = self.session.execute(
            select(SandboxMessage.channel, SandboxMessage.recipient, func.count(), last)
            .where(SandboxMessage.org_id == org_id)
            .group_by(SandboxMessage.channel, SandboxMessage.recipient)
            .order_by(last.desc(), SandboxMessage.recipient)
            .limit(most)
        )
        return [Recipient(*it) for it in rows]


class Kept:
    """Stores what would be sent, in the caller's transaction; never used where there are real customers."""

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
    """Stores text messages."""

    def send(self, org_id: str, phone: str, body: str) -> TextTaken:
        """Store a message. Raises SmsUnavailable in production, where a provider must be set."""
        if not self._may_serve:
            raise SmsUnavailable("No provider of text messages is set.")
        self._keep(org_id, "sms", phone, body)
        return TextTaken(None, "delivered")
