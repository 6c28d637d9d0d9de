"""The tables of identity: organisations, people, memberships, invitations and keys."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Organization(Base):
    """A tenant. Deleted organisations keep their row."""

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
    """Number of months for which events are kept. None means forever."""
    alerts_by_mail: Mapped[bool] = mapped_column(default=True)
    """Whether owners get an email when something of the organisation stops working."""
    visitor_consent: Mapped[str] = mapped_column(default="opt_out")
    """When the organisation may recognise its visitors' browsers: opt_out, opt_in or by_country."""
    week_start_chosen: Mapped[bool] = mapped_column(default=False)
    """Whether somebody chose the first day of the week. Otherwise it follows the locale."""
    currency: Mapped[str | None] = mapped_column(default=None)
    """Currency of costs, as ISO 4217. None means that of the locale's territory."""


class User(Base):
    """A person, identified by the `sub` of their login. Belongs to no tenant."""

    __tablename__ = "users"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    sub: Mapped[str] = mapped_column(unique=True)
    email: Mapped[str | None]
    email_verified: Mapped[bool]
    name: Mapped[str]
    created_at: Mapped[datetime]
    last_seen_at: Mapped[datetime | None]


class Membership(Base):
    """A user's membership in one of their organisations. The database ensures that each organisation has at least one
    owner.
    """

    __tablename__ = "memberships"

    org_id: Mapped[str] = mapped_column(ForeignKey("organizations.org_id"), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.user_id"), primary_key=True)
    role: Mapped[str]
    created_at: Mapped[datetime]


class Invitation(Base):
    """A place reserved for an email address, until a login that proves the address accepts or declines it."""

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
    """State of its email, or None if no email was requested."""
    token_hash: Mapped[str | None] = mapped_column(unique=True, default=None)
    """Hash of the token in its link. The token itself is not stored. None for invitations from before there
    were links.
    """
    declined_at: Mapped[datetime | None] = mapped_column(default=None)


class ApiKey(Base):
    """An API key of an organisation. Only its hash is stored, and `prefix` helps people tell keys apart."""

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
