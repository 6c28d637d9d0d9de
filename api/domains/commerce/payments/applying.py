"""Brings the organisation's plan and credits in line with the payment provider.

Events only mean that something changed. The current state is read from the provider, so neither the order of events nor
duplicates matter.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from api.auth.tenants import is_open
from api.domains.commerce.payments.plans import current_of, plan_of_key, standing_of
from api.domains.commerce.payments.repository import CreditRepository, SubscriptionRepository
from api.integrations.ports.payment_provider import (
    Intent,
    PaymentProvider,
    PaymentRefused,
    Subscription,
)

CREDITS = "credits"
"""The metadata key with which a payment states how many credits it buys."""


def values_of(subscription: Subscription | None, now: datetime) -> dict[str, Any]:
    """Return the column values for a subscription."""
    if subscription is None or subscription.status == "ended":
        ended = "none" if subscription is None else "ended"
        names = ("plan", "paid_plan", "billing_interval", "currency", "period_start", "period_end")
        more = ("cancel_at", "unpaid_since", "grace_until", "subscription_id")
        return {"state": ended, "changed_at": now, **dict.fromkeys((*names, *more))}
    paid_plan = plan_of_key(subscription.lookup_key)
    standing = standing_of(subscription.status, paid_plan, subscription.unpaid_since, now)
    return {
        "state": subscription.status,
        "subscription_id": subscription.subscription_id,
        "plan": standing.plan,
        "paid_plan": paid_plan,
        "billing_interval": subscription.interval,
        "currency": subscription.currency,
        "period_start": subscription.period_start,
        "period_end": subscription.period_end,
        "cancel_at": subscription.cancel_at,
        "unpaid_since": subscription.unpaid_since,
        "grace_until": standing.grace_until,
        "changed_at": now,
    }


def store_subscriptions(
    session: Session,
    org_id: str,
    read_number: int,
    subscriptions: list[Subscription],
    now: datetime,
) -> Subscription | None:
    """Store the subscription that counts among those that were read; return it, or None if there is none."""
    current = current_of(subscriptions)
    SubscriptionRepository(session).store(org_id, read_number, values_of(current, now))
    return current


def grant(
    session: Session,
    org_id: str,
    intent: Intent,
    now: datetime,
    new_id: Callable[[str], str],
) -> int:
    """Adjust the credits from a payment to the part of it that was not refunded; return the difference."""
    bought = intent.metadata.get(CREDITS, "")
    if not bought.isdecimal() or intent.amount <= 0:
        return 0
    due = int(bought) * intent.kept // intent.amount
    ledger = CreditRepository(session)
    ledger.lock(org_id)
    given, entries = ledger.sum_of(org_id, intent.intent_id)
    if due == given:
        return 0
    ledger.add(
        {
            "entry_id": new_id("credit"),
            "org_id": org_id,
            "key": f"{intent.intent_id}:{entries}",
            "credits": due - given,
            "reason": "payment",
            "reference": intent.intent_id,
            "created_at": now,
        }
    )
    return due - given


class Applying:
    """Applies the provider's data for one organisation, in short transactions between its responses."""

    def __init__(
        self,
        open_session: Callable[[], Any],
        provider: PaymentProvider,
        org_id: str,
        now: Callable[[], datetime],
        new_id: Callable[[str], str],
    ) -> None:
        self._open = open_session
        self._provider = provider
        self._org_id = org_id
        self._now = now
        self._new_id = new_id

    def subscription(self) -> None:
        """Store the current subscription; that of a closed organisation is ended. Raises PaymentUnavailable."""
        found = self._read()
        with self._open() as session:
            is_closed = not is_open(session, self._org_id)
        going_on = [it for it in found if it.status != "ended"] if is_closed else []
        for it in going_on:
            with suppress(PaymentRefused):  # it ended meanwhile
                self._provider.end(it.subscription_id)
        if going_on:
            self._read()

    def _read(self) -> list[Subscription]:
        """Read the current subscriptions, store the one that counts, and return them all."""
        with self._open() as session:
            rows = SubscriptionRepository(session)
            row = rows.find(self._org_id)
            if row is None or row.payer_id is None:
                return []
            number = rows.next_read()
        found = self._provider.subscriptions_of(row.payer_id)
        with self._open() as session:
            store_subscriptions(session, self._org_id, number, found, self._now())
        return found

    def intent(self, intent_id: str) -> None:
        """Add the credits of a payment, or take them back. Raises PaymentUnavailable.

        The lock is held while the payment is read, so that jobs that read it at different times apply it in that order.
        """
        with self._open() as session:
            CreditRepository(session).lock(self._org_id)
            found = self._provider.intent(intent_id)
            if found is not None:
                grant(session, self._org_id, found, self._now(), self._new_id)
