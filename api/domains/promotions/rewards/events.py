"""Builds the events of rewards. This is the only file here that names the contracts."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from api.domains.promotions.rewards.models import Reward, RewardAward
from ingest.contracts.award import AwardData, AwardRecorded
from ingest.contracts.redemption import RedemptionDataV4, RedemptionRecordedV4


def reward_redeemed(
    award: RewardAward,
    reward: Reward,
    action: Literal["redeemed", "undone"],
    *,
    code_id: str | None,
    is_demo: bool,
    event_id: UUID,
    now: datetime,
) -> RedemptionRecordedV4:
    """Return the event for a customer's reward that was redeemed, at a code if staff named one, or whose redemption was
    undone. It names the customer only by a key.
    """
    is_amount = reward.kind == "amount"
    return RedemptionRecordedV4(
        event_id=event_id,
        org_id=award.org_id,
        code_id=code_id or reward.code_id,
        campaign_id=award.campaign_id,
        customer_key=award.customer_id,
        occurred_at=now,
        received_at=now,
        is_demo=is_demo,
        data=RedemptionDataV4(
            action=action,
            redemption_id=award.award_id,
            kind="reward",
            subject_id=award.reward_id,
            amount_cents=reward.value_cents if is_amount else None,
            currency=reward.currency if is_amount else None,
            points=award.price if award.unit == "points" and award.price else None,
        ),
    )


def award_recorded(
    award: RewardAward,
    reward: Reward,
    action: Literal["given", "redeemed", "undone"],
    *,
    code_id: str | None,
    is_demo: bool,
    event_id: UUID,
    now: datetime,
) -> AwardRecorded:
    """Return the event for a reward that was given or redeemed, or whose redemption was undone, with its current cost.
    It names the customer only by a key.
    """
    return AwardRecorded(
        event_id=event_id,
        org_id=award.org_id,
        code_id=code_id or reward.code_id,
        campaign_id=award.campaign_id,
        customer_key=award.customer_id,
        occurred_at=now,
        received_at=now,
        is_demo=is_demo,
        data=AwardData.model_validate(
            {
                "reward_id": award.reward_id,
                "action": action,
                "source": award.source,
                "unit": award.unit,
                "price": award.price,
                "cost_cents": reward.cost_cents,
                "awarded_at": award.awarded_at,
                "expires_at": award.expires_at,
            }
        ),
    )
