"""The channel on which each person gets a campaign."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.messaging.campaigns.schemas import CampaignPlan
from api.domains.messaging.campaigns.types import SentChannel, channels_of
from api.domains.people.consents.many_reading import ContactPair
from api.domains.people.consents.policy import ContactPolicy
from api.domains.wallet.pass_updates.holders import passes_of_holders


class ChannelChooser:
    """Chooses for the people of one campaign."""

    def __init__(
        self,
        session: Session,
        policy: ContactPolicy,
        org_id: str,
        plan: CampaignPlan,
        now: datetime,
    ) -> None:
        self._session = session
        self._policy = policy
        self._org_id = org_id
        self._plan = plan
        self._now = now
        written = [
            it
            for it in channels_of(plan.channel)
            if any(not content.missing(it) for one in plan.variants for content in one.contents)
        ]
        self._written = written or list(channels_of(plan.channel))

    def choose(self, customer_ids: Sequence[str]) -> dict[str, SentChannel]:
        """The first channel of the campaign on which each may be reached; the last one for those who may not."""
        if len(self._written) == 1:
            return dict.fromkeys(customer_ids, self._written[0])
        pairs = [
            ContactPair(it, channel, self._plan.purpose)
            for it in customer_ids
            for channel in self._written
        ]
        decided = self._policy.may_contact_many(self._org_id, pairs, self._now)
        holders = passes_of_holders(self._session, self._org_id, customer_ids)
        chosen = {}
        for customer_id in customer_ids:
            chosen[customer_id] = self._written[-1]
            for channel in self._written:
                decision = decided[ContactPair(customer_id, channel, self._plan.purpose)]
                may = decision.allowed or decision.reason == "quiet_hours"
                if may and (channel != "wallet_push" or customer_id in holders):
                    chosen[customer_id] = channel
                    break
        return chosen
