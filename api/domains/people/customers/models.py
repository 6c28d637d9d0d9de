"""The tables of customers."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, FetchedValue, ForeignKey, LargeBinary, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Customer(Base):
    """A customer of one organisation. Without `sealing_key`, their answers, address and number cannot be read."""

    __tablename__ = "customers"

    customer_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    number: Mapped[str] = mapped_column(Text, server_default=FetchedValue())
    """Short, unique in the organisation, and without characters that look alike."""
    email_sealed: Mapped[str | None] = mapped_column(Text)
    email_index: Mapped[bytes | None] = mapped_column(LargeBinary)
    email_loose_index: Mapped[bytes | None] = mapped_column(LargeBinary)
    phone_sealed: Mapped[str | None] = mapped_column(Text)
    phone_index: Mapped[bytes | None] = mapped_column(LargeBinary)
    phone_loose_index: Mapped[bytes | None] = mapped_column(LargeBinary)
    first_name: Mapped[str | None] = mapped_column(Text)
    last_name: Mapped[str | None] = mapped_column(Text)
    attributes: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict)
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text), default=list)
    sealing_key: Mapped[bytes | None] = mapped_column(LargeBinary)
    language: Mapped[str | None] = mapped_column(Text)
    time_zone: Mapped[str | None] = mapped_column(Text)
    seen_time_zone: Mapped[str | None] = mapped_column(Text)
    """The time zone of their last scan, as the warehouse reports it."""
    birthday: Mapped[str | None] = mapped_column(Text)
    """Formatted as 1990-05-17, or --05-17 if the year is not known."""
    owner_id: Mapped[str | None] = mapped_column(Text)
    """The member who is responsible for them."""
    source: Mapped[str] = mapped_column(Text, default="form")
    merged_into: Mapped[str | None] = mapped_column(Text)
    """The profile to which this one belongs since they were merged."""
    phone_verified_at: Mapped[datetime | None]
    """When a visitor last proved that the number belongs to them."""
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class CustomerVisitor(Base):
    """The customer who last used a visitor's browser, and the first name that they gave there."""

    __tablename__ = "customer_visitors"

    org_id: Mapped[str] = mapped_column(Text, primary_key=True)
    visitor_id: Mapped[str] = mapped_column(Text, primary_key=True)
    customer_id: Mapped[str] = mapped_column(Text)
    first_name: Mapped[str | None] = mapped_column(Text)
    is_proven: Mapped[bool] = mapped_column(default=False)
    """Whether the customer was created from this browser, or proved their phone number with it."""
    seen_at: Mapped[datetime]
    changed_in: Mapped[int] = mapped_column(BigInteger, server_default=FetchedValue())
    """The transaction that last changed it."""


class CustomerField(Base):
    """A custom field. Customers' `attributes` have a value of this type under its name."""

    __tablename__ = "customer_fields"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    name: Mapped[str] = mapped_column(Text, primary_key=True)
    label: Mapped[str] = mapped_column(Text)
    type: Mapped[str] = mapped_column(Text)
    options: Mapped[list[str]] = mapped_column(ARRAY(Text), default=list)
    is_merge_key: Mapped[bool] = mapped_column(default=False)
    """Whether customers with the same value are probably the same person."""
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)


class CustomerTag(Base):
    """A tag that a customer has or had. A trigger adds new tags, and a nightly task removes those that nobody has."""

    __tablename__ = "customer_tags"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    tag: Mapped[str] = mapped_column(Text, primary_key=True)


class CustomerNote(Base):
    """A member's note about a customer."""

    __tablename__ = "customer_notes"

    note_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    author_id: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]


class CustomerTouchpoint(Base):
    """A code and page through which a customer sent forms. An empty ID means none."""

    __tablename__ = "customer_touchpoints"

    org_id: Mapped[str] = mapped_column(Text, primary_key=True)
    customer_id: Mapped[str] = mapped_column(Text, primary_key=True)
    code_id: Mapped[str] = mapped_column(Text, primary_key=True)
    page_id: Mapped[str] = mapped_column(Text, primary_key=True)
    first_at: Mapped[datetime]
    last_at: Mapped[datetime]


class CustomerMerge(Base):
    """A merge of two profiles, in force until it is undone."""

    __tablename__ = "customer_merges"

    merge_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    kept_id: Mapped[str] = mapped_column(Text)
    merged_id: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    note: Mapped[str] = mapped_column(Text, default="")
    snapshot: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """Both profiles before the merge, `kept` and `merged`, with encrypted addresses and numbers."""
    filled: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """The values that the kept profile got, by kind and name."""
    merged_at: Mapped[datetime]
    merged_by: Mapped[str | None] = mapped_column(Text)
    undone_at: Mapped[datetime | None]
    undone_by: Mapped[str | None] = mapped_column(Text)


class CustomerDistinction(Base):
    """Two profiles that look like one person but are two."""

    __tablename__ = "customer_distinctions"

    org_id: Mapped[str] = mapped_column(Text, primary_key=True)
    first_id: Mapped[str] = mapped_column(Text, primary_key=True)
    second_id: Mapped[str] = mapped_column(Text, primary_key=True)
    distinguished_at: Mapped[datetime]
    distinguished_by: Mapped[str | None] = mapped_column(Text)
