"""The table of who is notified of a form's answers."""

from datetime import datetime

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class FormWatcher(Base):
    """A member who gets a mail when a form has new answers."""

    __tablename__ = "form_watchers"

    page_id: Mapped[str] = mapped_column(Text, primary_key=True)
    form_id: Mapped[str] = mapped_column(Text, primary_key=True)
    user_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    notified_until: Mapped[datetime]
    """People were notified of answers up to this time."""
    notified_at: Mapped[datetime]
    """When a mail was last tried."""
