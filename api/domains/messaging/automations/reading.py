"""Converts automations to API responses."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.messaging.automations.enrolment_repository import EnrolmentRepository, Numbers
from api.domains.messaging.automations.models import Automation, AutomationRevision
from api.domains.messaging.automations.schemas import (
    AutomationEditRead,
    AutomationPlan,
    AutomationRead,
    AutomationSummary,
    MonthCounts,
)
from api.domains.messaging.automations.steps import MessageStep, walked
from api.domains.messaging.messages.reading import count_left

_SAME = (
    *("automation_id", "state", "is_rule", "revision", "live_revision"),
    *("created_at", "created_by", "updated_at", "turned_on_at"),
)


def summaries(
    session: Session, org_id: str, rows: Collection[Automation], since: datetime
) -> list[AutomationSummary]:
    """Return automations as list entries, with their figures since the given time."""
    ids = [it.automation_id for it in rows]
    numbers = EnrolmentRepository(session).numbers(org_id, ids, since)
    left = count_left(session, org_id, "automation", ids, since)
    return [
        _summary(it, numbers.get(it.automation_id, Numbers(0, 0, 0)), left.get(it.automation_id, 0))
        for it in rows
    ]


def _summary(row: Automation, numbers: Numbers, sent: int) -> AutomationSummary:
    plan = AutomationPlan.model_validate(row.plan)
    steps = [step for _, _, step in walked(plan.steps)]
    return AutomationSummary(
        **{name: getattr(row, name) for name in _SAME},
        name=row.name,
        trigger=plan.trigger,
        steps=len(steps),
        messages=sum(isinstance(it, MessageStep) for it in steps),
        people_in=numbers.people_in,
        month=MonthCounts(entered=numbers.entered, sent=sent, converted=numbers.converted),
    )


def read(row: Automation) -> AutomationRead:
    """Return an automation with all its fields."""
    return AutomationRead(
        **{name: getattr(row, name) for name in _SAME},
        plan=AutomationPlan.model_validate(row.plan),
        has_unused_changes=row.live_revision is not None and row.live_revision != row.revision,
        updated_by=row.updated_by,
    )


def read_edit(row: AutomationRevision) -> AutomationEditRead:
    """Return one edit of an automation."""
    return AutomationEditRead(
        revision=row.revision,
        changed=row.changed,
        plan=AutomationPlan.model_validate(row.plan),
        edited_at=row.edited_at,
        edited_by=row.edited_by,
        live_from=row.live_from,
    )
