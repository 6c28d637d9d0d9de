"""Runs campaigns in pages, inside a job. Messages, position and counts of a page are committed together, so an
interrupted campaign continues where it stopped. The database stores one message for each person.
"""

from collections import Counter
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.domains.messaging.campaigns.audience_repository import AudienceRepository
from api.domains.messaging.campaigns.best_hours import BestHours, best_hours_of
from api.domains.messaging.campaigns.errors import ResultsNotReady
from api.domains.messaging.campaigns.experiments import Result, proportion, winner_of
from api.domains.messaging.campaigns.models import Campaign
from api.domains.messaging.campaigns.repository import CampaignRepository
from api.domains.messaging.campaigns.results import (
    conversions_of,
    read_results,
    results_by,
)
from api.domains.messaging.campaigns.schemas import CampaignPlan
from api.domains.messaging.campaigns.service import plan_of
from api.domains.messaging.campaigns.starting import RUN
from api.domains.messaging.campaigns.writing import CampaignWriter
from api.domains.messaging.messages.dependencies import gate_of
from api.domains.messaging.messages.reading import count_waiting, counts_of
from api.jobs.due import queue_for_each
from api.jobs.faults import take_turns
from api.jobs.registry import JobContext

PAGE = 500
LOOKS_EVERY = timedelta(minutes=1)
"""Interval at which the runner checks whether results can be read."""
WAREHOUSE_WAITED_FOR = timedelta(days=1)


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue a job for each organisation with a due campaign, and return how many."""
    return queue_for_each(
        engine, RUN, lambda session: CampaignRepository(session).list_due(now), now
    )


class DueCampaigns:
    """The due campaigns of one organisation."""

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._org_id = context.org_id

    def run(self) -> dict[str, Any]:
        """Run one page of each campaign in turn."""
        with self._context.session() as session:
            due = CampaignRepository(session).due(self._org_id, self._context.now())
        with ExitStack() as stack:
            hours = _Hours(self._context, stack)
            pages = take_turns(self._context, RUN, due, lambda it: self._run_page(it, hours))
        return {"pages": pages}

    def _run_page(self, campaign_id: str, hours: "_Hours") -> bool:
        """Run one page. Return False if there is nothing more to do for now."""
        now = self._context.now()
        with self._context.session() as session:
            row = CampaignRepository(session).find_locked(self._org_id, campaign_id)
            if row is None or row.due_at is None or row.due_at > now:
                return False
            return _Page(session, self._context, row, now, hours).run()


class _Hours:
    """The hours at which people are usually active, read at most once for all pages of the job."""

    def __init__(self, context: JobContext, stack: ExitStack) -> None:
        self._context = context
        self._stack = stack
        self._found: BestHours | None = None

    def read(self, session: Session) -> BestHours:
        """Return the hours. Raises ResultsNotReady."""
        if self._found is None:
            context = self._context
            self._found = self._stack.enter_context(
                best_hours_of(session, context.settings, context.org_id, context.now())
            )
        return self._found


class _Page:
    """One transaction of a campaign, whose row is locked."""

    def __init__(
        self, session: Session, context: JobContext, row: Campaign, now: datetime, hours: _Hours
    ) -> None:
        self._session = session
        self._hours = hours
        self._settings = context.settings
        self._row = row
        self._now = now
        self._audiences = AudienceRepository(session)

    def run(self) -> bool:
        """Queue the messages for the next people, or check whether the campaign has finished."""
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
        try:
            hours = self._best_hours()
        except ResultsNotReady:
            row.due_at = self._now + LOOKS_EVERY
            return False
        ids = list(dict.fromkeys(it.customer_id for it in members))
        receivers = self._audiences.receivers(row.org_id, ids)
        counted = CampaignWriter(
            self._session,
            self._settings,
            gate_of(self._session, self._settings, self._now),
            row,
            self._now,
            hours,
        ).queue([receivers[it] for it in ids if it in receivers])
        row.passed_over = dict(Counter(row.passed_over) + counted)
        row.position = members[-1].profile_id
        return True

    def _best_hours(self) -> BestHours | None:
        """Return the hours at which people are usually active, or None if the campaign does not use them, or if the
        warehouse has not been available for a day. Raises ResultsNotReady.
        """
        row = self._row
        if plan_of(row).schedule.kind != "best_hour":
            return None
        try:
            return self._hours.read(self._session)
        except ResultsNotReady:
            if self._now - (row.started_at or self._now) > WAREHOUSE_WAITED_FOR:
                return None
            raise

    def _rest(self) -> bool:
        """Wait for the winner, or for the last message to be sent. Return True if there is more to do immediately."""
        row, plan = self._row, plan_of(self._row)
        assert row.reached_end_at is not None
        if row.winner is None and len(plan.variants) > 1 and plan.experiment.test_share < 100:
            decided_at = row.reached_end_at + timedelta(hours=plan.experiment.winner_after_hours)
            if decided_at > self._now:
                row.due_at = decided_at
                return False
            results = self._results(decided_at)
            if results is None:
                row.due_at = self._now + LOOKS_EVERY
                return False
            row.winner = winner_of(results)
            row.position, row.reached_end_at = "", None
            return True
        if count_waiting(self._session, row.org_id, "campaign", row.campaign_id):
            # Checked again when messages have been sent, and every minute.
            row.due_at = self._now
            return False
        row.state, row.due_at, row.finished_at = "completed", None, self._now
        return False

    def _results(self, decided_at: datetime) -> list[Result] | None:
        """Return the results of the versions by the campaign's goal, or None while the warehouse cannot be read. After
        a day without it, clicks decide, so that the campaign does not wait forever.
        """
        row, plan = self._row, plan_of(self._row)
        if plan.experiment.winner_by == "clicks":
            return results_of(self._session, row, plan)
        try:
            with conversions_of(self._settings) as conversions:
                found = read_results(self._session, conversions, row, self._now)
        except ResultsNotReady:
            is_late = self._now - decided_at > WAREHOUSE_WAITED_FOR
            return results_of(self._session, row, plan) if is_late else None
        return results_by(plan, found)


def results_of(session: Session, row: Campaign, plan: CampaignPlan) -> list[Result]:
    """Return the results of a campaign's versions so far, by clicks."""
    sent: Counter[str] = Counter()
    clicked: Counter[str] = Counter()
    for it in counts_of(session, row.org_id, "campaign", row.campaign_id):
        if it.has_left:
            sent[it.variant] += it.messages
            clicked[it.variant] += it.clicked
    return [proportion(it.key, sent[it.key], clicked[it.key]) for it in plan.variants]
