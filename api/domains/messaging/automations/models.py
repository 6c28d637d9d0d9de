"""The tables of automations."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Automation(Base):
    """An automation: its latest plan, and the one that people enter now."""

    __tablename__ = "automations"

    automation_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    is_rule: Mapped[bool] = mapped_column(default=False)
    """Made with auto-sms: one message and nothing else."""
    state: Mapped[str] = mapped_column(Text)
    trigger_kind: Mapped[str] = mapped_column(Text)
    """Of the latest plan."""
    plan: Mapped[dict[str, Any]] = mapped_column(JSONB)
    revision: Mapped[int]
    live_plan: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    live_revision: Mapped[int | None]
    sweep_at: Mapped[datetime | None]
    """When it is next looked for people whose date has come; None for automations that events trigger."""
    passed_over: Mapped[dict[str, int]] = mapped_column(JSONB, default=dict)
    """For how many people a message was not written, by reason."""
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    updated_by: Mapped[str | None] = mapped_column(Text)
    turned_on_at: Mapped[datetime | None]
    archived_at: Mapped[datetime | None]


class AutomationRevision(Base):
    """A plan as it was saved. Those who entered with it keep it."""

    __tablename__ = "automation_revisions"

    automation_id: Mapped[str] = mapped_column(
        Text, ForeignKey("automations.automation_id"), primary_key=True
    )
    org_id: Mapped[str] = mapped_column(Text)
    revision: Mapped[int] = mapped_column(primary_key=True)
    plan: Mapped[dict[str, Any]] = mapped_column(JSONB)
    changed: Mapped[list[str]] = mapped_column(ARRAY(Text))
    edited_at: Mapped[datetime]
    edited_by: Mapped[str | None] = mapped_column(Text)
    live_from: Mapped[datetime | None]
    """When it was first switched on."""


class AutomationPersonRow(Base):
    """When somebody last entered an automation; decides whether they may enter again."""

    __tablename__ = "automation_people"

    automation_id: Mapped[str] = mapped_column(
        Text, ForeignKey("automations.automation_id"), primary_key=True
    )
    customer_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    entered_at: Mapped[datetime]
    times: Mapped[int]


class Enrolment(Base):
    """Somebody's way through an automation, with the plan that they entered with."""

    __tablename__ = "automation_enrolments"

    enrolment_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    automation_id: Mapped[str] = mapped_column(Text, ForeignKey("automations.automation_id"))
    revision: Mapped[int]
    customer_id: Mapped[str] = mapped_column(Text)
    entry_number: Mapped[int] = mapped_column("turn")
    """How many times they entered it by then."""
    entry_key: Mapped[str] = mapped_column(Text)
    """What let them in: an event, or a date."""
    entered_at: Mapped[datetime]
    step_id: Mapped[str | None] = mapped_column(Text)
    """The step that comes next, or at which they left; None at the end."""
    due_at: Mapped[datetime | None]
    """When it comes; None once they are out."""
    reason: Mapped[str | None] = mapped_column(Text)
    """Why they are out; None while they are in."""
    ended_at: Mapped[datetime | None]
    converted_at: Mapped[datetime | None]
