"""The tables of alerts."""

from datetime import datetime
from typing import Any

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class OwnerAlert(Base):
    """One alert to the owners, with the facts at the time of its creation."""

    __tablename__ = "owner_alerts"

    alert_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    facts: Mapped[dict[str, Any]]
    state: Mapped[str] = mapped_column(Text, default="waiting")
    tries: Mapped[int] = mapped_column(default=0)
    next_try_at: Mapped[datetime]
    created_at: Mapped[datetime]


class OwnerAlertMail(Base):
    """One email of an alert. Each owner gets at most one."""

    __tablename__ = "owner_alert_mails"

    alert_id: Mapped[str] = mapped_column(Text, primary_key=True)
    user_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    message: Mapped[str] = mapped_column(Text)
    changed_at: Mapped[datetime]
