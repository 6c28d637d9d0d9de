"""The carrier of messages on passes: the pass is changed, and phones are notified."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.messaging.messages.carriers import UNREADY, Outcome, Outgoing, broken
from api.domains.wallet.pass_updates.holders import passes_of_holders, show_news


class WalletCarrier:
    """Shows messages on one pass of each person."""

    name = "wallet"

    def __init__(self, engine: Engine, now: Callable[[], datetime]) -> None:
        self._engine = engine
        self._now = now

    def hand_over(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Change the passes. A pass that already shows a message is not changed again."""
        return [self._show(it) for it in messages]

    def look_up(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Show the messages again to make sure that they are shown. This changes nothing the second time."""
        return self.hand_over(messages)

    def _show(self, message: Outgoing) -> Outcome:
        try:
            return self._shown(message)
        except UNREADY as error:
            return broken(message, error)

    def _shown(self, message: Outgoing) -> Outcome:
        person = message.customer_id or ""
        with Session(self._engine) as session, session.begin():
            enter_tenant(session, message.org_id)
            held = passes_of_holders(session, message.org_id, [person]).get(person, [])
            if not held:
                return Outcome(message.message_id, "failed", "No phone has a pass of this person.")
            show_news(session, message.org_id, held[0], message.content.text, self._now())
        return Outcome(message.message_id, "sent")
