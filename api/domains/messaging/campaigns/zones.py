"""Where receivers are."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.messaging.campaigns.receiver_reading import Receiver
from api.domains.messaging.campaigns.timing import zone_of_phone
from api.domains.people.customers.sealing import Sealer
from runtime.settings import Settings
from warehouse.date_ranges import zone_of


class ReceiverZones:
    """Time zones of receivers of one organisation."""

    def __init__(self, session: Session, settings: Settings, org_id: str, now: datetime) -> None:
        self._sealer = Sealer(settings.secret_key)
        self._org_zone = organization_of(session, org_id).time_zone
        self._now = now
        self._zones: dict[str, ZoneInfo] = {}

    def of(self, receiver: Receiver) -> ZoneInfo:
        """Where a person is: as their profile says, else their number, else where the organisation is."""
        name = receiver.time_zone
        if name is None and receiver.phone_sealed is not None:
            phone = self._sealer.unseal(receiver.sealing_key, receiver.phone_sealed)
            name = zone_of_phone(phone.decode(), self._now) if phone is not None else None
        name = name or self._org_zone
        if name not in self._zones:
            self._zones[name] = zone_of(name)
        return self._zones[name]
