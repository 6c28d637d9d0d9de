"""Moves people through automations, inside a job. The messages for a page of people and their next steps are committed
together, so a crash neither loses a step nor repeats it.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.domains.messaging.automations.conditions import Conditions, behaviour_of
from api.domains.messaging.automations.enrolment import SWEEP_EVERY, DateEntry
from api.domains.messaging.automations.enrolment_repository import EnrolmentRepository, Person
from api.domains.messaging.automations.events import Move
from api.domains.messaging.automations.following import RUN
from api.domains.messaging.automations.models import Enrolment
from api.domains.messaging.automations.repository import AutomationRepository, RevisionRepository
from api.domains.messaging.automations.schemas import AutomationPlan
from api.domains.messaging.automations.steps import (
    ConditionStep,
    ExitStep,
    Flow,
    MessageStep,
    Place,
    Step,
    WaitStep,
)
from api.domains.messaging.automations.types import STEP_LATEST, EndReason
from api.domains.messaging.automations.waiting import waits_until
from api.domains.messaging.automations.writing import StepWriter
from api.domains.messaging.campaigns.receiver_reading import receivers_of
from api.domains.messaging.campaigns.zones import ReceiverZones
from api.domains.messaging.messages.dependencies import gate_of
from api.domains.people.segments.errors import SegmentsNotReady
from api.jobs.due import queue_for_each, queue_next
from api.jobs.registry import JobContext
from api.kit.errors import Invalid
from runtime.settings import Settings
from warehouse.segments.engine import CustomerBehaviour

PAGE = 200
NOT_READY = timedelta(minutes=5)
"""How long a condition waits for the warehouse."""

log = structlog.get_logger(__name__)


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue a job for each organisation with due automations, and return how many."""
    return queue_for_each(
        engine, RUN, lambda session: AutomationRepository(session).list_due(now), now
    )


class DueAutomations:
    """Automations of one organisation with due dates or steps."""

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._org_id = context.org_id

    def run(self) -> dict[str, Any]:
        """Enrol people whose date has come, then make every due step."""
        with behaviour_of(self._context.settings) as behaviour:
            entered = self._sweep(behaviour)
            pages = 0
            while self._run_page(behaviour):
                pages += 1
                if not self._context.has_time():
                    queue_next(self._context, RUN)
                    break
        return {"entered": entered, "pages": pages}

    def _sweep(self, behaviour: CustomerBehaviour) -> int:
        now = self._context.now()
        with self._context.session() as session:
            due = AutomationRepository(session).due_for_sweep(self._org_id, now)
        return sum(self._sweep_one(it, behaviour, now) for it in due)

    def _sweep_one(self, automation_id: str, behaviour: CustomerBehaviour, now: datetime) -> int:
        with self._context.session() as session:
            row = AutomationRepository(session).find_locked(self._org_id, automation_id)
            if row is None or row.state != "on" or row.sweep_at is None or row.sweep_at > now:
                return 0
            conditions = Conditions(session, behaviour, self._org_id, now)
            try:
                entered = DateEntry(session, self._org_id, conditions.newcomers, now).take(row)
            except SegmentsNotReady:
                row.sweep_at = now + NOT_READY
                return 0
            row.sweep_at = now + SWEEP_EVERY
            return entered

    def _run_page(self, behaviour: CustomerBehaviour) -> bool:
        """Process one page of people. Return False if there is nothing more to do for now."""
        now = self._context.now()
        with self._context.session() as session:
            walk = Walk(session, self._context.settings, self._org_id, behaviour, now)
            return walk.go_due(PAGE) > 0


class Walk:
    """Moves some people through their steps in one transaction, until each of them waits or has left."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        org_id: str,
        behaviour: CustomerBehaviour,
        now: datetime,
    ) -> None:
        self._session = session
        self._org_id = org_id
        self._now = now
        self._enrolments = EnrolmentRepository(session)
        self._automations = AutomationRepository(session)
        self._conditions = Conditions(session, behaviour, org_id, now)
        self._gate = gate_of(session, settings, now)
        self._writer = StepWriter(session, settings, org_id, now)
        self._zones = ReceiverZones(session, settings, org_id, now)
        self._plans: dict[tuple[str, int], AutomationPlan] = {}
        self._flows: dict[tuple[str, int], Flow] = {}
        self._people: dict[str, Person] = {}
        self._passed_over: dict[str, Counter[str]] = defaultdict(Counter)
        self._moves: list[Move] = []

    def go_due(self, most: int) -> int:
        """Move the people whose step is due, at most `most`, and return how many there were."""
        taken = self._enrolments.take_due(self._org_id, self._now, most)
        # A pause holds back the messages that exist at that time, so it must wait for those of this
        # page.
        on = self._automations.keep_on(self._org_id, {it.automation_id for it in taken})
        rows = [it for it in taken if it.automation_id in on]
        if rows:
            self._go(rows)
        return len(rows)

    def _go(self, rows: Sequence[Enrolment]) -> None:
        self._read(rows)
        going = [it for it in rows if self._may_go(it)]
        self._leave_segments(going)
        going = [it for it in going if it.due_at is not None]
        while going:
            groups: dict[tuple[str, int, str | None], list[Enrolment]] = defaultdict(list)
            for it in going:
                groups[(it.automation_id, it.revision, it.step_id)].append(it)
            going = []
            for (automation_id, revision, step_id), group in sorted(
                groups.items(), key=lambda it: (it[0][0], it[0][1], it[0][2] or "")
            ):
                flow = self._flows[(automation_id, revision)]
                place = flow.at(step_id) if step_id is not None else None
                if place is None:
                    for it in group:
                        self._end(it, "finished")
                else:
                    going += self._make(place, group)
        self._session.flush()
        self._enrolments.record(self._org_id, self._moves, self._now)
        for automation_id, counts in sorted(self._passed_over.items()):
            self._automations.add_passed_over(self._org_id, automation_id, counts)

    def _read(self, rows: Sequence[Enrolment]) -> None:
        wanted = {(it.automation_id, it.revision) for it in rows}
        for key, plan in RevisionRepository(self._session).plans(self._org_id, wanted).items():
            self._plans[key] = AutomationPlan.model_validate(plan)
            self._flows[key] = Flow(self._plans[key].steps)
        self._people = self._enrolments.people(self._org_id, {it.customer_id for it in rows})

    def _may_go(self, row: Enrolment) -> bool:
        """Return whether the next step may be made. A row of a merged profile moves to the profile into which it was
        merged.
        """
        person = self._people.get(row.customer_id)
        if person is None:
            self._end(row, "merged")
            return False
        if row.due_at is not None and row.due_at < self._now - STEP_LATEST:
            self._end(row, "too_late")
            return False
        if person.kept_id != row.customer_id:
            if self._enrolments.in_it(self._org_id, row.automation_id, person.kept_id):
                self._end(row, "merged")
                return False
            row.customer_id = person.kept_id
            self._session.flush()
            self._people[person.kept_id] = person
        return True

    def _leave_segments(self, rows: Sequence[Enrolment]) -> None:
        by_segment: dict[str, list[Enrolment]] = defaultdict(list)
        for it in rows:
            segment_id = self._plans[(it.automation_id, it.revision)].segment_id
            if segment_id is not None:
                by_segment[segment_id].append(it)
        for segment_id, several in by_segment.items():
            ids = {it.customer_id for it in several}
            members = self._enrolments.members(self._org_id, segment_id, ids)
            for it in several:
                if it.customer_id not in members:
                    self._end(it, "segment_left")

    def _make(self, place: Place, group: list[Enrolment]) -> list[Enrolment]:
        """Make a step for some people, and return those whose next step is due immediately."""
        step = place.step
        if isinstance(step, ConditionStep):
            return self._branch(step, place, group)
        self._record_step(step, group)
        if isinstance(step, WaitStep):
            return self._wait(step, place.after, group)
        if isinstance(step, MessageStep):
            self._send(step, group)
        elif isinstance(step, ExitStep):
            for it in group:
                self._end(it, "exit")
            return []
        for it in group:
            it.step_id = place.after
        return group

    def _record_step(self, step: Step, group: list[Enrolment]) -> None:
        self._moves += [_move(it, "step", step=step.id, kind=step.kind) for it in group]

    def _wait(self, step: WaitStep, after: str | None, group: list[Enrolment]) -> list[Enrolment]:
        receivers = receivers_of(self._session, self._org_id, {it.customer_id for it in group})
        for it in group:
            person = self._people[it.customer_id]
            due = waits_until(
                step,
                self._zones.of(receivers[it.customer_id]),
                person.attributes,
                person.birthday,
                self._now,
            )
            if due is None:
                self._end(it, "no_date")
            else:
                it.step_id, it.due_at = after, due
        return [it for it in group if it.due_at is not None and it.due_at <= self._now]

    def _branch(self, step: ConditionStep, place: Place, group: list[Enrolment]) -> list[Enrolment]:
        try:
            found = self._conditions.among(step.rules, {it.customer_id for it in group})
        except SegmentsNotReady:
            for it in group:
                it.due_at = self._now + NOT_READY
            return []
        except Invalid as too_much:  # segments in the rules have grown
            log.warning("condition not asked", step=step.id, error=str(too_much))
            found = set()
        self._record_step(step, group)
        for it in group:
            it.step_id = place.yes if it.customer_id in found else place.no
        return group

    def _send(self, step: MessageStep, group: list[Enrolment]) -> None:
        automation_id = group[0].automation_id
        entry_numbers = {it.customer_id: it.entry_number for it in group}
        written = self._writer.write(automation_id, step, entry_numbers)
        if written.requests:
            self._gate.queue_many(
                self._org_id, "automation", automation_id, "", written.requests, self._now
            )
        if written.passed_over:
            self._passed_over[automation_id].update(reason for _, reason in written.passed_over)

    def _end(self, row: Enrolment, reason: EndReason) -> None:
        row.reason, row.ended_at, row.due_at = reason, self._now, None
        self._moves.append(_move(row, "left", step=row.step_id, reason=reason))


def _move(row: Enrolment, action: Literal["step", "left"], **more: Any) -> Move:
    return Move(row.automation_id, row.enrolment_id, row.customer_id, action, **more)
