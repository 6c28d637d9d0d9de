"""Follows the outbox: enrols people in automations after their actions, and removes those who reached a goal or left a
segment. The position and the enrolments are written in the same transaction.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.messaging.automations.conditions import codes_at
from api.domains.messaging.automations.enrolment import EventEntry, live_plan
from api.domains.messaging.automations.enrolment_repository import EnrolmentRepository
from api.domains.messaging.automations.models import Automation
from api.domains.messaging.automations.repository import (
    AutomationRepository,
    organizations_with_automations,
)
from api.domains.messaging.automations.triggers import occurrence_of
from api.jobs.outbox_followers import OutboxFollower
from api.jobs.queue import Jobs
from ingest.contracts.envelope import Event
from runtime.settings import Settings

RUN = "automations.run"


def _take(
    session: Session,
    settings: Settings,  # noqa: ARG001
    org_id: str,
    events: Sequence[Event],
    now: datetime,
) -> None:
    automations = automations_on(session, org_id)
    _leave_segments(session, org_id, automations, events, now)
    found = [it for it in map(occurrence_of, events) if it is not None]
    entry = EventEntry(session, org_id, lambda rule: codes_at(session, org_id, rule), now)
    if entry.take(automations, found):
        run_soon(session, org_id, now)


def automations_on(session: Session, org_id: str) -> Sequence[Automation]:
    """Return the automations of an organisation that are on."""
    return AutomationRepository(session).switched_on(org_id)


def run_soon(session: Session, org_id: str, now: datetime) -> None:
    """Queue the job that makes the next steps. A job that is already waiting may begin before this transaction is
    committed.
    """
    Jobs(session, now).enqueue(org_id, RUN, {})


def _leave_segments(
    session: Session,
    org_id: str,
    automations: Sequence[Automation],
    events: Sequence[Event],
    now: datetime,
) -> None:
    left = [
        (it.data.segment_id, it.customer_key)
        for it in events
        if it.type == "segment" and it.data.action == "left" and it.customer_key
    ]
    if not left:
        return
    for row in automations:
        of_row = live_plan(row).segment_id
        gone = [customer_id for segment_id, customer_id in left if segment_id == of_row]
        if gone:
            EnrolmentRepository(session).end(org_id, row.automation_id, "segment_left", now, gone)


FOLLOWER = OutboxFollower("automations", organizations_with_automations, _take)
