"""The tables of automations."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Automation(Base):
    """An automation: its latest plan, and the plan that people enter now."""

    __tablename__ = "automations"

    automation_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    is_rule: Mapped[bool] = mapped_column(default=False)
    """Created with `auto-sms`: a single message and nothing else."""
    state: Mapped[str] = mapped_column(Text)
    trigger_kind: Mapped[str] = mapped_column(Text)
    """The trigger of the latest plan."""
    plan: Mapped[dict[str, Any]] = mapped_column(JSONB)
    revision: Mapped[int]
    live_plan: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    live_revision: Mapped[int | None]
    sweep_at: Mapped[datetime | None]
    """When people whose date has come are next enrolled; None for automations that events trigger."""
    passed_over: Mapped[dict[str, int]] = mapped_column(JSONB, default=dict)
    """Number of people for whom no message was written, by reason."""
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    updated_by: Mapped[str | None] = mapped_column(Text)
    turned_on_at: Mapped[datetime | None]
    archived_at: Mapped[datetime | None]


class AutomationRevision(Base):
    """A saved version of a plan. People who entered with it keep it."""

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
    """When it was first turned on."""


class AutomationPersonRow(Base):
    """When a person last entered an automation, which decides whether they may enter again."""

    __tablename__ = "automation_people"

    automation_id: Mapped[str] = mapped_column(
        Text, ForeignKey("automations.automation_id"), primary_key=True
    )
    customer_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    entered_at: Mapped[datetime]
    times: Mapped[int]


class Enrolment(Base):
    """A person's pass through an automation, with the plan with which they entered."""

    __tablename__ = "automation_enrolments"

    enrolment_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    automation_id: Mapped[str] = mapped_column(Text, ForeignKey("automations.automation_id"))
    revision: Mapped[int]
    customer_id: Mapped[str] = mapped_column(Text)
    entry_number: Mapped[int] = mapped_column("turn")
    """The number of times that they had entered it by then."""
    entry_key: Mapped[str] = mapped_column(Text)
    """The event or date because of which they entered."""
    entered_at: Mapped[datetime]
    step_id: Mapped[str | None] = mapped_column(Text)
    """The next step, or the one at which they left; None at the end."""
    due_at: Mapped[datetime | None]
    """When the next step is due; None once they have left."""
    reason: Mapped[str | None] = mapped_column(Text)
    """Why they left; None while they are in the automation."""
    ended_at: Mapped[datetime | None]
    converted_at: Mapped[datetime | None]
