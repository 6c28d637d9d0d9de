"""Posts on walls as contract events. This is the only file of the domain that names the contracts."""

from datetime import datetime
from uuid import UUID

from api.domains.codes.rules.types import Visit
from api.domains.content.walls.visitor_repository import PublicWall
from api.domains.visits.visits.events import visit_fields
from ingest.contracts.submit import SubmitData, SubmitRecorded


def post_recorded(
    visit: Visit,
    wall: PublicWall,
    post_id: str,
    fields: tuple[str, ...],
    event_id: UUID,
    now: datetime,
) -> SubmitRecorded:
    """Record that a visitor posted a picture. The event contains neither the picture nor their text."""
    return SubmitRecorded(
        event_id=event_id,
        org_id=wall.org_id,
        code_id=wall.code_id,
        occurred_at=now,
        received_at=now,
        **visit_fields(visit),
        data=SubmitData(
            submission_id=post_id, form="wall", fields=fields, consents=("wall picture",)
        ),
    )
