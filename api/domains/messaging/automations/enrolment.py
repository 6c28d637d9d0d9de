"""Enrols people in automations, after events and on dates."""

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
"""Maximum number of people per sweep. The next sweep enrols the others."""

Newcomers = Callable[[SegmentRules, str, datetime], list[str]]
"""Returns the customers who match rules now and have not entered an automation since the given time."""


class EventEntry:
    """Enrols people of one organisation after events."""

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
        """Enrol people whom the events allow to enter, and record who reached a goal. Returns the number of people who
        entered.
        """
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
    """Enrols people whose date has come."""

    def __init__(self, session: Session, org_id: str, newcomers: Newcomers, now: datetime) -> None:
        self._session = session
        self._enrolments = EnrolmentRepository(session)
        self._dates = SweepRepository(session)
        self._org_id = org_id
        self._zone = zone_of(organization_of(session, org_id).time_zone)
        self._newcomers = newcomers
        self._now = now

    def take(self, row: Automation) -> int:
        """Enrol people in one automation, and return how many entered."""
        plan = live_plan(row)
        entries = self._entries(row.automation_id, plan.trigger)
        return enter(self._enrolments, row, plan, entries, self._now)

    def _entries(self, automation_id: str, trigger: Trigger) -> list[Entry]:
        """Return the people who now enter because of a date, if they may."""
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
            # They match on each day of the grace period, but enter only once while they are
            # inactive.
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
    """Return the months and days of birthdays that are this many days ahead, with their date. Empty before the given
    time of day. The 29th of February counts as the 28th in other years.

    Shortly after midnight, the previous day still counts if its time has only just passed, because the last sweep on
    that day may have been too early.
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
    """Return rules for customers whose last activity was this many days ago, or up to `grace - 1` days more."""
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
    """Enrol those people who may enter an automation, and return how many entered."""
    first = Flow(plan.steps).first
    return enrolments.enrol(row.org_id, row, first, plan.again_after_days, entries, now)


def live_plan(row: Automation) -> AutomationPlan:
    """Return the plan that people enter now. The automation has been turned on at least once."""
    return AutomationPlan.model_validate(row.live_plan)
