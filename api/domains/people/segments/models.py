"""The tables of segments."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Segment(Base):
    """Customers who match rules, or a list that members maintain by hand."""

    __tablename__ = "segments"

    segment_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text, default="")
    kind: Mapped[str] = mapped_column(Text)
    """Either `rules` or `list`."""
    rules: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    members: Mapped[int] = mapped_column(BigInteger, default=0)
    """The number of customers at the last count."""
    counted_at: Mapped[datetime | None]
    """The time up to which its members are correct. None until they are counted for the first time."""
    due_at: Mapped[datetime | None]
    """When it is counted next. None for a list."""
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]


class SegmentMember(Base):
    """A customer who is in a segment."""

    __tablename__ = "segment_members"

    org_id: Mapped[str] = mapped_column(Text, primary_key=True)
    segment_id: Mapped[str] = mapped_column(Text, primary_key=True)
    customer_id: Mapped[str] = mapped_column(Text, primary_key=True)
    entered_at: Mapped[datetime]


class SegmentDay(Base):
    """How many customers entered and left a segment on a local day, and its number of members at the last count of the
    day.
    """

    __tablename__ = "segment_days"

    org_id: Mapped[str] = mapped_column(Text, primary_key=True)
    segment_id: Mapped[str] = mapped_column(Text, primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    entered: Mapped[int] = mapped_column(BigInteger)
    left: Mapped[int] = mapped_column(BigInteger)
    members: Mapped[int] = mapped_column(BigInteger)
