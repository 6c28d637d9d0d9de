"""The tables of orders."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class CustomerOrder(Base):
    """A customer's order, and how much of it was refunded."""

    __tablename__ = "customer_orders"

    order_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    source: Mapped[str] = mapped_column(Text)
    order_number: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str] = mapped_column(Text)
    amount_cents: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(Text)
    item_count: Mapped[int | None]
    refunded_cents: Mapped[int] = mapped_column(BigInteger)
    code_id: Mapped[str | None] = mapped_column(Text)
    card_index: Mapped[bytes | None]
    ordered_at: Mapped[datetime]
    recorded_at: Mapped[datetime]
    recorded_by: Mapped[str | None] = mapped_column(Text)


class OrderRefund(Base):
    """A refund, what was taken back for it, and what was no longer available."""

    __tablename__ = "order_refunds"

    refund_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    order_id: Mapped[str] = mapped_column(Text)
    refund_number: Mapped[str] = mapped_column(Text)
    amount_cents: Mapped[int] = mapped_column(BigInteger)
    points_taken: Mapped[int]
    points_short: Mapped[int]
    stamps_taken: Mapped[int]
    stamps_short: Mapped[int]
    note: Mapped[str | None] = mapped_column(Text)
    refunded_at: Mapped[datetime]
    recorded_by: Mapped[str | None] = mapped_column(Text)
