"""Follows the outbox: a browser that an unknown visitor subscribed is assigned to the customer once the visitor submits
a form.

Their yes then becomes an entry of the consent ledger, dated to when they agreed and with the text to which they agreed.
Any later answer takes precedence.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.messaging.web_push.subscription_repository import SubscriptionRepository
from api.domains.messaging.web_push.subscriptions import TOPIC
from api.domains.people.consents.dependencies import consents_of
from api.domains.people.consents.types import Origin
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.jobs.outbox_followers import OutboxFollower
from api.kit.ids import new_id
from ingest.contracts.envelope import Event
from runtime.settings import Settings


def _all(_session: Session, org_ids: Collection[str]) -> Collection[str]:
    return org_ids


def _take(
    session: Session, settings: Settings, org_id: str, events: Sequence[Event], now: datetime
) -> None:
    seen = {
        it.visitor.id
        for it in events
        if it.type == "submit" and it.customer_key is not None and it.visitor.id is not None
    }
    rows = SubscriptionRepository(session).of_nobody(org_id, seen) if seen else []
    if not rows:
        return
    customers = CustomerService(session, Sealer.of(settings), now, new_id)
    consents = consents_of(session, settings, now)
    for row in rows:
        owner = customers.find_owner(org_id, row.visitor_id)
        if owner is None:
            continue
        row.customer_id = owner
        person = consents.person(org_id, owner)
        origin = Origin(
            "form",
            consents.text(org_id, row.text_hash),
            row.language,
            page_id=row.page_id,
            page_version=row.page_version,
            code_id=row.code_id,
        )
        consents.lock(person)
        consents.record(person, [TOPIC], "given", origin, at=row.agreed_at)


FOLLOWER = OutboxFollower("web_push", _all, _take)
