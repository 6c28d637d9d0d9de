"""The tables of campaigns."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Campaign(Base):
    """A campaign, or a template of campaigns."""

    __tablename__ = "campaigns"

    campaign_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    is_template: Mapped[bool] = mapped_column(default=False)
    channel: Mapped[str] = mapped_column(Text)
    purpose: Mapped[str] = mapped_column(Text)
    audience_kind: Mapped[str] = mapped_column(Text)
    audience_id: Mapped[str | None] = mapped_column(Text)
    variants: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    experiment: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict)
    schedule: Mapped[dict[str, Any]] = mapped_column(JSONB)
    code_id: Mapped[str | None] = mapped_column(Text)
    """The code, and with it the landing page, to which `{{link}}` leads."""
    reward_id: Mapped[str | None] = mapped_column(Text)
    window_hours: Mapped[int] = mapped_column(default=72)
    """Attribution window in hours: acts within this time after a click count for the campaign."""
    revision: Mapped[int]
    """Incremented with every change of the content, the audience or the schedule."""
    state: Mapped[str] = mapped_column(Text)
    failure: Mapped[str | None] = mapped_column(Text)
    due_at: Mapped[datetime | None]
    """When the runner processes it next; None while there is nothing to do."""
    starts_at: Mapped[datetime | None]
    position: Mapped[str] = mapped_column(Text, default="")
    """The last customer that the runner has processed."""
    reached_end_at: Mapped[datetime | None]
    audience_size: Mapped[int | None] = mapped_column(BigInteger)
    """The number of people in the audience when it started."""
    passed_over: Mapped[dict[str, int]] = mapped_column(JSONB, default=dict)
    """Number of people for whom no message was created, by reason."""
    winner: Mapped[str | None] = mapped_column(Text)
    asked_by: Mapped[str | None] = mapped_column(Text)
    asked_at: Mapped[datetime | None]
    approved_by: Mapped[str | None] = mapped_column(Text)
    approved_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    updated_by: Mapped[str | None] = mapped_column(Text)
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    archived_at: Mapped[datetime | None]


class CampaignEdit(Base):
    """A change of a campaign, with the plan before it."""

    __tablename__ = "campaign_edits"

    campaign_id: Mapped[str] = mapped_column(
        Text, ForeignKey("campaigns.campaign_id"), primary_key=True
    )
    org_id: Mapped[str] = mapped_column(Text)
    revision: Mapped[int] = mapped_column(primary_key=True)
    """The revision that the change created."""
    changed: Mapped[list[str]] = mapped_column(ARRAY(Text))
    before: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    edited_at: Mapped[datetime]
    edited_by: Mapped[str | None] = mapped_column(Text)


class CampaignSettings(Base):
    """An organisation's settings for all its campaigns."""

    __tablename__ = "campaign_settings"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    approval_above: Mapped[int | None] = mapped_column(BigInteger)
    """A campaign to more people than this needs the approval of a second person; None: never."""
    approval_role: Mapped[str] = mapped_column(Text, default="editor")
    """The minimum role that may approve."""
    sms_prices: Mapped[dict[str, int]] = mapped_column(JSONB, default=dict)
    """Price of one segment in millionths of the currency, by country."""
    currency: Mapped[str] = mapped_column(Text, default="USD")
    updated_at: Mapped[datetime]
    updated_by: Mapped[str | None] = mapped_column(Text)
