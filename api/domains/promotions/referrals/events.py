"""Builds the events of referrals. The only file here that names the contracts."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from api.domains.promotions.referrals.models import GivenReferralReward, Referral
from ingest.contracts.referral import ReferralData, ReferralRecorded

Happening = Literal["referred", "rewarded", "rejected", "expired"]


def referral_recorded(
    referral: Referral,
    action: Happening,
    given: list[GivenReferralReward],
    *,
    is_demo: bool,
    event_id: UUID,
    now: datetime,
) -> ReferralRecorded:
    """A referral began or ended. Neither side is named: it says something of two people, of whom one may be erased,
    and nothing that the friend did.
    """
    return ReferralRecorded(
        event_id=event_id,
        org_id=referral.org_id,
        code_id=referral.code_id,
        occurred_at=now,
        received_at=now,
        is_demo=is_demo,
        data=ReferralData(
            referral_id=referral.referral_id,
            action=action,
            source=referral.source,
            amount_cents=referral.cost_cents if action == "rewarded" else None,
            points=sum(it.amount for it in given if it.kind == "points") or None,
        ),
    )
