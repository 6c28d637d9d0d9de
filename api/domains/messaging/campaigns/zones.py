"""Time zones of recipients."""

from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.messaging.campaigns.receiver_reading import Receiver
from api.domains.people.consents.zones import PersonZones
from api.domains.people.customers.sealing import Sealer
from runtime.settings import Settings


class ReceiverZones:
    """Time zones of recipients of one organisation, determined by the same function as in the gate."""

    def __init__(self, session: Session, settings: Settings, org_id: str, now: datetime) -> None:
        self._sealer = Sealer.of(settings)
        self._zones = PersonZones(organization_of(session, org_id).time_zone, now)

    def of(self, receiver: Receiver) -> ZoneInfo:
        """Return a person's time zone: that of their profile, else of their number, else of their last scan, else of
        the organisation.
        """
        phone = partial(self.phone, receiver)
        return self._zones.of(receiver.time_zone, phone, receiver.seen_time_zone)

    def phone(self, receiver: Receiver) -> str | None:
        """Return a person's number."""
        sealed = receiver.phone_sealed
        phone = self._sealer.unseal(receiver.sealing_key, sealed) if sealed is not None else None
        return phone.decode() if phone is not None else None
