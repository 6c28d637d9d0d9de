"""The tables of imports."""

from datetime import datetime
from typing import Any

from sqlalchemy import REAL, BigInteger, ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class CustomerImport(Base):
    """A file with customers or passes, the options for reading it, and the results of its rows."""

    __tablename__ = "customer_imports"

    import_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    kind: Mapped[str] = mapped_column(Text)
    """The kind of its rows: `customers` or `passes`."""
    subject_id: Mapped[str | None] = mapped_column(Text)
    """The item from which rows are made: for passes, their template."""
    file_name: Mapped[str] = mapped_column(Text)
    file_bytes: Mapped[int] = mapped_column(BigInteger)
    encoding: Mapped[str] = mapped_column(Text)
    delimiter: Mapped[str] = mapped_column(Text)
    headers: Mapped[list[str]] = mapped_column(JSONB)
    samples_sealed: Mapped[str | None] = mapped_column(Text)
    """The first values of each column, until the file is deleted."""
    region: Mapped[str] = mapped_column(Text)
    """The country of numbers without a country code."""
    mapping: Mapped[list[str | None]] = mapped_column(JSONB, default=list)
    options: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict)
    state: Mapped[str] = mapped_column(Text)
    error: Mapped[str | None] = mapped_column(Text)
    share: Mapped[float] = mapped_column(REAL, default=0.0)
    """The completed share of the file, or of an undo."""
    last_row: Mapped[int] = mapped_column(default=1)
    """The last row of the file that was written; the header is row 1."""
    rows: Mapped[int] = mapped_column(default=0)
    created: Mapped[int] = mapped_column(default=0)
    changed: Mapped[int] = mapped_column(default=0)
    unchanged: Mapped[int] = mapped_column(default=0)
    refused: Mapped[int] = mapped_column(default=0)
    noted: Mapped[int] = mapped_column(default=0)
    removed: Mapped[int] = mapped_column(default=0)
    restored: Mapped[int] = mapped_column(default=0)
    kept: Mapped[int] = mapped_column(default=0)
    job_id: Mapped[str | None] = mapped_column(Text)
    uploaded_at: Mapped[datetime]
    uploaded_by: Mapped[str | None] = mapped_column(Text)
    finished_at: Mapped[datetime | None]
    undone_at: Mapped[datetime | None]
    undone_by: Mapped[str | None] = mapped_column(Text)


class ImportProblem(Base):
    """The reason why a row was refused, or which of its values was left out."""

    __tablename__ = "customer_import_problems"

    org_id: Mapped[str] = mapped_column(Text)
    import_id: Mapped[str] = mapped_column(Text, primary_key=True)
    row_number: Mapped[int] = mapped_column(primary_key=True)
    part: Mapped[int] = mapped_column(primary_key=True)
    field: Mapped[str] = mapped_column(Text)
    message: Mapped[str] = mapped_column(Text)
    is_refused: Mapped[bool]


class ImportChange(Base):
    """The changes that an import made to one customer."""

    __tablename__ = "customer_import_changes"

    org_id: Mapped[str] = mapped_column(Text)
    import_id: Mapped[str] = mapped_column(Text, primary_key=True)
    customer_id: Mapped[str] = mapped_column(Text, primary_key=True)
    row_number: Mapped[int]
    is_new: Mapped[bool]
    before: Mapped[dict[str, Any]] = mapped_column(JSONB)
    after: Mapped[dict[str, Any]] = mapped_column(JSONB)
