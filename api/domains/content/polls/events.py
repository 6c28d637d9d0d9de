"""Votes as contract events. This is the only file of the domain that names the contracts."""

from datetime import datetime
from uuid import UUID

from api.domains.codes.rules.types import Visit
from api.domains.content.polls.service import Outcome
from api.domains.visits.visits.events import visit_fields
from ingest.contracts.vote import VoteData, VoteRecorded


def vote_recorded(visit: Visit, outcome: Outcome, event_id: UUID, now: datetime) -> VoteRecorded:
    """Record that a visitor voted or changed their vote."""
    return VoteRecorded(
        event_id=event_id,
        org_id=outcome.poll.org_id,
        code_id=outcome.poll.code_id,
        occurred_at=now,
        received_at=now,
        **visit_fields(visit),
        data=VoteData(
            poll_id=outcome.poll.poll_id,
            choice=outcome.choice,
            previous_choice=outcome.previous_choice,
        ),
    )
