"""Builds the events of rewards. The only file here that names the contracts."""

from datetime import datetime
from uuid import UUID

from api.domains.promotions.rewards.models import Reward, RewardAward
from ingest.contracts.redemption import RedemptionDataV2, RedemptionRecordedV2


def reward_redeemed(
    award: RewardAward,
    reward: Reward,
    *,
    code_id: str | None,
    is_demo: bool,
    event_id: UUID,
    now: datetime,
) -> RedemptionRecordedV2:
    """A customer's reward was redeemed, at a code if staff named one. The customer is a key only."""
    is_amount = reward.kind == "amount"
    return RedemptionRecordedV2(
        event_id=event_id,
        org_id=award.org_id,
        code_id=code_id or reward.code_id,
        campaign_id=award.campaign_id,
        customer_key=award.customer_id,
        occurred_at=now,
        received_at=now,
        is_demo=is_demo,
        data=RedemptionDataV2(
            redemption_id=award.award_id,
            kind="reward",
            subject_id=award.reward_id,
            amount_cents=reward.value_cents if is_amount else None,
            currency=reward.currency if is_amount else None,
            points=award.price if award.unit == "points" and award.price else None,
        ),
    )
