"""The calls for automations."""

from typing import Annotated

from fastapi import Depends, Request

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.messaging.automations.dry_run import TRY
from api.domains.messaging.automations.reporting import people_page, report, trial_with_names
from api.domains.messaging.automations.repository import AutomationRepository
from api.domains.messaging.automations.result_schemas import AutomationResultsRead
from api.domains.messaging.automations.results import read_results
from api.domains.messaging.automations.schemas import (
    AutomationEditRead,
    AutomationPerson,
    AutomationRead,
    AutomationRef,
    AutomationReport,
    AutomationSummary,
    AutomationTrialRead,
    ChangeAutomation,
    GetAutomationReport,
    GetAutomationTrial,
    ListAutomationEdits,
    ListAutomationPeople,
    ListAutomations,
    SaveAutomation,
    TryAutomation,
    TryStarted,
)
from api.domains.messaging.automations.service import AutomationService
from api.domains.messaging.automations.simple_rules import AutoSms, AutoSmsRule, SimpleRules
from api.domains.messaging.campaigns.state import CampaignsState
from api.domains.messaging.messages.dependencies import MessageGateDep
from api.jobs.queue import JobNotFound, JobsDep
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.pagination import Page

router = ApiRouter(tags=["automations"])


def _automations(session: SessionDep, gate: MessageGateDep, now: NowDep) -> AutomationService:
    return AutomationService(session, gate, now, new_id)


AutomationsDep = Annotated[AutomationService, Depends(_automations)]


@router.post("/v1/list-automations")
def list_automations(
    body: ListAutomations, me: ViewerDep, automations: AutomationsDep
) -> Page[AutomationSummary]:
    """List automations, newest first."""
    return automations.list_page(me.org_id, body)


@router.post("/v1/get-automation")
def get_automation(
    body: AutomationRef, me: ViewerDep, automations: AutomationsDep
) -> AutomationRead:
    """Get an automation."""
    return automations.get(me.org_id, body.automation_id)


@router.post("/v1/save-automation")
def save_automation(
    body: SaveAutomation, me: EditorDep, automations: AutomationsDep
) -> AutomationRead:
    """Save the plan of an automation. People enter it only after you turn it on."""
    return automations.save(me, body)


@router.post("/v1/change-automation")
def change_automation(
    body: ChangeAutomation, me: EditorDep, automations: AutomationsDep
) -> AutomationRead:
    """Turn an automation on, pause it, archive it or restore it."""
    return automations.change(me, body)


@router.post("/v1/list-automation-edits")
def list_automation_edits(
    body: ListAutomationEdits, me: ViewerDep, automations: AutomationsDep
) -> Page[AutomationEditRead]:
    """List the edits of an automation, newest first."""
    return automations.list_edits(me.org_id, body.automation_id, body.paging)


@router.post("/v1/list-automation-people")
def list_automation_people(
    body: ListAutomationPeople, me: ViewerDep, automations: AutomationsDep, session: SessionDep
) -> Page[AutomationPerson]:
    """List the people who are or were in an automation, newest first."""
    automations.found(me.org_id, body.automation_id)
    return people_page(session, me.org_id, body)


@router.post("/v1/get-automation-report")
def get_automation_report(
    body: GetAutomationReport,
    me: ViewerDep,
    automations: AutomationsDep,
    session: SessionDep,
    now: NowDep,
) -> AutomationReport:
    """Get a report of an automation: who entered, where people wait, and how they left."""
    row = automations.found(me.org_id, body.automation_id)
    return report(session, row, body.days, now)


@router.post("/v1/get-automation-results")
def get_automation_results(
    body: GetAutomationReport,
    me: ViewerDep,
    automations: AutomationsDep,
    session: SessionDep,
    now: NowDep,
    request: Request,
) -> AutomationResultsRead:
    """Get what people did after the messages of an automation: clicks, visits, orders and revenue, by step and hour."""
    row = automations.found(me.org_id, body.automation_id)
    return read_results(session, CampaignsState.of(request).conversions, row, body.days, now)


@router.post("/v1/try-automation")
def try_automation(
    body: TryAutomation, me: EditorDep, automations: AutomationsDep, jobs: JobsDep
) -> TryStarted:
    """Start a trial, which calculates whom a plan would have reached in the last 30 days. Nothing is sent."""
    automations.check(me.org_id, body.plan)
    plan = body.plan.model_dump(mode="json")
    job_id = jobs.enqueue(me.org_id, TRY, {"plan": plan}, created_by=me.caller_id)
    return TryStarted(job_id=job_id)


@router.post("/v1/get-automation-trial")
def get_automation_trial(
    body: GetAutomationTrial, me: ViewerDep, jobs: JobsDep, session: SessionDep
) -> AutomationTrialRead:
    """Get the result of a trial."""
    row = jobs.get(me.org_id, body.job_id)
    if row.kind != TRY:
        raise JobNotFound
    trial = trial_with_names(session, me.org_id, row.result) if row.result else None
    return AutomationTrialRead.model_validate(
        {"state": row.state, "error": row.error, "trial": trial}
    )


@router.post("/v1/auto-sms")
def auto_sms(
    body: AutoSms, me: EditorDep, automations: AutomationsDep, session: SessionDep
) -> Page[AutoSmsRule]:
    """Create, list, change or delete simple rules. Each rule sends a text message after something that a customer does."""
    return SimpleRules(automations, AutomationRepository(session)).act(me, body)
