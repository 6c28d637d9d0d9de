"""The table of templates saved by organisations."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class PageTemplate(Base):
    """A page saved as a template; private to its author unless shared with the organisation."""

    __tablename__ = "page_templates"

    template_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text)
    blocks: Mapped[dict[str, Any]] = mapped_column(JSONB)
    is_shared: Mapped[bool]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
