"""Lets people into automations, after events and on dates."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.messaging.automations.enrolment_repository import EnrolmentRepository, Entry
from api.domains.messaging.automations.models import Automation
from api.domains.messaging.automations.schemas import AutomationPlan
from api.domains.messaging.automations.steps import Flow
from api.domains.messaging.automations.sweep_repository import SweepRepository
from api.domains.messaging.automations.triggers import EventRule, Occurrence, Trigger, fits
from api.domains.messaging.automations.types import LATEST, QUIET_GRACE
from api.domains.messaging.campaigns.timing import shown_first
from api.domains.people.segments.rules import RecencyCondition, SegmentRules
from api.domains.promotions.loyalty.reading import customers_with_expiring_points
from warehouse.date_ranges import zone_of

SWEEP_EVERY = timedelta(hours=1)
CAUGHT_UP = 2 * SWEEP_EVERY
"""How long after its time a birthday that was missed before midnight still counts."""
MOST = 100_000
"""People of one look; the next look lets in the others."""

Newcomers = Callable[[SegmentRules, str, datetime], list[str]]
"""Gives the customers who fit rules now and have not entered an automation since a moment."""


class EventEntry:
    """Takes what happened in one organisation to its automations."""

    def __init__(
        self,
        session: Session,
        org_id: str,
        codes_at: Callable[[EventRule], frozenset[str] | None],
        now: datetime,
    ) -> None:
        self._enrolments = EnrolmentRepository(session)
        self._org_id = org_id
        self._codes_at = codes_at
        self._now = now

    def take(self, automations: Sequence[Automation], occurrences: Sequence[Occurrence]) -> int:
        """Let in whom the events let in, and note who reached a goal; how many people entered."""
        known = self._with_customers(occurrences)
        return sum(self._take(it, known) for it in automations) if known else 0

    def _take(self, row: Automation, known: Sequence[tuple[str, Occurrence]]) -> int:
        plan = live_plan(row)
        entered = 0
        rule = plan.trigger.event
        if rule is not None:
            codes = self._codes_at(rule)
            started = row.turned_on_at or self._now
            entries = [
                Entry(customer_id, it.key, it.occurred_at)
                for customer_id, it in known
                if it.occurred_at >= started
                and it.occurred_at > self._now - LATEST[it.kind]
                and fits(rule, it, codes)
            ]
            entered = enter(self._enrolments, row, plan, entries, self._now)
        if plan.goal is not None:
            codes = self._codes_at(plan.goal)
            reached = {
                customer_id: it.occurred_at
                for customer_id, it in known
                if fits(plan.goal, it, codes)
            }
            self._enrolments.reach_goal(self._org_id, row.automation_id, reached, self._now)
        return entered

    def _with_customers(self, occurrences: Sequence[Occurrence]) -> list[tuple[str, Occurrence]]:
        unnamed = {it.visitor_id for it in occurrences if it.customer_key is None and it.visitor_id}
        owners = self._enrolments.owners(self._org_id, unnamed)
        found = [(it.customer_key or owners.get(it.visitor_id or ""), it) for it in occurrences]
        return [(customer_id, it) for customer_id, it in found if customer_id is not None]


class DateEntry:
    """Lets in those whose date has come."""

    def __init__(self, session: Session, org_id: str, newcomers: Newcomers, now: datetime) -> None:
        self._session = session
        self._enrolments = EnrolmentRepository(session)
        self._dates = SweepRepository(session)
        self._org_id = org_id
        self._zone = zone_of(organization_of(session, org_id).time_zone)
        self._newcomers = newcomers
        self._now = now

    def take(self, row: Automation) -> int:
        """Look for people of one automation; how many entered."""
        plan = live_plan(row)
        entries = self._entries(row.automation_id, plan.trigger)
        return enter(self._enrolments, row, plan, entries, self._now)

    def _entries(self, automation_id: str, trigger: Trigger) -> list[Entry]:
        """Who enters at this moment by a date, if they may."""
        days = trigger.days or 0
        if trigger.kind == "birthday":
            return self._birthdays(days, trigger.at or "09:00")
        if trigger.kind == "points_expiring":
            until = self._now + timedelta(days=days)
            found = customers_with_expiring_points(self._session, self._org_id, self._now, until)
            return [
                Entry(customer_id, f"points {self._day(at)}", self._now)
                for customer_id, at in found
            ]
        if trigger.kind == "quiet_days":
            # On each day of the grace they are found again: they enter once for the time that they are quiet.
            since = self._now - timedelta(days=QUIET_GRACE)
            people = self._newcomers(quiet_rules(days), automation_id, since)
            return [Entry(it, f"quiet {self._day(self._now)}", self._now) for it in people]
        return []

    def _birthdays(self, ahead: int, at: str) -> list[Entry]:
        known = self._dates.zones(self._org_id)
        days: list[tuple[str, str, date]] = []
        for name, zone in [("", self._zone), *((it, zone_of(it)) for it in known)]:
            days += [(name, *it) for it in birthdays_at(self._now, zone, ahead, at)]
        found = self._dates.birthdays(self._org_id, days, known)
        return [
            Entry(customer_id, f"birthday {day}", self._now) for customer_id, day in found[:MOST]
        ]

    def _day(self, moment: datetime) -> date:
        return moment.astimezone(self._zone).date()


def birthdays_at(now: datetime, zone: ZoneInfo, ahead: int, at: str) -> list[tuple[str, date]]:
    """Months and days of the birthdays that are so many days ahead, with their date; none before a time of the day.
    The 29th of February is the 28th in other years.

    Shortly after midnight the day before counts if its time has just passed: the last look on that day may have been
    too early.
    """
    local = now.astimezone(zone)
    today = local.date()
    if f"{local:%H:%M}" < at:
        today -= timedelta(days=1)
        if now - shown_first(datetime.combine(today, time.fromisoformat(at)), zone) > CAUGHT_UP:
            return []
    day = today + timedelta(days=ahead)
    found = [(f"{day:%m-%d}", day)]
    if (day.month, day.day) == (2, 28) and (day + timedelta(days=1)).month == 3:
        found.append(("02-29", day))
    return found


def quiet_rules(days: int, grace: int = QUIET_GRACE) -> SegmentRules:
    """Who did something, and then nothing for so many days, on one of the last days of `grace` for the first time."""
    return SegmentRules(
        kind="all",
        conditions=[
            RecencyCondition(op="at_least", days=days),
            RecencyCondition(op="at_most", days=days + grace - 1),
        ],
    )


def enter(
    enrolments: EnrolmentRepository,
    row: Automation,
    plan: AutomationPlan,
    entries: Sequence[Entry],
    now: datetime,
) -> int:
    """Let people into an automation who may enter; how many did."""
    first = Flow(plan.steps).first
    return enrolments.enrol(row.org_id, row, first, plan.again_after_days, entries, now)


def live_plan(row: Automation) -> AutomationPlan:
    """What people enter now. The automation was switched on at least once."""
    return AutomationPlan.model_validate(row.live_plan)
