"""The table of members who are notified of a form's submissions."""

from datetime import datetime

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class FormWatcher(Base):
    """A member who gets an email when a form has new submissions."""

    __tablename__ = "form_watchers"

    page_id: Mapped[str] = mapped_column(Text, primary_key=True)
    form_id: Mapped[str] = mapped_column(Text, primary_key=True)
    user_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    notified_until: Mapped[datetime]
    """The member was notified of submissions up to this time."""
    notified_at: Mapped[datetime]
    """When an email was last attempted."""
