"""Stores messages if no provider is configured, for development, with a phone and a mailbox for each recipient."""

import base64
from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.messaging.messages.carriers import Outcome, Outgoing
from api.domains.messaging.messages.mails import MailComposer
from api.integrations.sandbox.messages import SandboxMessages
from api.integrations.sandbox.models import SandboxMessage


class SandboxCarrier:
    """Stores messages by their own IDs, so storing one twice has no further effect."""

    name = "sandbox"

    def __init__(self, engine: Engine, composer: MailComposer, now: Callable[[], datetime]) -> None:
        self._engine = engine
        self._composer = composer
        self._now = now

    def hand_over(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Store the messages, with emails in the form in which they would be sent."""
        kept = [self._kept(it) for it in messages]
        with Session(self._engine) as session, session.begin():
            enter_tenant(session, messages[0].org_id)
            SandboxMessages(session).keep_many(kept)
        return [Outcome(it.message_id, "delivered", provider_id=it.message_id) for it in messages]

    def _kept(self, it: Outgoing) -> SandboxMessage:
        row = SandboxMessage(
            message_id=it.message_id,
            org_id=it.org_id,
            channel=it.channel,
            recipient=it.address,
            subject=it.content.subject,
            body=it.content.text,
            html="",
            created_at=self._now(),
        )
        if it.channel == "email":
            mail = self._composer.mail(it)
            row.body, row.html = mail.text, mail.html
            row.unsubscribe_url = mail.headers.get("List-Unsubscribe", "").strip("<>")
            for picture in mail.pictures:
                data = base64.b64encode(picture.png).decode()
                shown = f"data:image/png;base64,{data}"
                row.html = row.html.replace(f"cid:{picture.name}", shown)
        return row

    def look_up(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Return that stored messages were delivered, and that the others were not accepted."""
        with Session(self._engine) as session, session.begin():
            enter_tenant(session, messages[0].org_id)
            kept = SandboxMessages(session).kept(
                messages[0].org_id, [it.message_id for it in messages]
            )
        return [
            Outcome(
                it.message_id,
                "delivered" if it.message_id in kept else "later",
                provider_id=it.message_id if it.message_id in kept else None,
            )
            for it in messages
        ]
