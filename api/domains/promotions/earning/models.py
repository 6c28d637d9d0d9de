"""The tables of earning rules."""

from datetime import date, datetime

from sqlalchemy import BigInteger, Double, ForeignKey, Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class EarningRule(Base):
    """The points or stamps for one kind of act, and the cap on them."""

    __tablename__ = "earning_rules"

    rule_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    kind: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    is_active: Mapped[bool]
    unit: Mapped[str] = mapped_column(Text)
    amount: Mapped[int]
    per_cents: Mapped[int | None]
    min_cents: Mapped[int | None]
    currency: Mapped[str | None] = mapped_column(Text)
    code_ids: Mapped[list[str]] = mapped_column(ARRAY(Text))
    latitude: Mapped[float | None] = mapped_column(Double)
    longitude: Mapped[float | None] = mapped_column(Double)
    radius_m: Mapped[int | None]
    person_day: Mapped[int | None]
    person_week: Mapped[int | None]
    person_total: Mapped[int | None]
    total: Mapped[int | None]
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    read_until: Mapped[datetime | None]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    updated_by: Mapped[str | None] = mapped_column(Text)
    deleted_at: Mapped[datetime | None]
    given_to_erased: Mapped[int] = mapped_column(BigInteger, default=0)


class Earning(Base):
    """The points or stamps that a rule gave for one action of a customer."""

    __tablename__ = "earnings"

    org_id: Mapped[str] = mapped_column(Text, primary_key=True)
    rule_id: Mapped[str] = mapped_column(Text, primary_key=True)
    source: Mapped[str] = mapped_column(Text, primary_key=True)
    customer_id: Mapped[str] = mapped_column(Text)
    unit: Mapped[str] = mapped_column(Text)
    amount: Mapped[int]
    movement_id: Mapped[str | None] = mapped_column(Text)
    day: Mapped[date]
    earned_at: Mapped[datetime]


class EarningTask(Base):
    """A customer's action to which a job has yet to apply the rules."""

    __tablename__ = "earning_tasks"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    source: Mapped[str] = mapped_column(Text, primary_key=True)
    customer_id: Mapped[str] = mapped_column(Text)
    code_id: Mapped[str | None] = mapped_column(Text)
    occurred_at: Mapped[datetime]
