"""Withdrawals of consent: a customer who no longer agrees to marketing is unsubscribed at the vendors that received
them with their consent.
"""

from datetime import datetime
from uuid import uuid4

from sqlalchemy.orm import Session

from api.domains.commerce.connections.repository import ConnectionRepository, DeliveryRepository
from api.domains.commerce.connections.types import WITHDRAWAL
from api.domains.people.consents.types import Channel
from api.domains.people.consents.withdrawals import on_withdrawal
from api.integrations.connector import DESCRIPTIONS


@on_withdrawal
def report_withdrawal(
    session: Session, org_id: str, customer_id: str, channel: Channel, moment: datetime
) -> None:
    """Create a delivery that reports the withdrawal for each connection to a marketing vendor. Channels other than
    email and text messages are ignored.
    """
    if channel not in ("email", "sms"):
        return
    deliveries = []
    for it in ConnectionRepository(session).list_all(org_id):
        if not DESCRIPTIONS[it.vendor].is_marketing or it.status == "disabled":
            continue
        event_id = uuid4()
        event = {
            "event_id": str(event_id),
            "type": WITHDRAWAL,
            "org_id": org_id,
            "customer_key": customer_id,
            "occurred_at": moment.isoformat(),
            "data": {"channel": channel},
        }
        deliveries.append(
            {
                "org_id": org_id,
                "connection_id": it.connection_id,
                "event_id": event_id,
                "kind": WITHDRAWAL,
                "customer_id": customer_id,
                "event": event,
            }
        )
    DeliveryRepository(session).add_many(deliveries)
