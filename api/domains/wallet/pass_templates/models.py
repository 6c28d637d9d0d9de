"""The tables of pass templates."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class PassTemplate(Base):
    """A template and its draft."""

    __tablename__ = "pass_templates"

    template_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    draft: Mapped[dict[str, Any]] = mapped_column(JSONB)
    revision: Mapped[int]
    """Incremented with every change of the draft."""
    published_version: Mapped[int | None]
    published_revision: Mapped[int | None]
    """The revision from which the published version was made."""
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]


class PassTemplateVersion(Base):
    """The content of a template at the time of its publication. It never changes."""

    __tablename__ = "pass_template_versions"

    template_id: Mapped[str] = mapped_column(
        Text, ForeignKey("pass_templates.template_id"), primary_key=True
    )
    version: Mapped[int] = mapped_column(primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)
    published_at: Mapped[datetime]
    published_by: Mapped[str | None] = mapped_column(Text)
