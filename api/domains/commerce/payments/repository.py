"""All database statements for plans and payments."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.commerce.payments.models import (
    CreditEntry,
    PaymentEventRow,
    PlanQuota,
    PlanSubscription,
)

_PAYER = text("select org_id from payer_of(:customer)")
_WAITING = text("select org_id from organizations_with_payments(:at)")
_PLAN = text("select plan_of(:org)")
_MESSAGES = text("select messages_used(:org, :since)")
_HISTORY = text("""
select o.retention_months, q.allowed,
  case when c.first_at is not null then
    greatest(c.first_at, case when s.state = 'ended' then s.changed_at end) + interval '90 days' end
from organizations o
left join plan_subscriptions s on s.org_id = o.org_id
left join quota_checks c on c.org_id = o.org_id
left join plan_quotas q
  on q.plan = coalesce(s.paid_plan, plan_of(o.org_id)) and q.quota = 'retention_months'
where o.org_id = :org
""")
"""The same rule as the database function `plan_retention`, which the warehouse follows."""
_USED = text("select quota_used(:org, :quota, :most)")


class SubscriptionRepository(Repository[PlanSubscription]):
    """The subscription of one organisation, in one session."""

    model = PlanSubscription

    def find(self, org_id: str) -> PlanSubscription | None:
        """Return the organisation's row in its current state."""
        own = self.scoped(org_id).execution_options(populate_existing=True)
        return self.session.scalar(own)

    def ensure(self, org_id: str, *, is_live: bool, now: datetime) -> PlanSubscription:
        """Return the organisation's row, locked until the transaction ends; it is created if missing."""
        self.session.execute(
            insert(PlanSubscription)
            .values(org_id=org_id, is_live=is_live, changed_at=now)
            .on_conflict_do_nothing()
        )
        own = self.scoped(org_id).with_for_update().execution_options(populate_existing=True)
        return self.session.scalars(own).one()

    def set_customer(self, org_id: str, customer_id: str) -> None:
        """Store the customer ID at the provider, unless one is stored already."""
        self.session.execute(
            update(PlanSubscription)
            .where(PlanSubscription.org_id == org_id, PlanSubscription.payer_id.is_(None))
            .values(payer_id=customer_id)
        )

    def count_refusal(self, org_id: str) -> None:
        """Count a refusal, so that the next request has another idempotency key."""
        self.session.execute(
            update(PlanSubscription)
            .where(PlanSubscription.org_id == org_id)
            .values(attempt=PlanSubscription.attempt + 1)
        )

    def next_read(self) -> int:
        """Return a new sequence number for a read from the provider."""
        return int(self.session.execute(text("select nextval('payment_reads')")).scalar_one())

    def store(self, org_id: str, read_number: int, values: Mapping[str, Any]) -> bool:
        """Store the values that were read, unless those of a later read are stored; return whether they were stored."""
        stored = (
            update(PlanSubscription)
            .where(PlanSubscription.org_id == org_id, PlanSubscription.read_number < read_number)
            .values(read_number=read_number, **values)
            .returning(PlanSubscription.org_id)
        )
        return self.session.scalar(stored) is not None

    def payer_of(self, customer_id: str) -> str | None:
        """Return the organisation with this customer ID at the provider."""
        payer: str | None = self.session.scalar(_PAYER, {"customer": customer_id})
        return payer

    def list_waiting(self, now: datetime) -> Sequence[str]:
        """Return organisations whose events have waited too long, or whose grace period is over."""
        return self.session.scalars(_WAITING, {"at": now}).all()

    def plan_of(self, org_id: str) -> str | None:
        """Return the plan whose quotas apply to the organisation; None if nothing has a limit."""
        plan: str | None = self.session.scalar(_PLAN, {"org": org_id})
        return plan

    def history(self, org_id: str) -> tuple[int | None, int | None, datetime | None]:
        """Return for how many months events are stored by the organisation's own choice and by its plan (None means
        forever), and from when the plan's limit applies (None if its period has not begun).
        """
        row = self.session.execute(_HISTORY, {"org": org_id}).one()
        return row[0], row[1], row[2]

    def used(self, org_id: str, quota: str, most: int) -> int:
        """Return the number of codes, domains or seats in use, counted up to `most`."""
        values = {"org": org_id, "quota": quota, "most": most}
        return int(self.session.execute(_USED, values).scalar_one())

    def messages_used(self, org_id: str, since: datetime) -> int:
        """Return how many messages were queued since a time, without those that were refused, cancelled or failed."""
        values = {"org": org_id, "since": since}
        return int(self.session.execute(_MESSAGES, values).scalar_one())


class EventRepository(Repository[PaymentEventRow]):
    """The provider's events about one organisation."""

    model = PaymentEventRow

    def add(self, values: Mapping[str, Any]) -> bool:
        """Store an event; return False if it is already stored."""
        added = insert(PaymentEventRow).values(**values).on_conflict_do_nothing()
        return self.session.scalar(added.returning(PaymentEventRow.event_id)) is not None

    def waiting(self, org_id: str, most: int) -> Sequence[PaymentEventRow]:
        """Return events that have not been applied, those received first at the top."""
        own = self.scoped(org_id).where(PaymentEventRow.applied_at.is_(None))
        return self.session.scalars(own.order_by(PaymentEventRow.received_at).limit(most)).all()

    def finish(self, org_id: str, event_ids: Sequence[str], now: datetime, error: str = "") -> None:
        """Mark events as applied, or store why they could not be."""
        self.session.execute(
            update(PaymentEventRow)
            .where(PaymentEventRow.org_id == org_id, PaymentEventRow.event_id.in_(event_ids))
            .values(error=error[:300], **({} if error else {"applied_at": now}))
        )


class CreditRepository(Repository[CreditEntry]):
    """The credit ledger of one organisation."""

    model = CreditEntry

    def lock(self, org_id: str) -> None:
        """Prevent other transactions from writing to the ledger until this one ends."""
        lock_until_commit(self.session, "message-credits", org_id)

    def balance(self, org_id: str) -> int:
        """Return the organisation's credits."""
        own = select(func.coalesce(func.sum(CreditEntry.credits), 0))
        return int(self.session.execute(own.where(CreditEntry.org_id == org_id)).scalar_one())

    def sum_of(self, org_id: str, reference: str) -> tuple[int, int]:
        """Return the credits from a payment and the number of its entries."""
        own = select(func.coalesce(func.sum(CreditEntry.credits), 0), func.count()).where(
            CreditEntry.org_id == org_id,
            CreditEntry.reference == reference,
            CreditEntry.reason == "payment",
        )
        total, count = self.session.execute(own).one()
        return int(total), int(count)

    def add(self, values: Mapping[str, Any]) -> bool:
        """Write an entry; return False if one with its key exists."""
        added = insert(CreditEntry).values(**values).on_conflict_do_nothing()
        return self.session.scalar(added.returning(CreditEntry.entry_id)) is not None


class QuotaRepository(Repository[PlanQuota]):
    """The quotas of all plans, which belong to no organisation."""

    model = PlanQuota

    def all_rows(self) -> set[tuple[Any, ...]]:
        """Return all rows: the plan, the quota, its amount, the next plan with more, and whether the plan is the
        default.
        """
        columns = PlanQuota.__table__.columns
        return {tuple(row) for row in self.session.execute(select(*columns))}

    def replace(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replace all quotas with these rows."""
        lock_until_commit(self.session, "plan-quotas")
        self.session.execute(delete(PlanQuota))
        if rows:
            self.session.execute(insert(PlanQuota), list(rows))

    def limits(self, plan: str) -> dict[str, tuple[int | None, str | None]]:
        """Return each quota of a plan, and the smallest plan that has more of it."""
        own = select(PlanQuota).where(PlanQuota.plan == plan)
        return {it.quota: (it.allowed, it.more_in) for it in self.session.scalars(own)}
