"""Builds the events of referrals. This is the only file here that names the contracts."""

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
    """Return the event for a referral that began or ended. It names neither side, because it concerns two people, one
    of whom may be erased, and it is not an act of the friend.
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
