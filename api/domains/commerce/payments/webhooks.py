"""Webhooks from the payment provider: verified, stored once, and applied by a job."""

from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.commerce.payments.applying import Applying
from api.domains.commerce.payments.errors import NotFromProvider, SelfHosted, raise_ours
from api.domains.commerce.payments.repository import EventRepository, SubscriptionRepository
from api.domains.people.customers.sealing import Sealer
from api.integrations.payment_provider import payment_provider
from api.integrations.ports.payment_provider import (
    PaymentProvider,
    PaymentRefused,
    PaymentUnavailable,
    WebhookRefused,
)
from api.jobs.queue import Jobs
from api.jobs.registry import JobContext, TemporaryJobFailure
from api.kit.ids import new_id

APPLY = "payments.apply"
AT_ONCE = 500
_ABOUT_PLANS = ("customer.subscription.", "invoice.")
_ABOUT_MONEY = ("payment_intent.", "charge.")

log = structlog.get_logger(__name__)


def take_webhook(
    session: Session,
    provider: PaymentProvider | None,
    sealer: Sealer,
    body: bytes,
    signature: str,
    now: datetime,
) -> bool:
    """Store an event and queue its job; return False if it is already stored, or concerns no organisation here.

    Raises:
        SelfHosted: this installation takes no payments.
        NotFromProvider: the event is not signed, is too old, or is from the other payment mode.
        PaymentsUnavailable: the customer of the event cannot be determined at the moment; the provider sends it again.
    """
    if provider is None:
        raise SelfHosted
    try:
        event = provider.read_event(body, signature)
    except WebhookRefused as refused:
        log.warning("a payment webhook was refused", reason=str(refused))
        raise NotFromProvider from None
    except (PaymentRefused, PaymentUnavailable) as error:
        raise_ours(error)
    if event.is_live != provider.is_live:
        log.warning("a payment webhook of the other mode", event_id=event.event_id)
        raise NotFromProvider(
            "The event is of another mode or account than the keys of this installation."
        )
    if event.customer_id is None or not event.kind.startswith((*_ABOUT_PLANS, *_ABOUT_MONEY)):
        return False
    org_id = SubscriptionRepository(session).payer_of(event.customer_id)
    if org_id is None:  # another product in the same account
        return False
    enter_tenant(session, org_id)
    events = EventRepository(session)
    is_new = events.add(
        {
            "event_id": event.event_id,
            "org_id": org_id,
            "kind": event.kind,
            "intent_id": event.intent_id if event.kind.startswith(_ABOUT_MONEY) else None,
            "sealed": sealer.wrap_bytes(body),
            "occurred_at": event.occurred_at,
            "received_at": now,
        }
    )
    if is_new:
        queue_apply(session, org_id, now)
    return is_new


def queue_apply(session: Session, org_id: str, now: datetime) -> None:
    """Queue the job that applies events. A new job is queued even if one waits, because that one may start before this
    transaction is committed.
    """
    Jobs(session, now).enqueue(org_id, APPLY, {})


def apply_events(context: JobContext) -> dict[str, Any]:
    """Apply the waiting events and return how many.

    Raises:
        TemporaryJobFailure: the provider does not respond; the events continue to wait.
    """
    provider = payment_provider(context.settings)
    if provider is None:
        return {"applied": 0}
    with context.session() as session:
        waiting = EventRepository(session).waiting(context.org_id, AT_ONCE)
        ids = [it.event_id for it in waiting]
        intents = sorted({it.intent_id for it in waiting if it.intent_id is not None})
    applying = Applying(context.session, provider, context.org_id, context.now, new_id)
    try:
        applying.subscription()
        for intent_id in intents:
            applying.intent(intent_id)
    except PaymentUnavailable as error:
        with context.session() as session:
            EventRepository(session).finish(context.org_id, ids, context.now(), str(error))
        raise TemporaryJobFailure("The payment provider does not answer.") from error
    with context.session() as session:
        EventRepository(session).finish(context.org_id, ids, context.now())
    return {"applied": len(ids)}


def queue_waiting(engine: Engine, now: datetime) -> int:
    """Queue jobs for organisations whose events have waited too long, or whose grace period is over; return how
    many.
    """
    with Session(engine) as session:
        waiting = SubscriptionRepository(session).list_waiting(now)
    for org_id in waiting:
        with Session(engine) as session, session.begin():
            enter_tenant(session, org_id)
            queue_apply(session, org_id, now)
    return len(waiting)
