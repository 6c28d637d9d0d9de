"""Gives the reward of a campaign to the people who get its message."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

import structlog
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.auth.member import viewer_of
from api.auth.roles import Role
from api.auth.tenants import organization_of
from api.domains.messaging.campaigns.models import Campaign
from api.domains.people.customers.dependencies import customers_of
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.rewards.dependencies import definitions_of, knows_code_of
from api.domains.promotions.rewards.errors import RewardNotFound, RewardUnavailable
from api.domains.promotions.rewards.schemas import CampaignReward, RegisterReward
from api.domains.promotions.rewards.service import RewardService
from api.kit.ids import new_id
from runtime.settings import Settings

log = structlog.get_logger(__name__)


def is_reward(session: Session, org_id: str, reward_id: str, now: datetime) -> bool:
    """Return whether the organisation has this reward."""
    me = viewer_of(organization_of(session, org_id))
    listed = definitions_of(session, now).register(me, RegisterReward(action="list"))
    return any(it.reward_id == reward_id for it in listed)


def give_rewards(
    session: Session,
    settings: Settings,
    row: Campaign,
    customer_ids: Iterable[str],
    now: datetime,
) -> None:
    """Give a campaign's reward to customers, to each once. Customers who are excluded by the reward's limits get only
    the message.
    """
    if row.reward_id is None:
        return
    member = viewer_of(organization_of(session, row.org_id))
    me = replace(member, role=Role.EDITOR, user_id=row.asked_by)
    ledger, knows_code = ledger_of(session, now), knows_code_of(session)
    rewards = RewardService(session, ledger, knows_code, now=now, new_id=new_id, new_event_id=uuid7)
    customers = customers_of(session, settings, now)
    for customer_id in sorted(customer_ids):
        body = CampaignReward(
            customer_id=customer_id,
            reward_id=row.reward_id,
            campaign_id=row.campaign_id,
            idempotency_key=f"{row.campaign_id}-{customer_id}",
        )
        try:
            with session.begin_nested():
                rewards.give(me, customers.ids_of_person(row.org_id, customer_id), body)
        except (RewardUnavailable, RewardNotFound) as no:
            log.info("campaign reward not given", campaign_id=row.campaign_id, reason=no.code)
