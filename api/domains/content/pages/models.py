"""The tables of pages and their versions."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Page(Base):
    """A page. `draft` is what its editor sees; visitors see the version that was published."""

    __tablename__ = "pages"

    page_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str | None] = mapped_column(Text, ForeignKey("codes.code_id"))
    name: Mapped[str] = mapped_column(Text)
    vanity_name: Mapped[str | None] = mapped_column(Text)
    draft: Mapped[dict[str, Any]] = mapped_column(JSONB)
    version: Mapped[int] = mapped_column()
    published_version: Mapped[int | None]
    published_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]


class PageVersion(Base):
    """An earlier state of a page. If it was published, `published` contains its HTML per language."""

    __tablename__ = "page_versions"

    page_id: Mapped[str] = mapped_column(Text, primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    blocks: Mapped[dict[str, Any]] = mapped_column(JSONB)
    published: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    published_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
