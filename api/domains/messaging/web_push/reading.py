"""Queries of other domains about subscribed browsers."""

from collections.abc import Collection

from sqlalchemy import Select
from sqlalchemy.orm import Session

from api.domains.messaging.web_push.subscription_repository import (
    SubscriptionRepository,
    people_with_browsers,
)


def subscribers(session: Session, org_id: str, customer_ids: Collection[str]) -> set[str]:
    """Return which of these people have a subscribed browser, under any of their profiles."""
    return SubscriptionRepository(session).subscribers(org_id, customer_ids)


def subscribed_people(org_id: str) -> Select[tuple[str]]:
    """Return a query for the people who have a subscribed browser, under any of their profiles."""
    return people_with_browsers(org_id)
