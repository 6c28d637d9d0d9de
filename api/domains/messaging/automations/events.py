"""Builds the events of automations. The only module here that names the contracts."""

from datetime import datetime
from typing import Literal, NamedTuple

from uuid_utils.compat import uuid7

from ingest.contracts.automation import AutomationData, AutomationRecorded


class Move(NamedTuple):
    """A change of one person's position in an automation."""

    automation_id: str
    enrolment_id: str
    customer_id: str
    action: Literal["entered", "step", "converted", "left"]
    step: str | None = None
    kind: Literal["message", "wait", "condition", "exit"] | None = None
    reason: str | None = None


def automation_event(
    org_id: str, move: Move, *, is_demo: bool, now: datetime
) -> AutomationRecorded:
    """Return the event of a move, with the customer only as a key."""
    return AutomationRecorded(
        event_id=uuid7(),
        org_id=org_id,
        customer_key=move.customer_id,
        occurred_at=now,
        received_at=now,
        is_demo=is_demo,
        data=AutomationData(
            source_id=move.automation_id,
            subject_id=move.enrolment_id,
            action=move.action,
            step=move.step,
            kind=move.kind,
            reason=move.reason,
        ),
    )
