"""The tables of plans and payments."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class PlanQuota(Base):
    """The quota of one resource in one plan."""

    __tablename__ = "plan_quotas"

    plan: Mapped[str] = mapped_column(Text, primary_key=True)
    quota: Mapped[str] = mapped_column(Text, primary_key=True)
    allowed: Mapped[int | None] = mapped_column(BigInteger)
    more_in: Mapped[str | None] = mapped_column(Text)
    is_default: Mapped[bool]


class PlanSubscription(Base):
    """An organisation as a customer of the payment provider, and its plan."""

    __tablename__ = "plan_subscriptions"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    is_live: Mapped[bool]
    payer_id: Mapped[str | None] = mapped_column(Text)
    attempt: Mapped[int] = mapped_column(default=0)
    subscription_id: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text, default="none")
    plan: Mapped[str | None] = mapped_column(Text)
    """The plan whose quotas apply; None means the default plan."""
    paid_plan: Mapped[str | None] = mapped_column(Text)
    billing_interval: Mapped[str | None] = mapped_column(Text)
    currency: Mapped[str | None] = mapped_column(Text)
    period_start: Mapped[datetime | None]
    period_end: Mapped[datetime | None]
    cancel_at: Mapped[datetime | None]
    unpaid_since: Mapped[datetime | None]
    grace_until: Mapped[datetime | None]
    read_number: Mapped[int] = mapped_column(BigInteger, default=0)
    changed_at: Mapped[datetime]


class PaymentEventRow(Base):
    """A webhook from the payment provider."""

    __tablename__ = "payment_events"

    event_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    kind: Mapped[str] = mapped_column(Text)
    intent_id: Mapped[str | None] = mapped_column(Text)
    sealed: Mapped[str] = mapped_column(Text)
    occurred_at: Mapped[datetime]
    received_at: Mapped[datetime]
    applied_at: Mapped[datetime | None]
    error: Mapped[str] = mapped_column(Text, default="")


class CreditEntry(Base):
    """An entry of the ledger of message credits."""

    __tablename__ = "message_credits"

    entry_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    key: Mapped[str] = mapped_column(Text)
    credits: Mapped[int] = mapped_column(BigInteger)
    reason: Mapped[str] = mapped_column(Text)
    reference: Mapped[str] = mapped_column(Text)
    """The payment or the message that the entry belongs to."""
    created_at: Mapped[datetime]


class UsageReport(Base):
    """Usage in one hour, reported to the payment provider."""

    __tablename__ = "usage_reports"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    meter: Mapped[str] = mapped_column(Text, primary_key=True)
    hour: Mapped[datetime] = mapped_column(primary_key=True)
    part: Mapped[int] = mapped_column(primary_key=True)
    value: Mapped[int] = mapped_column(BigInteger)
    identifier: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
    error: Mapped[str] = mapped_column(Text, default="")
