"""The tables of passes."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class PassCertificateRow(Base):
    """The certificate that signs the passes of one pass type, with its key encrypted."""

    __tablename__ = "pass_certificates"

    pass_type: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    team: Mapped[str] = mapped_column(Text)
    certificate: Mapped[str] = mapped_column(Text)
    key_sealed: Mapped[str] = mapped_column(Text)
    issuer: Mapped[str] = mapped_column(Text)
    is_development: Mapped[bool]
    expires_at: Mapped[datetime]
    created_at: Mapped[datetime]
    warned_of: Mapped[datetime | None]
    """The expiry date of which the owners were notified."""
    deleted_tag: Mapped[int] = mapped_column(BigInteger, default=0)
    """The highest change tag of deleted passes."""


class Pass(Base):
    """One pass."""

    __tablename__ = "passes"

    pass_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    pass_type: Mapped[str] = mapped_column(Text)
    serial_number: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str | None] = mapped_column(Text)
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)
    change_tag: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    offer_id: Mapped[str | None] = mapped_column(Text, ForeignKey("pass_offers.offer_id"))
    visitor_id: Mapped[str | None] = mapped_column(Text)
    template_id: Mapped[str | None] = mapped_column(Text)
    template_version: Mapped[int | None]
    template_values: Mapped[dict[str, str]] = mapped_column(JSONB)
    """Values of placeholders for its holder, in addition to what is known of the customer."""
    import_id: Mapped[str | None] = mapped_column(Text)
    """The import that created it."""
    max_uses: Mapped[int | None]
    uses: Mapped[int] = mapped_column(default=0)
    fetched_tag: Mapped[int] = mapped_column(BigInteger, default=0)
    """The tag of the newest state that a phone fetched."""
    stale_tag: Mapped[int] = mapped_column(BigInteger, default=0)
    """The tag of the newest change that no phone had fetched after a day."""
    removed_at: Mapped[datetime | None]
    """When it was last removed from an iPhone; None once an iPhone has it again."""


class PassOffer(Base):
    """A pass of which each visitor gets their own copy."""

    __tablename__ = "pass_offers"

    offer_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    pass_id: Mapped[str] = mapped_column(Text)
    most: Mapped[int]
    given: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)


class PassRegistration(Base):
    """A phone that has a pass, and the push token with which it is notified of changes."""

    __tablename__ = "pass_registrations"

    pass_id: Mapped[str] = mapped_column(Text, ForeignKey("passes.pass_id"), primary_key=True)
    device_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    push_token_sealed: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]


class PassRedemption(Base):
    """One use of a pass."""

    __tablename__ = "pass_redemptions"

    redemption_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    pass_id: Mapped[str] = mapped_column(Text, ForeignKey("passes.pass_id"))
    idempotency_key: Mapped[str] = mapped_column(Text)
    use_number: Mapped[int]
    made_void: Mapped[bool]
    redeemed_at: Mapped[datetime]
    redeemed_by: Mapped[str | None] = mapped_column(Text)
    undone_at: Mapped[datetime | None]
