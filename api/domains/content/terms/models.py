"""The tables of terms. Versions and acceptances are append-only."""

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Terms(Base):
    """An organisation's terms, or those of one of its codes."""

    __tablename__ = "terms"

    terms_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str | None] = mapped_column(Text, ForeignKey("codes.code_id"))
    current_version: Mapped[int]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)


class TermsVersion(Base):
    """A text as it was published."""

    __tablename__ = "terms_versions"

    terms_id: Mapped[str] = mapped_column(Text, ForeignKey("terms.terms_id"), primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    title: Mapped[str] = mapped_column(Text)
    body: Mapped[str] = mapped_column(Text)
    text_hash: Mapped[str] = mapped_column(Text)
    published_at: Mapped[datetime]
    published_by: Mapped[str | None] = mapped_column(Text)


class TermsAcceptance(Base):
    """The acceptance of one version of a text: when, from which network, and the exact text."""

    __tablename__ = "terms_acceptances"

    acceptance_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    terms_id: Mapped[str] = mapped_column(Text)
    version: Mapped[int]
    text_hash: Mapped[str] = mapped_column(Text)
    code_id: Mapped[str | None] = mapped_column(Text)
    visitor_id: Mapped[str] = mapped_column(Text)
    visitor_kind: Mapped[str] = mapped_column(Text)
    email_hash: Mapped[str] = mapped_column(Text)
    email_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    address: Mapped[str] = mapped_column(Text)
    accepted_at: Mapped[datetime]
