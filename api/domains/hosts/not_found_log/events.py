"""Events of the not-found log. The only module here that names the contract."""

from datetime import datetime
from uuid import UUID

from api.domains.codes.rules.types import Visit
from api.domains.visits.visits.events import visit_fields
from ingest.contracts.envelope import Visitor
from ingest.contracts.miss import MissData, MissRecorded
from ingest.outbox import OutboxRow, outbox_row


def miss_recorded(
    visit: Visit, *, org_id: str, host: str, path: str, led_on: bool, event_id: UUID, now: datetime
) -> OutboxRow:
    """Return the event that an address on a custom domain responded with 404. The visitor is not recorded."""
    return outbox_row(
        MissRecorded(
            event_id=event_id,
            org_id=org_id,
            occurred_at=now,
            received_at=now,
            **(visit_fields(visit) | {"visitor": Visitor()}),
            data=MissData(
                host=host,
                path=path,
                method="HEAD" if visit.method == "HEAD" else "GET",
                led_on=led_on,
                signals=visit.signals,
            ),
        )
    )
