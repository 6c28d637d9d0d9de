"""The work of the job for earning rules."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.people.customers.errors import CustomerNotFound
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.earning.dependencies import earner_of
from api.domains.promotions.earning.repository import RuleRepository, TaskRepository
from api.domains.promotions.earning.scans import FirstScan, scans_since
from api.domains.promotions.earning.types import EarningKind, Happening
from api.jobs.due import queue_for_each, queue_next
from api.jobs.faults import Faults
from api.jobs.registry import JobContext
from api.kit.ids import new_id

SETTLE = "earning.settle"
BATCH = 500
EVERY = timedelta(minutes=10)
"""How often scans and birthdays are searched."""
LATE = timedelta(hours=2)
"""How late after it happened a scan may reach the lake and still count."""
SCANS_READ = timedelta(days=2)
DAYS_READ = 7
"""How far back scans and birthdays are searched after the worker was down."""


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue one job for each organisation in which something is due; return how many."""
    return queue_for_each(
        engine, SETTLE, lambda session: RuleRepository(session).list_due(now), now, backs_off=True
    )


class _Watch(NamedTuple):
    """The period in which to search."""

    since: datetime
    until: datetime


class DueEarnings:
    """The due work of one organisation, done inside a job. An interrupted job runs again, and each step takes effect
    once.
    """

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._org_id = context.org_id
        with context.session() as session:
            self._zone_name = organization_of(session, self._org_id).time_zone
        self._zone = ZoneInfo(self._zone_name)

    def settle(self) -> dict[str, Any]:
        """Process form submissions, among them reviews, birthdays and scans."""
        with Faults(SETTLE) as faults:
            return {
                "submits": self._submits(faults),
                "birthdays": self._birthdays(faults),
                "scans": self._scans(faults),
            }

    def _submits(self, faults: Faults) -> int:
        context, org_id, done = self._context, self._org_id, 0
        with context.session() as session:
            tasks = TaskRepository(session).oldest(org_id, BATCH)
        for task in tasks:
            kind: EarningKind = "review" if task.kind == "review" else "submit"
            it = Happening(kind, task.source, task.occurred_at, code_id=task.code_id)
            with faults.isolated(task.source), context.session() as session:
                if TaskRepository(session).claim(org_id, task.kind, task.source):
                    done += self._earn(session, task.customer_id, it)
        if len(tasks) == BATCH:
            queue_next(context, SETTLE)
        return done

    def _birthdays(self, faults: Faults) -> int:
        """Give points for the birthdays since the last search. The day of the last search is searched again, for
        birthdays that were entered later on that day.
        """
        watch, org_id, done = self._watch("birthday", timedelta(days=DAYS_READ)), self._org_id, 0
        if watch is None:
            return 0
        first, today = (it.astimezone(self._zone).date() for it in watch)
        for day in _days(first, today):
            after, at, prefix = "", self._noon(day), f"birthday:{day.year}:"
            while True:
                with self._context.session() as session:
                    rules = RuleRepository(session).in_force(org_id, "birthday", at)
                    rule_ids = [rule.rule_id for rule in rules]
                    ids = TaskRepository(session).born_on(
                        org_id, ends_of(day), rule_ids, prefix, after, BATCH
                    )
                for customer_id in ids:
                    it = Happening("birthday", f"{prefix}{customer_id}", at)
                    with faults.isolated(it.source), self._context.session() as session:
                        done += self._earn(session, customer_id, it)
                if len(ids) < BATCH:
                    break
                after = ids[-1]
        if not faults:
            self._note_read("birthday", watch.until)
        return done

    def _scans(self, faults: Faults) -> int:
        watch, org_id, done = self._watch("scan", SCANS_READ, LATE), self._org_id, 0
        if watch is None:
            return 0
        scans = scans_since(self._context.settings, org_id, self._zone_name, watch.since)
        for some in _batches(scans):
            with self._context.session() as session:
                owners = TaskRepository(session).customers_of(
                    org_id, list({scan.visitor_id for scan in some})
                )
            for scan in some:
                customer_id = owners.get(scan.visitor_id)
                if customer_id is None:
                    continue
                code = scan.code_id or ""
                source = f"scan:{scan.day.isoformat()}:{customer_id}:{code}"
                it = Happening("scan", source, scan.at, code_id=scan.code_id)
                with faults.isolated(source), self._context.session() as session:
                    done += self._earn(session, customer_id, it)
        if not faults:
            self._note_read("scan", watch.until)
        return done

    def _watch(
        self, kind: EarningKind, at_most: timedelta, again: timedelta = timedelta()
    ) -> _Watch | None:
        """Return the period to search; None if no rule needs it, or the last search was less than `EVERY` ago."""
        now = self._context.now()
        with self._context.session() as session:
            rules = RuleRepository(session).active(self._org_id, kind)
            reads = [rule.read_until for rule in rules if rule.starts_at <= now]
            starts = [rule.starts_at for rule in rules if rule.read_until is None]
        known = [it for it in reads if it is not None]
        if not reads or (len(known) == len(reads) and min(known) > now - EVERY):
            return None
        since = min([it - again for it in known] + starts)
        return _Watch(max(since, now - at_most), now)

    def _note_read(self, kind: EarningKind, until: datetime) -> None:
        with self._context.session() as session:
            RuleRepository(session).note_read(self._org_id, kind, until)

    def _noon(self, day: date) -> datetime:
        """Return a time on this day in the organisation's time zone: noon, or now if the day is today."""
        noon = datetime.combine(day, time(12), self._zone).astimezone(UTC)
        now = self._context.now()
        return now if now.astimezone(self._zone).date() == day else noon

    def _earn(self, session: Session, customer_id: str, it: Happening) -> int:
        now = self._context.now()
        customers = CustomerService(session, Sealer.of(self._context.settings), now, new_id)
        try:
            kept = customers.get(self._org_id, customer_id)
        except CustomerNotFound:  # was erased meanwhile
            return 0
        ids = customers.ids_of_person(self._org_id, kept.customer_id)
        earned = earner_of(session, now).earn(self._org_id, self._zone_name, ids, it)
        return sum(one.amount > 0 for one in earned)


def ends_of(day: date) -> tuple[str, ...]:
    """Return the month and day of the birth dates that are celebrated on a day. Customers born on 29 February celebrate
    on the 28th in years without a 29th.
    """
    own = day.strftime("%m-%d")
    is_last_of_february = (day + timedelta(days=1)).strftime("%m-%d") == "03-01"
    return (own, "02-29") if own == "02-28" and is_last_of_february else (own,)


def _days(first: date, last: date) -> Iterable[date]:
    return (first + timedelta(days=it) for it in range((last - first).days + 1))


def _batches(scans: list[FirstScan]) -> Iterable[list[FirstScan]]:
    return (scans[start : start + BATCH] for start in range(0, len(scans), BATCH))
