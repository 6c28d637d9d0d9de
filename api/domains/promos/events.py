"""Uses as contract events. The only file here that names the contracts."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from api.domains.visits.types import Visit
from api.domains.visits.verdicts import VERDICT_VERSION
from ingest.contracts.envelope import Context, Verdicts, Visitor
from ingest.contracts.redemption import RedemptionData, RedemptionRecorded


def redemption_recorded(
    visit: Visit,
    *,
    event_id: UUID,
    org_id: str,
    code_id: str,
    base_code_id: str | None,
    kind: Literal["promo_code", "master_key"],
    use_id: str,
    subject_id: str,
    visitor: tuple[str, Literal["cookie", "daily"]],
    now: datetime,
) -> RedemptionRecorded:
    """A lock was opened. What the customer said of themselves is no part of it."""
    place, agent, came_with, verdict = (
        visit.place,
        visit.agent,
        visit.circumstances,
        visit.verdict,
    )
    return RedemptionRecorded(
        event_id=event_id,
        org_id=org_id,
        code_id=code_id,
        occurred_at=now,
        received_at=now,
        visitor=Visitor(id=visitor[0], kind=visitor[1]),
        context=Context(
            country=place.country,
            region=place.region,
            city=place.city,
            device=agent.device,
            system=agent.system,
            browser=agent.browser,
            language=came_with.language,
            referrer=came_with.referrer,
            user_agent=agent.text or None,
        ),
        verdicts=Verdicts(
            version=VERDICT_VERSION,
            is_bot=verdict.bot_reason is not None,
            bot_reason=verdict.bot_reason,
            is_preview=verdict.preview_reason is not None,
            preview_reason=verdict.preview_reason,
        ),
        data=RedemptionData(
            redemption_id=use_id, kind=kind, subject_id=subject_id, base_code_id=base_code_id
        ),
    )
