"""All statements about messages to browsers, and the browsers that they reach."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Select, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.messaging.web_push.models import (
    WebPushMessage,
    WebPushSubscription,
    WebPushWaiting,
)
from api.domains.people.customers.tables import is_in_segment
from api.kit.pagination import Paging

_DUE = text("select org_id from due_web_push_messages(:now)")


class Receiver(NamedTuple):
    """A browser of an audience, and the number of attempts so far."""

    row: WebPushSubscription
    tries: int


class MessageRepository(Repository[WebPushMessage]):
    """Messages of one organisation to browsers."""

    model = WebPushMessage

    def lock_starting(self, org_id: str) -> None:
        """Prevent other messages from starting until the transaction ends."""
        lock_until_commit(self.session, "web-push-messages", org_id)

    def started_since(self, org_id: str, moment: datetime) -> int:
        """Return how many messages were started since then."""
        own = self.scoped(org_id).where(WebPushMessage.created_at > moment).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def add(self, row: WebPushMessage) -> None:
        """Store a new message."""
        self.session.add(row)
        self.session.flush()

    def find_locked(self, org_id: str, message_id: str) -> WebPushMessage | None:
        """Return a message, locked until the transaction ends."""
        mine = self.scoped(org_id).where(WebPushMessage.message_id == message_id)
        return self.session.scalar(mine.with_for_update())

    def list_page(self, org_id: str, paging: Paging) -> tuple[list[WebPushMessage], int]:
        """Return a page of messages, newest first."""
        newest = (WebPushMessage.created_at.desc(), WebPushMessage.message_id.asc())
        return self.page(self.scoped(org_id), paging, *newest)

    def list_due(self, now: datetime) -> Sequence[str]:
        """Return organisations with a due message for which no job is queued."""
        return self.session.scalars(_DUE, {"now": now}).all()

    def due(self, org_id: str, now: datetime) -> list[str]:
        """Return the due messages of one organisation, oldest first."""
        mine = self.scoped(org_id).where(WebPushMessage.due_at <= now)
        rows = self.session.scalars(mine.order_by(WebPushMessage.due_at))
        return [it.message_id for it in rows]

    def reach(self, org_id: str, segment_id: str | None) -> int:
        """Return how many browsers an audience has."""
        mine = self._audience(org_id, segment_id).subquery()
        return self.session.scalar(select(func.count()).select_from(mine)) or 0

    def after(self, row: WebPushMessage, most: int) -> list[Receiver]:
        """Return the next browsers of a message's audience."""
        mine = self._audience(row.org_id, row.audience_id)
        found: Iterable[WebPushSubscription] = self.session.scalars(
            mine.where(WebPushSubscription.subscription_id > row.position)
            .order_by(WebPushSubscription.subscription_id)
            .limit(most)
        )
        return [Receiver(it, 0) for it in found]

    def waiting(self, row: WebPushMessage, now: datetime, most: int) -> list[Receiver]:
        """Return browsers that waited and are due."""
        found = self.session.execute(
            select(WebPushSubscription, WebPushWaiting.tries)
            .join(
                WebPushWaiting,
                (WebPushWaiting.org_id == WebPushSubscription.org_id)
                & (WebPushWaiting.subscription_id == WebPushSubscription.subscription_id),
            )
            .where(
                WebPushSubscription.org_id == row.org_id,
                WebPushWaiting.message_id == row.message_id,
                WebPushWaiting.due_at <= now,
            )
            .order_by(WebPushWaiting.due_at, WebPushSubscription.subscription_id)
            .limit(most)
        )
        return [Receiver(*it) for it in found]

    def hold(self, row: WebPushMessage, taken: Collection[Receiver], until: datetime) -> None:
        """Claim waiting browsers until the given time, so that no other worker sends to them."""
        held = update(WebPushWaiting).where(
            WebPushWaiting.org_id == row.org_id,
            WebPushWaiting.message_id == row.message_id,
            WebPushWaiting.subscription_id.in_([it.row.subscription_id for it in taken]),
        )
        self.session.execute(held.values(due_at=until))

    def next_waiting(self, row: WebPushMessage) -> datetime | None:
        """Return when the first waiting browser is due, or None if none is waiting."""
        first = select(func.min(WebPushWaiting.due_at)).where(
            WebPushWaiting.org_id == row.org_id, WebPushWaiting.message_id == row.message_id
        )
        return self.session.scalar(first)

    def count_waiting(self, org_id: str, message_ids: Collection[str]) -> dict[str, int]:
        """Return how many browsers are waiting, by message."""
        rows = self.session.execute(
            select(WebPushWaiting.message_id, func.count().label("browsers"))
            .where(WebPushWaiting.org_id == org_id, WebPushWaiting.message_id.in_(message_ids))
            .group_by(WebPushWaiting.message_id)
        )
        return {row.message_id: row.browsers for row in rows}

    def wait(self, row: WebPushMessage, subscription_id: str, due_at: datetime, tries: int) -> None:
        """Let a browser wait for the message, unless it unsubscribed in the meantime."""
        is_there = select(WebPushSubscription.subscription_id).where(
            WebPushSubscription.org_id == row.org_id,
            WebPushSubscription.subscription_id == subscription_id,
        )
        if self.session.scalar(is_there.with_for_update(key_share=True)) is None:
            return
        values = {"due_at": due_at, "tries": tries}
        key = {
            "message_id": row.message_id,
            "subscription_id": subscription_id,
            "org_id": row.org_id,
        }
        self.session.execute(
            insert(WebPushWaiting)
            .values(**key, **values)
            .on_conflict_do_update(index_elements=["message_id", "subscription_id"], set_=values)
        )

    def stop_waiting(
        self, row: WebPushMessage, subscription_ids: Collection[str] | None = None
    ) -> None:
        """Stop these browsers, or all if none are given, from waiting for the message."""
        gone = delete(WebPushWaiting).where(
            WebPushWaiting.org_id == row.org_id, WebPushWaiting.message_id == row.message_id
        )
        if subscription_ids is not None:
            gone = gone.where(WebPushWaiting.subscription_id.in_(subscription_ids))
        self.session.execute(gone)

    @staticmethod
    def _audience(org_id: str, segment_id: str | None) -> Select[WebPushSubscription]:
        found = select(WebPushSubscription).where(WebPushSubscription.org_id == org_id)
        if segment_id is None:
            return found
        return found.where(is_in_segment(org_id, segment_id, WebPushSubscription.customer_id))
