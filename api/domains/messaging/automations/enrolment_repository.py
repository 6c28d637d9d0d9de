"""All SQL statements about people in automations."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, case, exists, func, or_, select, text, update
from sqlalchemy.sql.elements import ColumnElement

from api.auth.tenants import organization_of
from api.db.tenancy import Repository
from api.domains.messaging.automations.events import Move, automation_event
from api.domains.messaging.automations.models import Automation, AutomationPersonRow, Enrolment
from api.domains.messaging.automations.types import GOAL_WITHIN, EndReason
from api.domains.people.customers.tables import customer_visitors, customers, segment_members
from api.kit.ids import new_id
from api.kit.pagination import Paging
from ingest.outbox.recording import record_many


class Entry(NamedTuple):
    """A person who is about to enter: the event or date that causes it, and its time."""

    customer_id: str
    key: str
    at: datetime


class Numbers(NamedTuple):
    """The figures of an automation since a point in time."""

    entered: int
    converted: int
    people_in: int


class Person(NamedTuple):
    """The attributes of a customer that steps need."""

    customer_id: str
    kept_id: str
    time_zone: str | None
    birthday: str | None
    attributes: dict[str, Any]


# The row of `automation_people` decides: of two workers the second waits for the first, and then
# finds that the person has already entered. Rows are locked in the order of their IDs to avoid
# deadlocks.
_ENROL = text("""
with wanted as (
  select distinct on (kept.customer_id) kept.customer_id, w.entry_key, w.enrolment_id, w.at
  from unnest(cast(:customer_ids as text[]), cast(:keys as text[]), cast(:enrolment_ids as text[]),
      cast(:moments as timestamptz[])) with ordinality as w (customer_id, entry_key, enrolment_id, at, place)
  join customers c on c.org_id = :org_id and c.customer_id = w.customer_id
  join customers kept on kept.org_id = :org_id and kept.customer_id = coalesce(c.merged_into, c.customer_id)
  order by kept.customer_id, w.place
), profiles as (
  select customer_id as kept_id, customer_id as profile_id from wanted
  union all
  select m.merged_into, m.customer_id from customers m
  where m.org_id = :org_id and m.merged_into in (select customer_id from wanted)
), free as (
  select w.* from wanted w
  where not exists (
      select from profiles p join automation_enrolments e
        on e.org_id = :org_id and e.automation_id = :automation_id and e.customer_id = p.profile_id
      where p.kept_id = w.customer_id and (e.due_at is not null or e.entry_key = w.entry_key))
    and not exists (
      select from profiles p join automation_people q
        on q.org_id = :org_id and q.automation_id = :automation_id and q.customer_id = p.profile_id
      where p.kept_id = w.customer_id and p.profile_id <> w.customer_id
        and (cast(:again as interval) is null or q.entered_at > w.at - cast(:again as interval)))
  order by w.customer_id
), entered as (
  insert into automation_people as q (automation_id, customer_id, org_id, entered_at, times)
  select :automation_id, customer_id, :org_id, at, 1 from free
  on conflict (automation_id, customer_id) do update set entered_at = excluded.entered_at, times = q.times + 1
    where q.entered_at <= excluded.entered_at - cast(:again as interval)
  returning customer_id, times
)
insert into automation_enrolments (enrolment_id, org_id, automation_id, revision, customer_id, turn, entry_key,
  entered_at, step_id, due_at)
select f.enrolment_id, :org_id, :automation_id, :revision, f.customer_id, e.times, f.entry_key, f.at, :step_id, :now
from entered e join free f on f.customer_id = e.customer_id
on conflict do nothing
returning enrolment_id, customer_id
""")

_GOAL = text("""
update automation_enrolments e
set converted_at = r.at,
  reason = case when e.due_at is not null then 'goal' else e.reason end,
  ended_at = coalesce(e.ended_at, :now), due_at = null
from (
  select coalesce(c.merged_into, c.customer_id) as kept_id, max(r.at) as at
  from unnest(cast(:customer_ids as text[]), cast(:moments as timestamptz[])) as r (customer_id, at)
  join customers c on c.org_id = :org_id and c.customer_id = r.customer_id
  group by 1
) r
join customers p on p.org_id = :org_id and (p.customer_id = r.kept_id or p.merged_into = r.kept_id)
where e.org_id = :org_id and e.automation_id = :automation_id and e.customer_id = p.customer_id
  and e.converted_at is null and e.entered_at < r.at and e.entered_at > r.at - cast(:within as interval)
returning e.enrolment_id, e.customer_id, e.step_id, e.reason = 'goal' as has_left
""")


class EnrolmentRepository(Repository[Enrolment]):
    """People in automations of one organisation."""

    model = Enrolment

    def enrol(
        self,
        org_id: str,
        automation: Automation,
        step_id: str | None,
        again_after_days: int | None,
        entries: Sequence[Entry],
        now: datetime,
    ) -> int:
        """Enrol people in the live revision of an automation if they are not in it and may enter, and return how many
        entered.
        """
        if not entries:
            return 0
        rows = self.session.execute(
            _ENROL,
            {
                "org_id": org_id,
                "automation_id": automation.automation_id,
                "revision": automation.live_revision,
                "step_id": step_id,
                "again": timedelta(days=again_after_days) if again_after_days else None,
                "customer_ids": [it.customer_id for it in entries],
                "keys": [it.key for it in entries],
                "enrolment_ids": [new_id("enr") for _ in entries],
                "moments": [it.at for it in entries],
                "now": now,
            },
        )
        entered = rows.all()
        moves = [
            Move(automation.automation_id, it.enrolment_id, it.customer_id, "entered")
            for it in entered
        ]
        self.record(org_id, moves, now)
        return len(entered)

    def record(self, org_id: str, moves: Sequence[Move], now: datetime) -> None:
        """Record moves in the transaction that makes them."""
        if not moves:
            return
        is_demo = organization_of(self.session, org_id).is_demo
        record_many(
            self.session,
            [automation_event(org_id, it, is_demo=is_demo, now=now) for it in moves],
        )

    def reach_goal(
        self, org_id: str, automation_id: str, reached: Mapping[str, datetime], now: datetime
    ) -> None:
        """Record that customers reached the goal of an automation. Those who are in it leave."""
        if not reached:
            return
        rows = self.session.execute(
            _GOAL,
            {
                "org_id": org_id,
                "automation_id": automation_id,
                "customer_ids": list(reached),
                "moments": list(reached.values()),
                "within": GOAL_WITHIN,
                "now": now,
            },
        )
        moves = []
        for it in rows:
            own = (automation_id, it.enrolment_id, it.customer_id)
            moves.append(Move(*own, "converted"))
            if it.has_left:
                moves.append(Move(*own, "left", step=it.step_id, reason="goal"))
        self.record(org_id, moves, now)

    def end(
        self,
        org_id: str,
        automation_id: str,
        reason: EndReason,
        now: datetime,
        customer_ids: Collection[str] | None = None,
    ) -> None:
        """Remove these customers from an automation, or everyone."""
        own = update(Enrolment).where(
            Enrolment.org_id == org_id,
            Enrolment.automation_id == automation_id,
            Enrolment.due_at.is_not(None),
        )
        if customer_ids is not None:
            own = own.where(Enrolment.customer_id.in_(customer_ids))
        ended = own.values(reason=reason, ended_at=now, due_at=None).returning(
            Enrolment.enrolment_id, Enrolment.customer_id, Enrolment.step_id
        )
        moves = [
            Move(automation_id, it[0], it[1], "left", step=it[2], reason=reason)
            for it in self.session.execute(ended)
        ]
        self.record(org_id, moves, now)

    def take_due(self, org_id: str, now: datetime, most: int) -> Sequence[Enrolment]:
        """Return the next people whose step is due, in automations that are on. They are locked against other
        workers.
        """
        own = (
            self.scoped(org_id)
            .join(
                Automation,
                and_(
                    Automation.automation_id == Enrolment.automation_id,
                    Automation.org_id == Enrolment.org_id,
                ),
            )
            .where(Automation.state == "on", Enrolment.due_at <= now)
            .order_by(Enrolment.due_at, Enrolment.enrolment_id)
            .limit(most)
            .with_for_update(of=Enrolment, skip_locked=True)
        )
        return self.session.scalars(own.execution_options(populate_existing=True)).all()

    def people(self, org_id: str, customer_ids: Collection[str]) -> dict[str, Person]:
        """Return these customers by the profile with which they entered, with the data of the profile into which it was
        merged.
        """
        kept = customers.alias("kept")
        rows = self.session.execute(
            select(
                customers.c.customer_id,
                kept.c.customer_id,
                kept.c.time_zone,
                kept.c.birthday,
                kept.c.attributes,
            )
            .join_from(
                customers,
                kept,
                and_(
                    kept.c.org_id == customers.c.org_id,
                    kept.c.customer_id
                    == func.coalesce(customers.c.merged_into, customers.c.customer_id),
                ),
            )
            .where(customers.c.org_id == org_id, customers.c.customer_id.in_(customer_ids))
        )
        return {row[0]: Person(*row) for row in rows}

    def in_it(self, org_id: str, automation_id: str, customer_id: str) -> bool:
        """Return whether a customer is in an automation with exactly this profile."""
        own = self.scoped(org_id).where(
            Enrolment.automation_id == automation_id,
            Enrolment.customer_id == customer_id,
            Enrolment.due_at.is_not(None),
        )
        return self.session.scalar(own.limit(1)) is not None

    def among(self, fitting: Select[tuple[str]], customer_ids: Collection[str]) -> set[str]:
        """Return those of these customers whom a statement about `customers` selects."""
        return set(self.session.scalars(fitting.where(customers.c.customer_id.in_(customer_ids))))

    def all_of(self, fitting: Select[tuple[str]], most: int) -> list[str]:
        """Return the customers whom a statement selects, in the order of their IDs."""
        return list(self.session.scalars(fitting.order_by(customers.c.customer_id).limit(most)))

    def newcomers(
        self,
        org_id: str,
        fitting: Select[tuple[str]],
        automation_id: str,
        since: datetime,
        most: int,
    ) -> list[str]:
        """Return the customers whom a statement selects and who have not entered since the given time, in the order of
        their IDs.
        """
        entered = exists().where(
            AutomationPersonRow.org_id == org_id,
            AutomationPersonRow.automation_id == automation_id,
            AutomationPersonRow.customer_id == customers.c.customer_id,
            AutomationPersonRow.entered_at > since,
        )
        return self.all_of(fitting.where(~entered), most)

    def members(self, org_id: str, segment_id: str, customer_ids: Collection[str]) -> set[str]:
        """Return those of these customers who are in a segment with any of their profiles."""
        member = segment_members.c
        kept = func.coalesce(customers.c.merged_into, customers.c.customer_id)
        rows = self.session.scalars(
            select(kept)
            .join_from(
                segment_members,
                customers,
                and_(
                    customers.c.org_id == member.org_id,
                    customers.c.customer_id == member.customer_id,
                ),
            )
            .where(
                member.org_id == org_id,
                member.segment_id == segment_id,
                or_(
                    customers.c.customer_id.in_(customer_ids),
                    customers.c.merged_into.in_(customer_ids),
                ),
            )
        )
        return set(rows)

    def owners(self, org_id: str, visitor_ids: Collection[str]) -> dict[str, str]:
        """Return the customers to whom these browsers certainly belong, by visitor."""
        if not visitor_ids:
            return {}
        browser = customer_visitors.c
        rows = self.session.execute(
            select(browser.visitor_id, browser.customer_id).where(
                browser.org_id == org_id, browser.is_proven, browser.visitor_id.in_(visitor_ids)
            )
        )
        return {row[0]: row[1] for row in rows}

    def list_page(
        self, org_id: str, automation_id: str, paging: Paging, *, is_in: bool | None
    ) -> tuple[list[Enrolment], int]:
        """Return a page of people who are or were in an automation, newest first."""
        own = self.scoped(org_id).where(Enrolment.automation_id == automation_id)
        if is_in is not None:
            own = own.where(Enrolment.due_at.is_not(None) if is_in else Enrolment.due_at.is_(None))
        return self.page(own, paging, Enrolment.entered_at.desc(), Enrolment.enrolment_id.asc())

    def numbers(
        self, org_id: str, automation_ids: Collection[str], since: datetime
    ) -> dict[str, Numbers]:
        """Return the figures of automations since the given time, by automation."""
        is_since: ColumnElement[bool] = Enrolment.entered_at >= since
        rows = self.session.execute(
            select(
                Enrolment.automation_id,
                func.count(case((is_since, 1))),
                func.count(case((Enrolment.converted_at >= since, 1))),
                func.count(Enrolment.due_at),
            )
            .where(
                Enrolment.org_id == org_id,
                Enrolment.automation_id.in_(automation_ids),
                or_(is_since, Enrolment.due_at.is_not(None), Enrolment.converted_at >= since),
            )
            .group_by(Enrolment.automation_id)
        )
        return {row[0]: Numbers(*row[1:]) for row in rows}

    def ends(self, org_id: str, automation_id: str, since: datetime) -> list[tuple[str, int]]:
        """Return how many of the people who entered since the given time have left, by reason."""
        rows = self.session.execute(
            select(Enrolment.reason, func.count())
            .where(
                Enrolment.org_id == org_id,
                Enrolment.automation_id == automation_id,
                Enrolment.entered_at >= since,
                Enrolment.reason.is_not(None),
            )
            .group_by(Enrolment.reason)
            .order_by(func.count().desc(), Enrolment.reason)
        )
        return [(str(reason), count) for reason, count in rows]

    def waiting(self, org_id: str, automation_id: str) -> list[tuple[str, int]]:
        """Return the number of people who wait for each step."""
        rows = self.session.execute(
            select(Enrolment.step_id, func.count())
            .where(
                Enrolment.org_id == org_id,
                Enrolment.automation_id == automation_id,
                Enrolment.due_at.is_not(None),
            )
            .group_by(Enrolment.step_id)
        )
        return [(step_id or "", count) for step_id, count in rows]
