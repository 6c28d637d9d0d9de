"""All database statements for earning rules."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

from sqlalchemy import delete, func, literal, or_, select, text, update

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.people.customers.tables import customer_visitors, customers
from api.domains.promotions.earning.models import Earning, EarningRule, EarningTask
from api.domains.promotions.earning.types import EarningKind

_DUE = text("select org_id from due_earnings(:now)")


class RuleRepository(Repository[EarningRule]):
    """Earning rules of one organisation, in one session."""

    model = EarningRule

    def list_all(self, org_id: str) -> Sequence[EarningRule]:
        """Return the rules that are not deleted, oldest first."""
        own = self.scoped(org_id).where(EarningRule.deleted_at.is_(None))
        return self.session.scalars(own.order_by(EarningRule.created_at, EarningRule.rule_id)).all()

    def named(self, org_id: str) -> Sequence[EarningRule]:
        """Return all rules, including deleted ones."""
        return self.session.scalars(self.scoped(org_id)).all()

    def count(self, org_id: str) -> int:
        """Return the number of rules, and prevent other requests from adding one until the transaction ends."""
        lock_until_commit(self.session, "earning-rules", org_id)
        return len(self.list_all(org_id))

    def find(self, org_id: str, rule_id: str) -> EarningRule | None:
        """Return a rule, locked until the transaction ends."""
        own = self.scoped(org_id).where(
            EarningRule.rule_id == rule_id, EarningRule.deleted_at.is_(None)
        )
        return self.session.scalar(own.with_for_update())

    def add(self, rule: EarningRule) -> None:
        """Store a new rule."""
        self.session.add(rule)
        self.session.flush()

    def save(self) -> None:
        """Write pending changes."""
        self.session.flush()

    def in_force(self, org_id: str, kind: EarningKind, at: datetime) -> Sequence[EarningRule]:
        """Return the rules of a kind that apply at a time, in the order in which their totals are locked."""
        own = self.scoped(org_id).where(
            EarningRule.kind == kind,
            EarningRule.is_active,
            EarningRule.deleted_at.is_(None),
            EarningRule.starts_at <= at,
            or_(EarningRule.ends_at.is_(None), EarningRule.ends_at > at),
        )
        return self.session.scalars(own.order_by(EarningRule.rule_id)).all()

    def active(self, org_id: str, kind: EarningKind) -> Sequence[EarningRule]:
        """Return the rules of a kind that are switched on."""
        own = self.scoped(org_id).where(
            EarningRule.kind == kind, EarningRule.is_active, EarningRule.deleted_at.is_(None)
        )
        return self.session.scalars(own.order_by(EarningRule.rule_id)).all()

    def note_read(self, org_id: str, kind: EarningKind, until: datetime) -> None:
        """Store the time up to which customers' actions have been searched."""
        self.session.execute(
            update(EarningRule)
            .where(EarningRule.org_id == org_id, EarningRule.kind == kind, EarningRule.is_active)
            .values(read_until=until)
            .execution_options(synchronize_session=False)
        )

    def list_due(self, now: datetime) -> Sequence[str]:
        """Return organisations in which something is due."""
        return self.session.scalars(_DUE, {"now": now}).all()


class EarningRepository(Repository[Earning]):
    """What earning rules gave, in one session."""

    model = Earning

    def lock_total(self, org_id: str, rule_id: str) -> None:
        """Lock a rule's total until the transaction ends, so that others who would draw on it wait."""
        lock_until_commit(self.session, "earning-total", org_id, rule_id)

    def find(self, org_id: str, rule_id: str, source: str) -> Earning | None:
        """Return what a rule gave for one source, or None."""
        return self.session.scalar(
            self.scoped(org_id).where(Earning.rule_id == rule_id, Earning.source == source)
        )

    def of_sources(self, org_id: str, sources: Sequence[str]) -> Sequence[Earning]:
        """Return what rules gave for several sources."""
        own = self.scoped(org_id).where(Earning.source.in_(sources))
        return self.session.scalars(own.order_by(Earning.source, Earning.rule_id)).all()

    def add(self, earning: Earning) -> None:
        """Store what a rule gave."""
        self.session.add(earning)
        self.session.flush()

    def sum_of_person(
        self, org_id: str, rule_id: str, customer_ids: Sequence[str], days: tuple[date, date] | None
    ) -> int:
        """Return how much a rule gave to a person, for acts on these days or overall. The customer has to be locked."""
        own = self.scoped(org_id).where(
            Earning.rule_id == rule_id, Earning.customer_id.in_(customer_ids)
        )
        if days is not None:
            own = own.where(Earning.day >= days[0], Earning.day <= days[1])
        total = own.with_only_columns(func.coalesce(func.sum(Earning.amount), 0))
        return int(self.session.scalar(total) or 0)

    def sum_of_rule(self, org_id: str, rule_id: str) -> int:
        """Return how much a rule gave to everybody together, including people who have since been erased. The rule's
        total has to be locked.
        """
        own = self.scoped(org_id).where(Earning.rule_id == rule_id)
        total = own.with_only_columns(func.coalesce(func.sum(Earning.amount), 0))
        erased = select(EarningRule.given_to_erased).where(
            EarningRule.org_id == org_id, EarningRule.rule_id == rule_id
        )
        # A single statement, because an erasure moves amounts from one table to the other.
        return int(
            self.session.scalar(select(total.scalar_subquery() + erased.scalar_subquery())) or 0
        )

    def sums(self, org_id: str) -> Mapping[str, int]:
        """Return how much each rule gave, including to people who have since been erased."""
        rows = self.session.execute(
            select(
                EarningRule.rule_id,
                EarningRule.given_to_erased + func.coalesce(func.sum(Earning.amount), 0),
            )
            .outerjoin(
                Earning,
                (Earning.org_id == EarningRule.org_id) & (Earning.rule_id == EarningRule.rule_id),
            )
            .where(EarningRule.org_id == org_id)
            .group_by(EarningRule.rule_id, EarningRule.given_to_erased)
        )
        return {rule_id: int(total) for rule_id, total in rows}

    def had_near(
        self, org_id: str, rule_id: str, customer_ids: Sequence[str], day: date, days: int
    ) -> bool:
        """Return whether a rule gave a person something less than `days` days before or after a day."""
        apart = timedelta(days=days)
        own = self.scoped(org_id).where(
            Earning.rule_id == rule_id,
            Earning.customer_id.in_(customer_ids),
            Earning.day > day - apart,
            Earning.day < day + apart,
        )
        return self.session.scalar(own.limit(1)) is not None


class TaskRepository(Repository[EarningTask]):
    """Actions that a job has yet to process, and lookups of the customers concerned."""

    model = EarningTask

    def oldest(self, org_id: str, limit: int) -> Sequence[EarningTask]:
        """Return tasks, oldest first."""
        own = self.scoped(org_id).order_by(EarningTask.occurred_at, EarningTask.source)
        return self.session.scalars(own.limit(limit)).all()

    def claim(self, org_id: str, kind: str, source: str) -> bool:
        """Remove a task in the transaction that processes it; return False if another transaction did."""
        statement = delete(EarningTask).where(
            EarningTask.org_id == org_id, EarningTask.kind == kind, EarningTask.source == source
        )
        return self.session.scalar(statement.returning(EarningTask.source)) is not None

    def born_on(
        self,
        org_id: str,
        ends: Sequence[str],
        rule_ids: Sequence[str],
        prefix: str,
        after: str,
        limit: int,
    ) -> Sequence[str]:
        """Return, in order, customers after the ID `after` whose date of birth ends in one of these (`05-17`) and for
        whom not all of these rules have processed the birthday, whose source is `prefix` and the customer's ID.
        """
        processed = (
            select(func.count())
            .where(
                Earning.org_id == org_id,
                Earning.rule_id.in_(rule_ids),
                Earning.source == literal(prefix).concat(customers.c.customer_id),
            )
            .scalar_subquery()
        )
        own = select(customers.c.customer_id).where(
            customers.c.org_id == org_id,
            customers.c.merged_into.is_(None),
            customers.c.birthday.is_not(None),
            func.right(customers.c.birthday, 5).in_(ends),
            customers.c.customer_id > after,
            processed < len(rule_ids),
        )
        return self.session.scalars(own.order_by(customers.c.customer_id).limit(limit)).all()

    def customers_of(self, org_id: str, visitor_ids: Sequence[str]) -> Mapping[str, str]:
        """Return the customer by visitor, for visitors whose browser is proven to be the customer's. Merged profiles
        are resolved.
        """
        kept = func.coalesce(customers.c.merged_into, customers.c.customer_id).label("kept_id")
        rows = self.session.execute(
            select(customer_visitors.c.visitor_id, kept).where(
                customer_visitors.c.org_id == org_id,
                customer_visitors.c.is_proven,
                customer_visitors.c.visitor_id.in_(visitor_ids),
                customers.c.org_id == org_id,
                customers.c.customer_id == customer_visitors.c.customer_id,
            )
        )
        return {row.visitor_id: row.kept_id for row in rows}
