"""Builds the events of promo locks. This is the only file here that names the contracts."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from api.domains.codes.rules.types import Visit
from api.domains.promotions.promo_locks.models import PromoBatch
from api.domains.visits.visits.verdicts import VERDICT_VERSION
from ingest.contracts.envelope import Context, Verdicts, Visitor
from ingest.contracts.issue import IssueData, IssueRecorded
from ingest.contracts.redemption import RedemptionDataV2, RedemptionRecordedV2


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
    batch: PromoBatch | None = None,
    use_number: int | None = None,
) -> RedemptionRecordedV2:
    """Return the event for a lock that was opened. It contains no email address or phone number."""
    place, agent, context, verdict = (
        visit.place,
        visit.agent,
        visit.context,
        visit.verdict,
    )
    return RedemptionRecordedV2(
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
            language=context.language,
            referrer=context.referrer,
            user_agent=agent.text or None,
        ),
        verdicts=Verdicts(
            version=VERDICT_VERSION,
            is_bot=verdict.bot_reason is not None,
            bot_reason=verdict.bot_reason,
            is_preview=verdict.preview_reason is not None,
            preview_reason=verdict.preview_reason,
        ),
        data=RedemptionDataV2(
            redemption_id=use_id,
            kind=kind,
            subject_id=subject_id,
            base_code_id=base_code_id,
            batch_id=batch and batch.batch_id,
            batch_code_id=batch and batch.code_id,
            use_number=use_number,
            max_uses=batch and batch.max_uses,
        ),
    )


def issue_recorded(
    action: Literal["issued", "voided"],
    batch: PromoBatch,
    *,
    codes: int,
    uses: int | None,
    event_id: UUID,
    now: datetime,
) -> IssueRecorded:
    """Return the event for promo codes of a batch that were issued, or withdrawn while they could still be used."""
    return IssueRecorded(
        event_id=event_id,
        org_id=batch.org_id,
        code_id=batch.code_id,
        occurred_at=now,
        received_at=now,
        data=IssueData(
            batch_id=batch.batch_id,
            kind="promo_code",
            action=action,
            codes=codes,
            uses=uses,
            ends_at=batch.ends_at,
        ),
    )
