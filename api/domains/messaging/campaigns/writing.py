"""Writes the messages for people of a campaign: the version, channel, text and time of each."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from api.domains.messaging.campaigns.best_hours import BestHours
from api.domains.messaging.campaigns.channels import NO_DEVICE, ChannelChooser
from api.domains.messaging.campaigns.composing import Composer
from api.domains.messaging.campaigns.content import chosen, used
from api.domains.messaging.campaigns.experiments import side_of
from api.domains.messaging.campaigns.models import Campaign
from api.domains.messaging.campaigns.receiver_reading import Receiver
from api.domains.messaging.campaigns.rewarding import give_rewards
from api.domains.messaging.campaigns.service import plan_of
from api.domains.messaging.campaigns.timing import Timing, due_for, share_of
from api.domains.messaging.campaigns.types import SentChannel
from api.domains.messaging.campaigns.zones import ReceiverZones
from api.domains.messaging.messages.gate import MessageGate
from api.domains.messaging.messages.types import MessageRequest
from api.domains.people.consents.dependencies import policy_of
from runtime.settings import Settings

BUCKETS = 24
"""Number of steps in which a spread is sent, so that many people are decided at once."""


class CampaignWriter:
    """Writes the messages for some people of a campaign."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        gate: MessageGate,
        row: Campaign,
        now: datetime,
        hours: BestHours | None = None,
    ) -> None:
        """`hours` are those at which people are usually active, for campaigns that use them. Without them, everyone
        gets it at the start.
        """
        self._hours = hours
        self._session = session
        self._settings = settings
        self._row = row
        self._plan = plan_of(row)
        self._now = now
        self._zones = ReceiverZones(session, settings, row.org_id, now)
        policy = policy_of(session, settings, now)
        self._quiet = policy.quiet_rules(row.org_id)
        self._composer = Composer(session, settings, row.org_id)
        self._gate = gate
        self._channels = ChannelChooser(
            *(session, policy, row.org_id, self._plan.channel, self._plan.purpose),
            (content for variant in self._plan.variants for content in variant.contents),
            now,
        )
        schedule = self._plan.schedule
        self._timing = Timing(
            row.starts_at or now,
            schedule.local,
            timedelta(hours=schedule.spread_hours),
            schedule.quiet,
            at_best_hour=schedule.kind == "best_hour",
        )

    def queue(self, receivers: Sequence[Receiver]) -> Counter[str]:
        """Queue their messages, and return how many people got none, by reason."""
        requests, passed_over = self.write(receivers)
        row = self._row
        queued = self._gate.queue_many(
            row.org_id,
            "campaign",
            row.campaign_id,
            "",
            requests,
            self._now,
            created_by=row.asked_by,
        )
        going = [it.customer_id for it in queued if it.is_new and it.state == "queued"]
        give_rewards(
            self._session, self._settings, row, [it for it in going if it is not None], self._now
        )
        return passed_over

    @property
    def channels(self) -> Sequence[SentChannel]:
        """Return the channels that have a text, in the order in which they are tried."""
        return self._channels.written

    def write(self, receivers: Sequence[Receiver]) -> tuple[list[MessageRequest], Counter[str]]:
        """Return their messages, and how many people have none, by reason."""
        passed_over: Counter[str] = Counter()
        channels = self._channels.choose([it.customer_id for it in receivers])
        zones = {it.customer_id: self._zones.of(it) for it in receivers}
        hours = self._hours.of(zones) if self._hours is not None else {}
        requests = []
        for receiver in receivers:
            when = (zones[receiver.customer_id], hours.get(receiver.customer_id, []))
            request = self._request(receiver, channels, when)
            if isinstance(request, MessageRequest):
                requests.append(request)
            elif request is not None:
                passed_over[request] += 1
        return requests, passed_over

    def _request(
        self,
        receiver: Receiver,
        channels: Mapping[str, SentChannel],
        when: tuple[ZoneInfo, Sequence[int]],
    ) -> MessageRequest | str | None:
        """Return a person's message, or the reason why there is none; None for those whose turn has not come."""
        row, plan = self._row, self._plan
        side = side_of(row.campaign_id, receiver.customer_id, plan.variants, plan.experiment)
        key = side.variant
        if row.winner is not None:
            if not side.waits_for_winner or side.is_held_out:
                return None
            key = row.winner
        elif side.waits_for_winner and not side.is_held_out and plan.experiment.test_share < 100:
            return None
        contents = next(it for it in plan.variants if it.key == key).contents
        personal = self._composer.personal(receiver, row)
        content = chosen(contents, personal.language)
        channel = channels[receiver.customer_id]
        if receiver.customer_id in self._channels.without_device:
            return NO_DEVICE
        if content.missing(channel):
            return "no_content"
        if any(
            not it.has_default and not personal.values.get(it.name)
            for it in used([content], channel)
        ):
            return "no_value"
        share = share_of(row.campaign_id, "spread", receiver.customer_id)
        phone = partial(self._zones.phone, receiver)
        due = due_for(
            self._timing,
            when[0],
            int(share * BUCKETS) / BUCKETS,
            self._quiet.of(channel, plan.purpose, phone),
            self._now,
            when[1],
        )
        if due is None:
            return "quiet_hours"
        composed = self._composer.write(contents, channel, personal)
        return MessageRequest(
            customer_id=receiver.customer_id,
            channel=channel,
            purpose=plan.purpose,
            subject=composed.subject,
            text=composed.text,
            html=composed.html,
            url=composed.url,
            language=composed.language,
            not_before=due,
            variant=key,
            skips_quiet=plan.schedule.quiet == "skip",
            held_out=side.is_held_out,
            code_id=row.code_id,
        )
