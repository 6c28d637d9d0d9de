"""Runs campaigns in pages, from inside a job. Messages, position and counts of a page commit together, so that an
interrupted campaign goes on where it was; and the database stores one message for each person.
"""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.db.session import enter_tenant
from api.domains.messaging.campaigns.audience_repository import AudienceRepository, Receiver
from api.domains.messaging.campaigns.channels import ChannelChooser
from api.domains.messaging.campaigns.composing import Composer
from api.domains.messaging.campaigns.content import chosen, used
from api.domains.messaging.campaigns.experiments import Result, side_of, winner_of
from api.domains.messaging.campaigns.models import Campaign
from api.domains.messaging.campaigns.repository import CampaignRepository
from api.domains.messaging.campaigns.schemas import CampaignPlan
from api.domains.messaging.campaigns.service import plan_of
from api.domains.messaging.campaigns.starting import RUN
from api.domains.messaging.campaigns.timing import Timing, due_for, share_of, zone_of_phone
from api.domains.messaging.messages.dependencies import gate_of
from api.domains.messaging.messages.reading import count_waiting, counts_of
from api.domains.messaging.messages.types import MessageWish
from api.domains.people.consents.dependencies import policy_of
from api.domains.people.customers.sealing import Sealer
from api.jobs.queue import Jobs
from api.jobs.registry import JobContext
from warehouse.date_ranges import zone_of

PAGE = 500
MOST_PAGES = 200
"""After this many the next job goes on, so that jobs of others get their turn."""
LOOKS_EVERY = timedelta(minutes=1)
"""How often it is looked whether all messages of a campaign have left."""
BUCKETS = 24
"""A spread is sent in so many steps, so that many people are decided about at once."""


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue a job for each organisation with a campaign that is due; returns how many."""
    with Session(engine) as session:
        due = CampaignRepository(session).list_due(now)
    for org_id in due:
        with Session(engine) as session, session.begin():
            enter_tenant(session, org_id)
            Jobs(session, now).enqueue(org_id, RUN, {})
    return len(due)


class DueCampaigns:
    """Campaigns of one organisation that are due."""

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._org_id = context.org_id

    def run(self) -> dict[str, Any]:
        """Run them one after the other."""
        pages = 0
        with self._context.session() as session:
            due = CampaignRepository(session).due(self._org_id, self._context.now())
        for campaign_id in due:
            while self._run_page(campaign_id):
                pages += 1
                if pages >= MOST_PAGES:
                    with self._context.session() as session:
                        Jobs(session, self._context.now()).enqueue(self._org_id, RUN, {})
                    return {"pages": pages}
        return {"pages": pages}

    def _run_page(self, campaign_id: str) -> bool:
        """One page; False when there is nothing more to do for now."""
        now = self._context.now()
        with self._context.session() as session:
            row = CampaignRepository(session).find_locked(self._org_id, campaign_id)
            if row is None or row.due_at is None or row.due_at > now:
                return False
            return _Page(session, self._context, row, now).run()


class _Page:
    """One transaction of a campaign, whose row is locked."""

    def __init__(self, session: Session, context: JobContext, row: Campaign, now: datetime) -> None:
        self._session = session
        self._settings = context.settings
        self._row = row
        self._now = now
        self._audiences = AudienceRepository(session)

    def run(self) -> bool:
        """Queue the messages of the next people, or see whether it is over."""
        row = self._row
        if row.state == "scheduled":
            row.state, row.started_at = "running", self._now
            row.audience_size = self._audiences.size(row.org_id, row.audience_kind, row.audience_id)
        if row.reached_end_at is not None:
            return self._rest()
        members = self._audiences.page(
            row.org_id, row.audience_kind, row.audience_id, row.position, PAGE
        )
        if not members:
            row.reached_end_at = self._now
            return self._rest()
        ids = list(dict.fromkeys(it.customer_id for it in members))
        receivers = self._audiences.receivers(row.org_id, ids)
        counted = _Writer(self._session, self._settings, row, self._now).queue(
            [receivers[it] for it in ids if it in receivers]
        )
        row.passed_over = dict(Counter(row.passed_over) + counted)
        row.position = members[-1].profile_id
        return True

    def _rest(self) -> bool:
        """Wait for the winner, or for the last message to leave; True when there is more to do at once."""
        row, plan = self._row, plan_of(self._row)
        assert row.reached_end_at is not None
        if row.winner is None and len(plan.variants) > 1 and plan.experiment.test_share < 100:
            decided_at = row.reached_end_at + timedelta(hours=plan.experiment.winner_after_hours)
            if decided_at > self._now:
                row.due_at = decided_at
                return False
            row.winner = winner_of(results_of(self._session, row, plan))
            row.position, row.reached_end_at = "", None
            return True
        if count_waiting(self._session, row.org_id, "campaign", row.campaign_id):
            row.due_at = self._now + LOOKS_EVERY
            return False
        row.state, row.due_at, row.finished_at = "completed", None, self._now
        return False


def results_of(session: Session, row: Campaign, plan: CampaignPlan) -> list[Result]:
    """How the versions of a campaign did so far."""
    sent: Counter[str] = Counter()
    clicked: Counter[str] = Counter()
    for it in counts_of(session, row.org_id, "campaign", row.campaign_id):
        if it.has_left:
            sent[it.variant] += it.messages
            clicked[it.variant] += it.clicked
    return [Result(it.key, sent[it.key], clicked[it.key]) for it in plan.variants]


class _Writer:
    """Writes the messages of one page of people."""

    def __init__(self, session: Session, settings: Any, row: Campaign, now: datetime) -> None:
        self._row = row
        self._plan = plan_of(row)
        self._now = now
        self._sealer = Sealer(settings.secret_key)
        policy = policy_of(session, settings, now)
        self._hours = policy.quiet_hours(row.org_id)
        self._composer = Composer(session, settings, row.org_id)
        self._gate = gate_of(session, settings, now)
        self._channels = ChannelChooser(session, policy, row.org_id, self._plan, now)
        self._org_zone = organization_of(session, row.org_id).time_zone
        schedule = self._plan.schedule
        self._timing = Timing(
            row.starts_at or now,
            schedule.local,
            timedelta(hours=schedule.spread_hours),
            schedule.quiet,
        )
        self._zones: dict[str, ZoneInfo] = {}

    def queue(self, receivers: list[Receiver]) -> Counter[str]:
        """Queue their messages; how many people got none, by reason."""
        passed_over: Counter[str] = Counter()
        channels = self._channels.choose([it.customer_id for it in receivers])
        wishes = []
        for receiver in receivers:
            wish = self._wish(receiver, channels)
            if isinstance(wish, MessageWish):
                wishes.append(wish)
            elif wish is not None:
                passed_over[wish] += 1
        row = self._row
        self._gate.queue_many(
            row.org_id,
            "campaign",
            row.campaign_id,
            "",
            wishes,
            self._now,
            created_by=row.asked_by,
        )
        return passed_over

    def _wish(self, receiver: Receiver, channels: dict[str, Any]) -> MessageWish | str | None:
        """A person's message, or why there is none; None for those whose turn it is not."""
        row, plan = self._row, self._plan
        side = side_of(row.campaign_id, receiver.customer_id, plan.variants, plan.experiment)
        key = side.variant
        if row.winner is not None:
            if not side.waits_for_winner or side.is_held_out:
                return None
            key = row.winner
        elif side.is_held_out:
            return "holdout"
        elif side.waits_for_winner and plan.experiment.test_share < 100:
            return None
        contents = next(it for it in plan.variants if it.key == key).contents
        personal = self._composer.personal(receiver, row)
        content = chosen(contents, personal.language)
        channel = channels.get(receiver.customer_id, plan.channel)
        if content.missing(channel):
            return "no_content"
        if any(
            not it.has_default and not personal.values.get(it.name)
            for it in used([content], channel)
        ):
            return "no_value"
        share = share_of(row.campaign_id, "spread", receiver.customer_id)
        due = due_for(
            self._timing,
            self._zone(receiver),
            int(share * BUCKETS) / BUCKETS,
            self._hours,
            self._now,
        )
        if due is None:
            return "quiet_hours"
        composed = self._composer.write(contents, channel, personal)
        return MessageWish(
            customer_id=receiver.customer_id,
            channel=channel,
            purpose=plan.purpose,
            subject=composed.subject,
            text=composed.text,
            html=composed.html,
            language=composed.language,
            not_before=due,
            variant=key,
            skips_quiet=plan.schedule.quiet == "skip",
            code_id=row.code_id,
        )

    def _zone(self, receiver: Receiver) -> ZoneInfo:
        """Where a person is: as their profile says, else their number, else where the organisation is."""
        name = receiver.time_zone
        if name is None and receiver.phone_sealed is not None:
            phone = self._sealer.unseal(receiver.sealing_key, receiver.phone_sealed)
            name = zone_of_phone(phone.decode(), self._now) if phone is not None else None
        name = name or self._org_zone
        if name not in self._zones:
            self._zones[name] = zone_of(name)
        return self._zones[name]
