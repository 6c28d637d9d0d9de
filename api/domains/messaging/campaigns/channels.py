"""Chooses the channel on which each person gets a message."""

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

STRONGEST = ("withdrawn", "suppressed", "pending", "other_address", "no_consent", "no_address")
"""Reasons why a person gets nothing on any channel, the most informative first."""
_RANKS = {reason: rank for rank, reason in enumerate(STRONGEST)}
NO_DEVICE = "no_device"
"""The person has no pass on a phone, or no subscribed browser."""


class ChannelChooser:
    """Chooses channels for the recipients of one message."""

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
        """`contents` may be sent. A channel for which none of them has a text is left out."""
        self._session = session
        self._policy = policy
        self._org_id = org_id
        self._purpose = purpose
        self._now = now
        several = list(contents)
        written = [
            it for it in channels_of(channel) if any(not content.missing(it) for content in several)
        ]
        self.written: list[SentChannel] = written or list(channels_of(channel))
        """The possible channels, in the order in which they are tried."""
        self.without_device: set[str] = set()
        """People who may be contacted on a chosen channel, but have no pass or browser for it."""

    def choose(self, customer_ids: Sequence[str]) -> dict[str, SentChannel]:
        """Return the first channel on which each person can be reached. For people who cannot be contacted, it is the
        channel with the most informative reason.
        """
        if len(self.written) == 1:
            (channel,) = self.written
            if channel in ("wallet_push", "web_push"):
                self.without_device |= set(customer_ids) - self._with_device(channel, customer_ids)
            return dict.fromkeys(customer_ids, channel)
        pairs = [
            ContactPair(it, channel, self._purpose)
            for it in customer_ids
            for channel in self.written
        ]
        decided = self._policy.may_contact_many(self._org_id, pairs, self._now)
        devices = {
            it: self._with_device(it, customer_ids)
            for it in self.written
            if it in ("wallet_push", "web_push")
        }
        chosen = {}
        for customer_id in customer_ids:
            answers = {
                it: decided[ContactPair(customer_id, it, self._purpose)] for it in self.written
            }
            chosen[customer_id] = min(
                reversed(self.written), key=lambda it: _RANKS.get(answers[it].reason or "", 9)
            )
            for channel, decision in answers.items():
                may = decision.allowed or decision.reason == "quiet_hours"
                if may and (channel not in devices or customer_id in devices[channel]):
                    chosen[customer_id] = channel
                    break
            else:
                if not any(it.reason in _RANKS for it in answers.values()):
                    self.without_device.add(customer_id)
        return chosen

    def _with_device(self, channel: SentChannel, customer_ids: Sequence[str]) -> set[str]:
        """Return those of them who have a pass on a phone, or a subscribed browser."""
        if channel == "web_push":
            return subscribers(self._session, self._org_id, customer_ids)
        return set(passes_of_holders(self._session, self._org_id, customer_ids))
