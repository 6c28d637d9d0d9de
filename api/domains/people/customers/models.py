"""The tables of customers."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, LargeBinary, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Customer(Base):
    """A customer of one organisation. Without `sealing_key` their answers cannot be read."""

    __tablename__ = "customers"

    customer_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    email: Mapped[str | None] = mapped_column(Text)
    phone: Mapped[str | None] = mapped_column(Text)
    first_name: Mapped[str | None] = mapped_column(Text)
    last_name: Mapped[str | None] = mapped_column(Text)
    attributes: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict)
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text), default=list)
    sealing_key: Mapped[bytes | None] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class CustomerVisitor(Base):
    """The customer that last used a visitor's browser, and the first name they gave there."""

    __tablename__ = "customer_visitors"

    org_id: Mapped[str] = mapped_column(Text, primary_key=True)
    visitor_id: Mapped[str] = mapped_column(Text, primary_key=True)
    customer_id: Mapped[str] = mapped_column(Text)
    first_name: Mapped[str | None] = mapped_column(Text)
    is_proven: Mapped[bool] = mapped_column(default=False)
    """Whether the customer was created from this browser, or proved their phone with it."""
    seen_at: Mapped[datetime]
