"""Starts and stops campaigns, and requires the approval of a second person if the organisation's settings say so."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.messaging.campaigns.audience_repository import AudienceRepository
from api.domains.messaging.campaigns.content import LocalContent
from api.domains.messaging.campaigns.errors import (
    WrongCampaignState,
    refused,
)
from api.domains.messaging.campaigns.models import Campaign
from api.domains.messaging.campaigns.reading import read
from api.domains.messaging.campaigns.schemas import (
    Audience,
    CampaignPlan,
    CampaignRead,
    CampaignSchedule,
    CampaignVariant,
    ChangeCampaign,
    SendSmsCampaign,
    SmsCampaignAnswer,
)
from api.domains.messaging.campaigns.service import CampaignService, plan_of
from api.domains.messaging.campaigns.timing import first_start
from api.domains.messaging.campaigns.types import BEST_FIRST, channels_of
from api.domains.messaging.messages.gate import MessageGate
from api.jobs.queue import Jobs

RUN = "campaigns.run"
LATEST = timedelta(days=366)
TOLERANCE = timedelta(minutes=5)
"""The maximum by which a client's clock may be slow."""


class CampaignStarter:
    """Actions on campaigns of one organisation, in one session."""

    def __init__(
        self,
        session: Session,
        campaigns: CampaignService,
        gate: MessageGate,
        jobs: Jobs,
        now: datetime,
    ) -> None:
        self._session = session
        self._campaigns = campaigns
        self._audiences = AudienceRepository(session)
        self._gate = gate
        self._jobs = jobs
        self._now = now

    def change(self, me: Member, body: ChangeCampaign) -> CampaignRead:
        """Perform the requested action.

        Raises:
            CampaignNotFound, CampaignChanged, WrongCampaignState, ApprovalNeedsAnother, ApprovalNeedsRole: the action
                is not possible.
            Invalid: the campaign cannot be sent in its current form; the error gives the reason.
        """
        row = self._campaigns.locked(me.org_id, body.campaign_id, body.revision)
        match body.action:
            case "schedule":
                self._ask(me, row)
            case "approve":
                self._approve(me, row)
            case "withdraw":
                self._withdraw(row)
            case "pause":
                self._pause(row)
            case "resume":
                self._resume(row)
            case "cancel":
                self._cancel(row)
        self._session.flush()
        return read(row, may_approve=self._campaigns.may_approve(me, row))

    def send_sms(self, me: Member, body: SendSmsCampaign) -> SmsCampaignAnswer:
        """Create a text message campaign and start it.

        Raises:
            TooManyCampaigns: the maximum number has been reached.
            Invalid: it names something that does not exist, or cannot be sent.
        """
        audience = Audience(kind="segment" if body.segment_id else "everyone", id=body.segment_id)
        is_later = body.send_at is not None and body.send_at > self._now
        plan = CampaignPlan(
            name=body.name or _name_of(body.message),
            channel="sms",
            audience=audience,
            variants=[CampaignVariant(contents=[LocalContent(language="en", sms=body.message)])],
            schedule=CampaignSchedule(
                kind="at" if is_later else "now", at=body.send_at if is_later else None
            ),
            code_id=body.code_id,
        )
        self._campaigns.check(me.org_id, plan)
        row = self._campaigns.add(me, plan)
        self._ask(me, row)
        people = row.audience_size or 0
        return SmsCampaignAnswer(
            status="scheduled" if row.state == "draft" or is_later else "sent",
            text=self._text(row, people),
            campaign_id=row.campaign_id,
            people=people,
        )

    def _text(self, row: Campaign, people: int) -> str:
        whom = f"{people:,} {'person' if people == 1 else 'people'}"
        if row.state == "draft":
            return f"Scheduled for {whom}, as soon as a second person approves it."
        if row.starts_at is not None and row.starts_at > self._now:
            return f"Scheduled for {row.starts_at:%Y-%m-%d %H:%M} UTC. The audience now has {whom}."
        return f"The message is being sent to those of {whom} who agreed to it."

    def _ask(self, me: Member, row: Campaign) -> None:
        """Schedule the campaign, or record that somebody else must approve it first."""
        if row.state != "draft" or row.is_template or row.archived_at is not None:
            raise WrongCampaignState
        self._require_sendable(row)
        row.audience_size = self._audiences.size(row.org_id, row.audience_kind, row.audience_id)
        row.asked_by, row.asked_at = me.caller_id or None, self._now
        row.approved_by = row.approved_at = None
        above = self._campaigns.settings(row.org_id).approval_above
        if above is None or row.audience_size <= above:
            self._schedule(row)

    def _approve(self, me: Member, row: Campaign) -> None:
        if row.state != "draft" or row.asked_at is None:
            raise WrongCampaignState
        refusal = self._campaigns.approval_refusal(me, row)
        if refusal is not None:
            raise refusal
        self._require_sendable(row)
        row.approved_by, row.approved_at = me.user_id, self._now
        self._schedule(row)

    def _schedule(self, row: Campaign) -> None:
        plan = CampaignSchedule.model_validate(row.schedule)
        starts_at = self._now
        if plan.at is not None:
            starts_at = max(plan.at, self._now)
        if plan.local is not None:
            starts_at = max(first_start(plan.local), self._now)
        row.state, row.starts_at, row.due_at = "scheduled", starts_at, starts_at
        if starts_at <= self._now:
            self._jobs.enqueue(row.org_id, RUN, {})

    def _withdraw(self, row: Campaign) -> None:
        """Turn the campaign back into a draft, as long as it has not started."""
        if row.state != "scheduled" and not (row.state == "draft" and row.asked_at is not None):
            raise WrongCampaignState
        row.state, row.starts_at, row.due_at, row.audience_size = "draft", None, None, None
        row.asked_by = row.asked_at = row.approved_by = row.approved_at = None

    def _pause(self, row: Campaign) -> None:
        if row.state not in ("scheduled", "running"):
            raise WrongCampaignState
        row.state, row.due_at = "paused", None
        self._gate.hold(row.org_id, "campaign", row.campaign_id, is_held=True)

    def _resume(self, row: Campaign) -> None:
        if row.state != "paused":
            raise WrongCampaignState
        row.state = "running" if row.started_at is not None else "scheduled"
        row.due_at = max(self._now, row.starts_at or self._now)
        self._gate.hold(row.org_id, "campaign", row.campaign_id, is_held=False)
        if row.due_at <= self._now:
            self._jobs.enqueue(row.org_id, RUN, {})

    def _cancel(self, row: Campaign) -> None:
        if row.state not in ("scheduled", "running", "paused"):
            raise WrongCampaignState
        row.state, row.due_at, row.finished_at = "cancelled", None, self._now
        self._gate.cancel(row.org_id, "campaign", row.campaign_id, self._now)

    def _require_sendable(self, row: Campaign) -> None:
        """Check that the campaign has a text in every version and language, and that its time is possible."""
        plan = plan_of(row)
        self._campaigns.check(row.org_id, plan)
        for number, variant in enumerate(plan.variants):
            for content in variant.contents:
                missing = {it: content.missing(it) for it in channels_of(plan.channel)}
                # A person's best channel is one of those that have a text.
                written = [it for it in BEST_FIRST if it in missing and not missing[it]]
                if not written:
                    fields = next(iter(missing.values()))
                    raise refused(
                        f"variants.{number}.contents.{content.language}.{fields[0]}",
                        "must not be empty",
                        "content_missing",
                    )
        self._require_time(plan.schedule)

    def _require_time(self, schedule: CampaignSchedule) -> None:
        start = schedule.at
        if schedule.local is not None:
            start = first_start(schedule.local)
            if schedule.local < (self._now - timedelta(hours=12)).replace(tzinfo=None):
                raise refused("schedule.local", "is in the past in all time zones", "bad_time")
        if start is None:
            return
        if schedule.at is not None and schedule.at < self._now - TOLERANCE:
            raise refused("schedule.at", "must not be in the past", "bad_time")
        if start > self._now + LATEST:
            raise refused("schedule", "must be within the next 366 days", "bad_time")


def _name_of(message: str) -> str:
    """Return the beginning of a text message, as a name."""
    line = "".join(it if it.isprintable() else " " for it in message.splitlines()[0])
    return line[:80].strip() or "Text message"
