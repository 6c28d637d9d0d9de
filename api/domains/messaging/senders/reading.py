"""Which number an organisation's text messages come from."""

from sqlalchemy.orm import Session

from api.domains.messaging.senders.repository import NumberRepository

INBOUND_PATH = "/v1/twilio/inbound"
"""Where a provider reports messages to our numbers."""


def number_of(session: Session, org_id: str) -> str | None:
    """The number chosen to send from, else the organisation's oldest; None if it has none, and sends by the installation's."""
    numbers = NumberRepository(session).list_all(org_id)
    return numbers[0].phone if numbers else None
