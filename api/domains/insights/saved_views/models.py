"""The tables of saved views."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class SavedView(Base):
    """A view: a name for a query of the dashboard's URL."""

    __tablename__ = "saved_views"

    view_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    query: Mapped[str] = mapped_column(Text)
    is_shared: Mapped[bool]
    created_by: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class DefaultView(Base):
    """The view that a member's dashboard opens with."""

    __tablename__ = "default_views"

    org_id: Mapped[str] = mapped_column(Text, primary_key=True)
    caller_id: Mapped[str] = mapped_column(Text, primary_key=True)
    view_id: Mapped[str] = mapped_column(Text, ForeignKey("saved_views.view_id"))
