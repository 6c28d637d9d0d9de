"""Events of visits, already encoded. The only module here that names the contracts.

A scan is written as JSON directly from the visit, because building the contract's models would cost as much as the rest
of a visit. A test checks that the bytes equal those that the contracts encode.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

import orjson

from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.types import Decision, PageReference, Visit
from api.domains.visits.visits.verdicts import VERDICT_VERSION
from ingest.contracts.envelope import Context, Verdicts, Visitor
from ingest.contracts.redemption import RedemptionDataV2, RedemptionRecordedV2
from ingest.contracts.use import UseData, UseRecorded
from ingest.contracts.view import ViewRecordedV3
from ingest.outbox import OutboxRow, outbox_row

SCAN_VERSION = 3


def scan_recorded(
    visit: Visit, decision: Decision, event_id: UUID, occurred_at: datetime, received_at: datetime
) -> OutboxRow:
    """Return the event that a code was opened, with the outcome."""
    code = decision.code
    data: dict[str, object] = {
        "outcome": decision.outcome,
        "method": visit.method,
        "signals": visit.signals,
    }
    if decision.rule is not None:
        data["rule"] = decision.rule
    if visit.name is not None:
        data["name"] = visit.name
    if code.base_code_id is not None:
        data["base_code_id"] = code.base_code_id
    payload = orjson.dumps(
        {
            "event_id": event_id,
            "type": "scan",
            "version": SCAN_VERSION,
            "org_id": code.org_id,
            "code_id": code.code_id,
            "occurred_at": occurred_at,
            "received_at": received_at,
            **written_visit(visit),
            "is_demo": False,
            "data": data,
        },
        option=orjson.OPT_UTC_Z,
    )
    return OutboxRow(event_id, code.org_id, code.code_id, payload)


def page_event_recorded(
    visit: Visit,
    place: PageReference,
    used: UseData | None,
    *,
    event_id: UUID,
    occurred_at: datetime,
    received_at: datetime,
) -> OutboxRow:
    """Return the event that a page was viewed or, with `used`, that a visitor did something on it."""
    fields: dict[str, Any] = {
        "event_id": event_id,
        "org_id": place.org_id,
        "code_id": place.code_id,
        "page_id": place.page_id,
        "occurred_at": occurred_at,
        "received_at": received_at,
        **visit_fields(visit),
    }
    return outbox_row(
        ViewRecordedV3(**fields) if used is None else UseRecorded(**fields, data=used)
    )


def code_used(
    visit: Visit, code: ResolvedCode, batch_id: str | None, event_id: UUID, now: datetime
) -> RedemptionRecordedV2:
    """Return the event that a one-time code was used."""
    return RedemptionRecordedV2(
        event_id=event_id,
        org_id=code.org_id,
        code_id=code.code_id,
        occurred_at=now,
        received_at=now,
        visitor=Visitor.model_validate(_visitor(visit)),
        context=Context.model_validate(_context(visit)),
        verdicts=Verdicts.model_validate(_verdicts(visit)),
        data=RedemptionDataV2(
            redemption_id=event_id.hex,
            kind="one_time_code",
            subject_id=code.code_id,
            base_code_id=code.base_code_id,
            batch_id=batch_id,
            batch_code_id=code.base_code_id,
            use_number=1,
            max_uses=1,
        ),
    )


def visit_fields(visit: Visit) -> dict[str, Any]:
    """Return visitor, context and verdicts in the form that events of other domains use too."""
    return {
        "visitor": Visitor.model_validate(_visitor(visit)),
        "context": Context.model_validate(_context(visit)),
        "verdicts": Verdicts.model_validate(_verdicts(visit)),
    }


def written_visit(visit: Visit) -> dict[str, Any]:
    """Return the same three fields as JSON, for events that are written without building the contract's models."""
    return {
        "visitor": _visitor(visit),
        "context": _context(visit),
        "verdicts": _verdicts(visit),
    }


def _visitor(visit: Visit) -> dict[str, object]:
    visitor_id, kind = visit.identity.visitor_id, visit.identity.kind
    return {"kind": kind} if visitor_id is None else {"id": visitor_id, "kind": kind}


def _context(visit: Visit) -> dict[str, object]:
    place, agent, context = visit.place, visit.agent, visit.context
    values = (
        ("country", place.country),
        ("region", place.region),
        ("city", place.city),
        ("device", agent.device),
        ("system", agent.system),
        ("browser", agent.browser),
        ("language", context.language),
        ("referrer", context.referrer),
        ("utm_source", context.utm_source),
        ("utm_medium", context.utm_medium),
        ("utm_campaign", context.utm_campaign),
        ("utm_term", context.utm_term),
        ("utm_content", context.utm_content),
        ("user_agent", agent.text or None),
    )
    return {name: value for name, value in values if value is not None}


def _verdicts(visit: Visit) -> dict[str, object]:
    verdict = visit.verdict
    verdicts: dict[str, object] = {
        "version": VERDICT_VERSION,
        "is_bot": verdict.bot_reason is not None,
        "is_preview": verdict.preview_reason is not None,
    }
    if verdict.bot_reason is not None:
        verdicts["bot_reason"] = verdict.bot_reason
    if verdict.preview_reason is not None:
        verdicts["preview_reason"] = verdict.preview_reason
    return verdicts
