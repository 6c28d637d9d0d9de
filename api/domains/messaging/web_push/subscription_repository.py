"""All statements about keys and subscribed browsers."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from api.db.tenancy import Repository
from api.domains.messaging.web_push.models import WebPushKey, WebPushSubscription
from api.domains.people.customers.tables import customers


class KeyRepository(Repository[WebPushKey]):
    """The key pair of one organisation."""

    model = WebPushKey

    def find(self, org_id: str) -> WebPushKey | None:
        """Return the key pair, or None if it was never requested."""
        return self.session.scalar(self.scoped(org_id))

    def add(self, org_id: str, public_key: str, private_key_sealed: str, now: datetime) -> None:
        """Store a key pair, unless there is one."""
        values = {
            "org_id": org_id,
            "public_key": public_key,
            "private_key_sealed": private_key_sealed,
            "created_at": now,
        }
        self.session.execute(insert(WebPushKey).values(values).on_conflict_do_nothing())


class SubscriptionRepository(Repository[WebPushSubscription]):
    """Subscribed browsers of one organisation."""

    model = WebPushSubscription

    def find(self, org_id: str, endpoint_hash: str) -> WebPushSubscription | None:
        """Return the subscription with an endpoint, locked until the transaction ends."""
        mine = self.scoped(org_id).where(WebPushSubscription.endpoint_hash == endpoint_hash)
        return self.session.scalar(mine.with_for_update())

    def save(self, values: dict[str, Any]) -> None:
        """Store a subscription. If its endpoint is known, update it with the current agreement."""
        kept = {"subscription_id", "org_id", "endpoint_hash"}
        self.session.execute(
            insert(WebPushSubscription)
            .values(values)
            .on_conflict_do_update(
                index_elements=["org_id", "endpoint_hash"],
                set_={name: value for name, value in values.items() if name not in kept},
            )
        )

    def remove(self, row: WebPushSubscription) -> None:
        """Delete a subscription."""
        self.session.delete(row)
        self.session.flush()

    def remove_many(self, org_id: str, subscription_ids: Collection[str]) -> None:
        """Delete the subscriptions of browsers that are gone."""
        if subscription_ids:
            self.session.execute(
                delete(WebPushSubscription).where(
                    WebPushSubscription.org_id == org_id,
                    WebPushSubscription.subscription_id.in_(subscription_ids),
                )
            )

    def count_of(self, org_id: str, customer_ids: Collection[str]) -> int:
        """Return how many browsers of a person are subscribed."""
        own = self.of_person(org_id, customer_ids)
        return len(own)

    def of_person(
        self, org_id: str, customer_ids: Collection[str]
    ) -> Sequence[WebPushSubscription]:
        """Return the browsers of a person, by all IDs of their profiles."""
        mine = self.scoped(org_id).where(WebPushSubscription.customer_id.in_(customer_ids))
        return self.session.scalars(mine.order_by(WebPushSubscription.subscription_id)).all()

    def of_nobody(self, org_id: str, visitor_ids: Collection[str]) -> Sequence[WebPushSubscription]:
        """Return the subscriptions of these visitors that do not belong to a customer yet, locked until the transaction
        ends.
        """
        own = self.scoped(org_id).where(
            WebPushSubscription.customer_id.is_(None),
            WebPushSubscription.visitor_id.in_(visitor_ids),
        )
        ordered = own.order_by(WebPushSubscription.subscription_id).with_for_update()
        return self.session.scalars(ordered).all()

    def subscribers(self, org_id: str, customer_ids: Collection[str]) -> set[str]:
        """Return which of these people have a browser, under any of their profiles."""
        own = people_with_browsers(org_id)
        return set(self.session.scalars(own.where(_KEPT.in_(customer_ids))))

    def count(self, org_id: str) -> int:
        """Return how many browsers are subscribed."""
        own = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0


_KEPT = func.coalesce(customers.c.merged_into, customers.c.customer_id)


def people_with_browsers(org_id: str) -> Select[tuple[str]]:
    """Return a query for the people who have a subscribed browser, under any of their profiles."""
    return (
        select(_KEPT)
        .join_from(
            WebPushSubscription,
            customers,
            (customers.c.org_id == WebPushSubscription.org_id)
            & (customers.c.customer_id == WebPushSubscription.customer_id),
        )
        .where(WebPushSubscription.org_id == org_id)
    )
