"""Reports about automations, and the people in them."""

from collections import Counter
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from api.domains.messaging.automations.enrolment_repository import EnrolmentRepository, Numbers
from api.domains.messaging.automations.models import Automation, Enrolment
from api.domains.messaging.automations.schemas import (
    AutomationMessageCount,
    AutomationPerson,
    AutomationReport,
    AutomationTrial,
    ListAutomationPeople,
    ReasonNumber,
    StepNumber,
    TrialPerson,
)
from api.domains.messaging.automations.writing import step_of
from api.domains.messaging.campaigns.receiver_reading import Receiver, receivers_of
from api.domains.messaging.messages.reading import counts_by_step
from api.kit.pagination import Page, page_of


def report(session: Session, row: Automation, days: int, now: datetime) -> AutomationReport:
    """Return a report about the people who entered in the last `days` days."""
    org_id, automation_id = row.org_id, row.automation_id
    since = now - timedelta(days=days)
    enrolments = EnrolmentRepository(session)
    numbers = enrolments.numbers(org_id, [automation_id], since).get(
        automation_id, Numbers(0, 0, 0)
    )
    messages: Counter[tuple[str, str, str, str]] = Counter()
    clicked: Counter[tuple[str, str, str, str]] = Counter()
    for it in counts_by_step(session, org_id, "automation", automation_id, since):
        key = (step_of(it.step), it.channel, it.state, it.reason)
        messages[key] += it.messages
        clicked[key] += it.clicked
    return AutomationReport(
        since=since,
        entered=numbers.entered,
        people_in=numbers.people_in,
        converted=numbers.converted,
        ends=[
            ReasonNumber(reason=reason, people=count)
            for reason, count in enrolments.ends(org_id, automation_id, since)
        ],
        waiting=[
            StepNumber(step_id=step_id, people=count)
            for step_id, count in enrolments.waiting(org_id, automation_id)
        ],
        passed_over=[
            ReasonNumber(reason=reason, people=count)
            for reason, count in sorted(row.passed_over.items())
        ],
        messages=[
            AutomationMessageCount(
                step_id=key[0],
                channel=key[1],
                state=key[2],
                reason=key[3],
                messages=count,
                clicked=clicked[key],
            )
            for key, count in sorted(messages.items())
        ],
    )


def people_page(
    session: Session, org_id: str, body: ListAutomationPeople
) -> Page[AutomationPerson]:
    """Return a page of people who are or were in an automation, newest first."""
    rows, total = EnrolmentRepository(session).list_page(
        org_id, body.automation_id, body.paging, is_in=body.is_in
    )
    found = receivers_of(session, org_id, {it.customer_id for it in rows})
    people = [_person(it, found[it.customer_id]) for it in rows if it.customer_id in found]
    return page_of(people, total, body.paging)


def _person(row: Enrolment, receiver: Receiver) -> AutomationPerson:
    return AutomationPerson.model_validate(
        {
            "customer_id": row.customer_id,
            "first_name": receiver.first_name,
            "last_name": receiver.last_name,
            "number": receiver.number,
            "revision": row.revision,
            "entered_at": row.entered_at,
            "is_in": row.due_at is not None,
            "step_id": row.step_id,
            "due_at": row.due_at,
            "reason": row.reason,
            "ended_at": row.ended_at,
            "converted_at": row.converted_at,
        }
    )


def trial_with_names(session: Session, org_id: str, result: dict[str, object]) -> AutomationTrial:
    """Return the result of a trial with the names of its people. People who have been erased since are left out."""
    sample = result["sample"]
    assert isinstance(sample, list)
    found = receivers_of(session, org_id, {it["customer_id"] for it in sample})
    people = [
        TrialPerson(
            **it,
            first_name=found[it["customer_id"]].first_name,
            last_name=found[it["customer_id"]].last_name,
            number=found[it["customer_id"]].number,
        )
        for it in sample
        if it["customer_id"] in found
    ]
    return AutomationTrial.model_validate({**result, "sample": people})
