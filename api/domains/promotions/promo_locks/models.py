"""The tables of promo locks."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Double, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class PromoBatch(Base):
    """Promo codes that were generated or imported together, with their common terms."""

    __tablename__ = "promo_batches"

    batch_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str] = mapped_column(Text, ForeignKey("codes.code_id"))
    name: Mapped[str] = mapped_column(Text)
    source: Mapped[str] = mapped_column(Text)
    max_uses: Mapped[int | None]
    uses_per_customer: Mapped[int | None]
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    latitude: Mapped[float | None] = mapped_column(Double)
    longitude: Mapped[float | None] = mapped_column(Double)
    radius_m: Mapped[int | None]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)


class PromoCode(Base):
    """One promo code. The statement that increases `used` also checks the limit."""

    __tablename__ = "promo_codes"

    promo_code_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str] = mapped_column(Text, ForeignKey("codes.code_id"))
    batch_id: Mapped[str] = mapped_column(Text, ForeignKey("promo_batches.batch_id"))
    code: Mapped[str] = mapped_column(Text)
    shown: Mapped[str] = mapped_column(Text)
    max_uses: Mapped[int | None]
    used: Mapped[int] = mapped_column(default=0)
    last_used_at: Mapped[datetime | None]
    withdrawn_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    award_id: Mapped[str | None] = mapped_column(Text)
    """The award of a reward that was given this code as its voucher."""


class PromoUse(Base):
    """A lock was opened, by a promo code or by the master key."""

    __tablename__ = "promo_uses"

    use_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str] = mapped_column(Text, ForeignKey("codes.code_id"))
    opened_code_id: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    promo_code_id: Mapped[str | None] = mapped_column(Text, ForeignKey("promo_codes.promo_code_id"))
    customer: Mapped[str] = mapped_column(Text)
    """The blind index of an email address or phone number in hexadecimal digits, otherwise the visitor's ID."""
    customer_kind: Mapped[str] = mapped_column(Text)
    customer_sealed: Mapped[str | None] = mapped_column(Text)
    visitor_id: Mapped[str] = mapped_column(Text)
    number: Mapped[int | None]
    used_at: Mapped[datetime]
    open_until: Mapped[datetime]
    epoch: Mapped[int]
    latitude: Mapped[float | None] = mapped_column(Double)
    longitude: Mapped[float | None] = mapped_column(Double)
    country: Mapped[str | None] = mapped_column(Text)
    region: Mapped[str | None] = mapped_column(Text)
    city: Mapped[str | None] = mapped_column(Text)
    event_id: Mapped[UUID]


class MasterKey(Base):
    """The master key of a code, as a hash."""

    __tablename__ = "master_keys"

    code_id: Mapped[str] = mapped_column(Text, ForeignKey("codes.code_id"), primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    key_hash: Mapped[str] = mapped_column(Text)
    expires_at: Mapped[datetime | None]
    max_uses: Mapped[int | None]
    used: Mapped[int] = mapped_column(default=0)
    last_used_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    changed_at: Mapped[datetime]
    changed_by: Mapped[str | None] = mapped_column(Text)


class PromoAlarm(Base):
    """An alarm: too many wrong promo codes were sent for a lock."""

    __tablename__ = "promo_alarms"

    alarm_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str] = mapped_column(Text, ForeignKey("codes.code_id"))
    kind: Mapped[str] = mapped_column(Text)
    guesser: Mapped[str] = mapped_column(Text)
    window_start: Mapped[datetime]
    wrong: Mapped[int]
    raised_at: Mapped[datetime]
    seen_at: Mapped[datetime | None]
