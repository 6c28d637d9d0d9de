"""Tries a plan on the last 30 days: whom it would have reached, and why not the others. Nothing is stored or sent.

Events and dates are those of the 30 days, but conditions and the gate are evaluated as of now. If there are more than
2,000 people, the steps are simulated for a sample, chosen by a hash of their IDs.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import duckdb
from deltalake.exceptions import DeltaError
from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.messaging.automations.conditions import Conditions, behaviour_of, codes_at
from api.domains.messaging.automations.enrolment import birthdays_at, quiet_rules
from api.domains.messaging.automations.enrolment_repository import EnrolmentRepository, Entry
from api.domains.messaging.automations.schemas import AutomationPlan
from api.domains.messaging.automations.steps import ConditionStep, ExitStep, Flow, MessageStep
from api.domains.messaging.automations.sweep_repository import SweepRepository
from api.domains.messaging.automations.triggers import EventRule, fits, occurrence
from api.domains.messaging.automations.writing import StepWriter
from api.domains.messaging.messages.dependencies import gate_of
from api.domains.people.segments.errors import SegmentsNotReady
from api.domains.promotions.loyalty.reading import customers_with_expiring_points
from api.jobs.registry import JobContext, TemporaryJobFailure
from warehouse.damage import LakeUnreadableError
from warehouse.date_ranges import Range, zone_of
from warehouse.lake import Lake
from warehouse.queries.recent_acts import recent_acts
from warehouse.segments.engine import CustomerBehaviour

TRY = "automations.try"
DAYS = 30
MOST_PEOPLE = 2_000
MOST_EVENTS = 500_000
SAMPLE = 20
_TYPES = {
    "pass_installed": "pass",
    "pass_removed": "pass",
    "segment_entered": "segment",
}


def try_plan(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Return the result of the job: the counts, and some people by ID.

    Raises:
        TemporaryJobFailure: the warehouse cannot currently be read.
    """
    plan = AutomationPlan.model_validate(args["plan"])
    try:
        with behaviour_of(context.settings) as behaviour, context.session() as session:
            return _Trial(session, context, behaviour, plan).result()
    except (SegmentsNotReady, LakeUnreadableError, duckdb.Error, DeltaError, OSError) as error:
        raise TemporaryJobFailure(SegmentsNotReady.message) from error


class _Trial:
    def __init__(
        self,
        session: Session,
        context: JobContext,
        behaviour: CustomerBehaviour,
        plan: AutomationPlan,
    ) -> None:
        self._session = session
        self._settings = context.settings
        self._org_id = context.org_id
        self._now = context.now()
        self._since = self._now - timedelta(days=DAYS)
        self._plan = plan
        self._enrolments = EnrolmentRepository(session)
        self._conditions = Conditions(session, behaviour, self._org_id, self._now)
        self._zone = zone_of(organization_of(session, self._org_id).time_zone)
        self._reasons: dict[str, list[str]] = defaultdict(list)
        self._sent: Counter[str] = Counter()
        self._steps: dict[str, Counter[str]] = defaultdict(Counter)

    def result(self) -> dict[str, Any]:
        """Return the counts, and some people by ID."""
        entered = self._entered()
        people = sorted({it.customer_id for it in entered}, key=_shuffled)
        sample = people[:MOST_PEOPLE]
        self._go_through(sample)
        factor = len(people) / len(sample) if sample else 1.0
        refused = Counter(it for several in self._reasons.values() for it in several)
        last = {it.customer_id: it.at for it in entered}
        shown = sorted(sample, key=lambda it: (-self._sent[it], _shuffled(it)))[:SAMPLE]
        return {
            "entered": len(entered),
            "people": len(people),
            "checked": len(sample),
            "is_estimate": len(sample) < len(people),
            "messages": round(sum(self._sent.values()) * factor),
            "refused": [
                {"reason": reason, "people": round(count * factor)}
                for reason, count in refused.most_common()
            ],
            "steps": [
                {
                    "step_id": step_id,
                    "messages": round(counts["sent"] * factor),
                    "refused": round(counts["refused"] * factor),
                }
                for step_id, counts in self._steps.items()
            ],
            "sample": [
                {
                    "customer_id": it,
                    "entered_at": last[it].isoformat(),
                    "messages": self._sent[it],
                    "reasons": self._reasons.get(it, []),
                }
                for it in shown
            ],
            "until": self._now.isoformat(),
        }

    def _entered(self) -> list[Entry]:
        """Return the people who would have entered, oldest first: by the profile into which theirs was merged, and as
        often as the plan allows.
        """
        entries = self._entries()
        people = self._enrolments.people(self._org_id, {it.customer_id for it in entries})
        again = timedelta(days=self._plan.again_after_days) if self._plan.again_after_days else None
        last: dict[str, datetime] = {}
        seen: set[tuple[str, str]] = set()
        entered = []
        for it in sorted(entries, key=lambda it: it.at):
            person = people.get(it.customer_id)
            if person is None or (person.kept_id, it.key) in seen:
                continue
            before = last.get(person.kept_id)
            if before is not None and (again is None or before > it.at - again):
                continue
            seen.add((person.kept_id, it.key))
            last[person.kept_id] = it.at
            entered.append(it._replace(customer_id=person.kept_id))
        return entered

    def _entries(self) -> list[Entry]:
        trigger, days = self._plan.trigger, self._plan.trigger.days or 0
        if trigger.event is not None:
            return self._of_events(trigger.event)
        if trigger.kind == "quiet_days":
            people = self._conditions.all(quiet_rules(days, DAYS))
            return [Entry(it, "quiet", self._now) for it in people]
        if trigger.kind == "points_expiring":
            ahead = timedelta(days=days)
            found = customers_with_expiring_points(
                self._session, self._org_id, self._since + ahead, self._now + ahead
            )
            return [
                Entry(it, f"points {at.date()}", min(at - ahead, self._now)) for it, at in found
            ]
        wanted = []
        for back in range(DAYS):
            moment = self._now - timedelta(days=back)
            wanted += [("", *it) for it in birthdays_at(moment, self._zone, days, "00:00")]
        born = SweepRepository(self._session).birthdays(self._org_id, wanted, [])
        return [Entry(it, f"birthday {day}", self._now) for it, day in born]

    def _of_events(self, rule: EventRule) -> list[Entry]:
        acts = recent_acts(
            Lake.from_settings(self._settings),
            self._org_id,
            [_TYPES.get(rule.kind, rule.kind)],
            Range(self._since, self._now),
            MOST_EVENTS,
        )
        codes = codes_at(self._session, self._org_id, rule)
        found = [
            it
            for it in (occurrence(*act) for act in acts)
            if it is not None and fits(rule, it, codes)
        ]
        unnamed = {it.visitor_id for it in found if it.customer_key is None and it.visitor_id}
        owners = self._enrolments.owners(self._org_id, unnamed)
        return [
            Entry(customer_id, it.key, it.occurred_at)
            for it in found
            if (customer_id := it.customer_key or owners.get(it.visitor_id or "")) is not None
        ]

    def _go_through(self, people: Sequence[str]) -> None:
        """Simulate the steps for all people at once, without waiting."""
        flow = Flow(self._plan.steps)
        going: dict[str | None, list[str]] = {flow.first: list(people)}
        if self._plan.segment_id is not None:
            members = self._enrolments.members(self._org_id, self._plan.segment_id, people)
            for it in people:
                if it not in members:
                    self._reasons[it].append("segment_left")
            going = {flow.first: [it for it in people if it in members]}
        for step_id, place in flow.in_order():
            group = going.pop(step_id, [])
            if not group:
                continue
            step = place.step
            if isinstance(step, ConditionStep):
                fitting = self._conditions.among(step.rules, group)
                going.setdefault(place.yes, []).extend(it for it in group if it in fitting)
                going.setdefault(place.no, []).extend(it for it in group if it not in fitting)
                continue
            if isinstance(step, MessageStep):
                self._write(step, group)
            if not isinstance(step, ExitStep):
                going.setdefault(place.after, []).extend(group)

    def _write(self, step: MessageStep, group: Sequence[str]) -> None:
        writer = StepWriter(self._session, self._settings, self._org_id, self._now)
        written = writer.write("trial", step, dict.fromkeys(group, 1))
        gate = gate_of(self._session, self._settings, self._now)
        explained = gate.explain(self._org_id, "automation", "trial", written.requests, self._now)
        counts = self._steps[step.id]
        for customer_id, reason in written.passed_over:
            self._reasons[customer_id].append(reason)
            counts["refused"] += 1
        for request, it in zip(written.requests, explained, strict=True):
            if it.state == "refused":
                self._reasons[request.customer_id or ""].append(it.reason)
                counts["refused"] += 1
            else:
                self._sent[request.customer_id or ""] += 1
                counts["sent"] += 1


def _shuffled(customer_id: str) -> bytes:
    return hashlib.sha256(customer_id.encode()).digest()
