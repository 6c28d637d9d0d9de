"""Visits as contract events. The only file here that names the contracts."""

from datetime import datetime
from uuid import UUID

from api.domains.codes.types import ResolvedCode
from api.domains.visits.types import Agent, Circumstances, Decision, Place, Verdict, Visit
from api.domains.visits.verdicts import VERDICT_VERSION
from ingest.contracts.envelope import Context, Verdicts, Visitor
from ingest.contracts.scan import ScanData, ScanRecorded
from ingest.contracts.view import ViewData, ViewRecorded


def scan_recorded(
    visit: Visit, decision: Decision, event_id: UUID, occurred_at: datetime, received_at: datetime
) -> ScanRecorded:
    """A code was opened, and this is what it led to."""
    code = decision.code
    return ScanRecorded(
        event_id=event_id,
        org_id=code.org_id,
        code_id=code.code_id,
        occurred_at=occurred_at,
        received_at=received_at,
        visitor=Visitor(id=visit.identity.visitor_id, kind=visit.identity.kind),
        context=_context(visit.agent, visit.place, visit.circumstances),
        verdicts=_verdicts(visit.verdict),
        data=ScanData(
            rule=decision.rule,
            outcome=decision.outcome,
            method=visit.method,
            base_code_id=code.base_code_id,
        ),
    )


def view_recorded(
    visit: Visit,
    code: ResolvedCode,
    data: ViewData,
    *,
    page_id: str | None,
    event_id: UUID,
    occurred_at: datetime,
    received_at: datetime,
) -> ViewRecorded:
    """The page of a code was seen, or something on it was used."""
    return ViewRecorded(
        event_id=event_id,
        org_id=code.org_id,
        code_id=code.code_id,
        page_id=page_id,
        occurred_at=occurred_at,
        received_at=received_at,
        visitor=Visitor(id=visit.identity.visitor_id, kind=visit.identity.kind),
        context=_context(visit.agent, visit.place, visit.circumstances),
        verdicts=_verdicts(visit.verdict),
        data=data,
    )


def _context(agent: Agent, place: Place, circumstances: Circumstances) -> Context:
    return Context(
        country=place.country,
        region=place.region,
        city=place.city,
        device=agent.device,
        system=agent.system,
        browser=agent.browser,
        language=circumstances.language,
        referrer=circumstances.referrer,
        utm_source=circumstances.utm_source,
        utm_medium=circumstances.utm_medium,
        utm_campaign=circumstances.utm_campaign,
        utm_term=circumstances.utm_term,
        utm_content=circumstances.utm_content,
        user_agent=agent.text or None,
    )


def _verdicts(verdict: Verdict) -> Verdicts:
    return Verdicts(
        version=VERDICT_VERSION,
        is_bot=verdict.bot_reason is not None,
        bot_reason=verdict.bot_reason,
        is_preview=verdict.preview_reason is not None,
        preview_reason=verdict.preview_reason,
    )
