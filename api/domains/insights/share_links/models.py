"""The table of share links."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class ShareLink(Base):
    """A link. Only the hash of its token is stored. `hint` is the start of the token, to distinguish links."""

    __tablename__ = "share_links"

    link_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    token_hash: Mapped[str] = mapped_column(Text, unique=True)
    hint: Mapped[str] = mapped_column(Text)
    question: Mapped[dict[str, Any]]
    range_is_fixed: Mapped[bool]
    created_by: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]
