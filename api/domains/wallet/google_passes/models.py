"""The tables of passes in Google Wallet."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class GoogleAccount(Base):
    """The service account of an organisation, with its key encrypted, or a key generated here for development."""

    __tablename__ = "google_accounts"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    issuer_id: Mapped[str] = mapped_column(Text)
    account: Mapped[str] = mapped_column(Text)
    key_id: Mapped[str] = mapped_column(Text)
    project: Mapped[str] = mapped_column(Text)
    key_sealed: Mapped[str] = mapped_column(Text)
    is_development: Mapped[bool]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    checked_at: Mapped[datetime | None]
    problem: Mapped[str | None] = mapped_column(Text)
    key_expires_at: Mapped[datetime | None]
    """When Google stops accepting the key; None if the key does not expire, or if Google has not been queried yet."""
    warned_of: Mapped[datetime | None]
    """The expiry date of which the owners were notified."""


class KeptPass(Base):
    """A pass for which a link to Google Wallet was issued, and the state of Google's copy."""

    __tablename__ = "google_passes"

    pass_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    issuer_id: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    is_known: Mapped[bool]
    class_digest: Mapped[str | None] = mapped_column(Text)
    announced: Mapped[dict[str, str]] = mapped_column(JSONB)
    sent_tag: Mapped[int] = mapped_column(BigInteger)
    wanted_tag: Mapped[int] = mapped_column(BigInteger)
    has_users: Mapped[bool | None]
    is_saved: Mapped[bool | None]
    """Content of Google's last callback: saved or deleted; None before the first callback."""
    callback_expires_at: Mapped[datetime | None]
    """Expiry of the newest callback. A callback that expires earlier is older and does not count."""
    tries: Mapped[int]
    next_try_at: Mapped[datetime | None]
    problem: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]


class GoogleNotice(Base):
    """A message that notifies a holder's phone. It is counted before it is sent, so that a crash does not cause a
    second one.
    """

    __tablename__ = "google_notices"

    pass_id: Mapped[str] = mapped_column(
        Text, ForeignKey("google_passes.pass_id"), primary_key=True
    )
    notice_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    announced: Mapped[dict[str, str]] = mapped_column(JSONB)
    claimed_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]


class GoogleBlank(Base):
    """A pass that no longer exists here but still exists at Google."""

    __tablename__ = "google_blanks"

    pass_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    issuer_id: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    pass_type: Mapped[str] = mapped_column(Text)
    tries: Mapped[int]
    next_try_at: Mapped[datetime | None]
    created_at: Mapped[datetime]


class GoogleSending(Base):
    """The job that sends an organisation's passes to Google, and until when it may do so."""

    __tablename__ = "google_sending"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    job_id: Mapped[str] = mapped_column(Text)
    until: Mapped[datetime]
    failures: Mapped[int]
    retry_at: Mapped[datetime | None]
