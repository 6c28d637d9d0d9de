"""Posts on walls as contract events. The only file here that names the contracts."""

from datetime import datetime
from uuid import UUID

from api.domains.codes.rules.types import Visit
from api.domains.content.walls.showing import PublicWall
from api.domains.visits.visits.events import said_of
from ingest.contracts.submit import SubmitData, SubmitRecorded


def post_recorded(
    visit: Visit,
    wall: PublicWall,
    post_id: str,
    fields: tuple[str, ...],
    event_id: UUID,
    now: datetime,
) -> SubmitRecorded:
    """A visitor posted a picture. Which one, and what they wrote, is no part of the event."""
    return SubmitRecorded(
        event_id=event_id,
        org_id=wall.org_id,
        code_id=wall.code_id,
        occurred_at=now,
        received_at=now,
        **said_of(visit),
        data=SubmitData(
            submission_id=post_id, form="wall", fields=fields, consents=("wall picture",)
        ),
    )
