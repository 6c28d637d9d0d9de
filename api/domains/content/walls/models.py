"""The tables of walls."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Wall(Base):
    """A wall and the code that opens it."""

    __tablename__ = "walls"

    wall_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    intro: Mapped[str] = mapped_column(Text)
    consent_text: Mapped[str] = mapped_column(Text)
    moderation: Mapped[str] = mapped_column(Text)
    is_open: Mapped[bool]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]


class WallPost(Base):
    """A picture that a visitor posted."""

    __tablename__ = "wall_posts"

    post_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    wall_id: Mapped[str] = mapped_column(Text)
    visitor_id: Mapped[str] = mapped_column(Text)
    digest: Mapped[bytes]
    author: Mapped[str] = mapped_column(Text)
    caption: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    is_pinned: Mapped[bool]
    width: Mapped[int]
    height: Mapped[int]
    files: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    consent_hash: Mapped[str] = mapped_column(Text)
    reports: Mapped[int]
    posted_at: Mapped[datetime]
    decided_at: Mapped[datetime | None]
    decided_by: Mapped[str | None] = mapped_column(Text)


class WallReport(Base):
    """A visitor's report that a picture should not be on the wall."""

    __tablename__ = "wall_reports"

    post_id: Mapped[str] = mapped_column(Text, primary_key=True)
    visitor_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    reported_at: Mapped[datetime]
