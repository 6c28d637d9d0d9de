"""The tables of identity: organisations, people, what joins them, and keys."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Organization(Base):
    """A tenant. Deleted ones keep their row."""

    __tablename__ = "organizations"

    org_id: Mapped[str] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    logo: Mapped[str]
    time_zone: Mapped[str]
    locale: Mapped[str]
    week_start: Mapped[str]
    brand: Mapped[dict[str, Any]]
    is_demo: Mapped[bool]
    created_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]
    retention_months: Mapped[int | None] = mapped_column(default=None)
    """How long events are kept; for ever where it is not said."""
    alerts_by_mail: Mapped[bool] = mapped_column(default=True)
    """Whether owners get a mail when something of theirs stops working."""
    visitor_consent: Mapped[str] = mapped_column(default="opt_out")
    """When the organisation may remember its visitors' browsers: opt_out, opt_in or by_country."""
    week_start_chosen: Mapped[bool] = mapped_column(default=False)
    """Whether somebody chose the first day of the week; otherwise it follows the locale."""
    currency: Mapped[str | None] = mapped_column(default=None)
    """Of costs, as ISO 4217; that of the locale's territory where nobody chose one."""


class User(Base):
    """A person, known by the `sub` of their login. Belongs to no tenant."""

    __tablename__ = "users"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    sub: Mapped[str] = mapped_column(unique=True)
    email: Mapped[str | None]
    email_verified: Mapped[bool]
    name: Mapped[str]
    created_at: Mapped[datetime]
    last_seen_at: Mapped[datetime | None]


class Membership(Base):
    """A user's place in one of their organisations. The database keeps at least one owner in each."""

    __tablename__ = "memberships"

    org_id: Mapped[str] = mapped_column(ForeignKey("organizations.org_id"), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.user_id"), primary_key=True)
    role: Mapped[str]
    created_at: Mapped[datetime]


class Invitation(Base):
    """A place kept for an email address, until a login that proves the address accepts or declines it."""

    __tablename__ = "invitations"

    invitation_id: Mapped[str] = mapped_column(primary_key=True)
    org_id: Mapped[str] = mapped_column(ForeignKey("organizations.org_id"))
    email: Mapped[str]
    role: Mapped[str]
    invited_by: Mapped[str | None]
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    accepted_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    mail_state: Mapped[str | None] = mapped_column(default=None)
    """What became of its mail; None where none was asked for."""
    token_hash: Mapped[str | None] = mapped_column(unique=True, default=None)
    """Of the token in its link, which itself is not stored; None for one of before links."""
    declined_at: Mapped[datetime | None] = mapped_column(default=None)


class ApiKey(Base):
    """A key of an organisation. Only the hash is kept; `prefix` helps people tell keys apart."""

    __tablename__ = "api_keys"

    key_id: Mapped[str] = mapped_column(primary_key=True)
    org_id: Mapped[str] = mapped_column(ForeignKey("organizations.org_id"))
    name: Mapped[str]
    role: Mapped[str]
    prefix: Mapped[str]
    key_hash: Mapped[str] = mapped_column(Text, unique=True)
    created_by: Mapped[str | None]
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
