"""The channel on which each person gets a message."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.messaging.campaigns.content import LocalContent
from api.domains.messaging.campaigns.types import SentChannel, channels_of
from api.domains.messaging.web_push.reading import subscribers
from api.domains.people.consents.many_reading import ContactPair
from api.domains.people.consents.policy import ContactPolicy
from api.domains.people.consents.types import Purpose
from api.domains.wallet.pass_updates.holders import passes_of_holders

_STRONGEST = {
    reason: rank
    for rank, reason in enumerate(
        ("withdrawn", "suppressed", "pending", "other_address", "no_consent", "no_address")
    )
}
"""Which reason says most of why somebody gets nothing on any channel."""


class ChannelChooser:
    """Chooses for the people of one message."""

    def __init__(
        self,
        session: Session,
        policy: ContactPolicy,
        org_id: str,
        channel: str,
        purpose: Purpose,
        contents: Iterable[LocalContent],
        now: datetime,
    ) -> None:
        """`contents`: what may be sent; a channel that none of it is written for is left out."""
        self._session = session
        self._policy = policy
        self._org_id = org_id
        self._purpose = purpose
        self._now = now
        several = list(contents)
        written = [
            it for it in channels_of(channel) if any(not content.missing(it) for content in several)
        ]
        self._written = written or list(channels_of(channel))

    def choose(self, customer_ids: Sequence[str]) -> dict[str, SentChannel]:
        """The first of the channels on which each may be reached; for those who may not, that of the strongest no."""
        if len(self._written) == 1:
            return dict.fromkeys(customer_ids, self._written[0])
        pairs = [
            ContactPair(it, channel, self._purpose)
            for it in customer_ids
            for channel in self._written
        ]
        decided = self._policy.may_contact_many(self._org_id, pairs, self._now)
        holders = passes_of_holders(self._session, self._org_id, customer_ids)
        devices = {"wallet_push": set(holders), "web_push": set[str]()}
        if "web_push" in self._written:
            devices["web_push"] = subscribers(self._session, self._org_id, customer_ids)
        chosen = {}
        for customer_id in customer_ids:
            answers = {
                it: decided[ContactPair(customer_id, it, self._purpose)] for it in self._written
            }
            chosen[customer_id] = min(
                reversed(self._written), key=lambda it: _STRONGEST.get(answers[it].reason or "", 9)
            )
            for channel, decision in answers.items():
                may = decision.allowed or decision.reason == "quiet_hours"
                if may and (channel not in devices or customer_id in devices[channel]):
                    chosen[customer_id] = channel
                    break
        return chosen
