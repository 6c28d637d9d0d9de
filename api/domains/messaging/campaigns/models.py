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
    """The code, and with it the landing page, that `{{link}}` leads to."""
    reward_id: Mapped[str | None] = mapped_column(Text)
    window_hours: Mapped[int] = mapped_column(default=72)
    """For how long after a click what a person does counts for the campaign."""
    revision: Mapped[int]
    """Grows with every change of what would be sent, to whom and when."""
    state: Mapped[str] = mapped_column(Text)
    failure: Mapped[str | None] = mapped_column(Text)
    due_at: Mapped[datetime | None]
    """When the runner looks at it next; None while there is nothing to do."""
    starts_at: Mapped[datetime | None]
    position: Mapped[str] = mapped_column(Text, default="")
    """The customer whom the runner came to."""
    reached_end_at: Mapped[datetime | None]
    audience_size: Mapped[int | None] = mapped_column(BigInteger)
    """How many people the audience had when it started."""
    passed_over: Mapped[dict[str, int]] = mapped_column(JSONB, default=dict)
    """People for whom no message was made, by reason."""
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
    """A change of a campaign: what it was before."""

    __tablename__ = "campaign_edits"

    campaign_id: Mapped[str] = mapped_column(
        Text, ForeignKey("campaigns.campaign_id"), primary_key=True
    )
    org_id: Mapped[str] = mapped_column(Text)
    revision: Mapped[int] = mapped_column(primary_key=True)
    """The revision that the change made."""
    changed: Mapped[list[str]] = mapped_column(ARRAY(Text))
    before: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    edited_at: Mapped[datetime]
    edited_by: Mapped[str | None] = mapped_column(Text)


class CampaignSettings(Base):
    """What an organisation wants of all its campaigns."""

    __tablename__ = "campaign_settings"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    approval_above: Mapped[int | None] = mapped_column(BigInteger)
    """A campaign to more people takes a second person's approval; None never does."""
    approval_role: Mapped[str] = mapped_column(Text, default="editor")
    """The weakest role that may approve."""
    sms_prices: Mapped[dict[str, int]] = mapped_column(JSONB, default=dict)
    """Millionths of the currency for one segment, by country."""
    currency: Mapped[str] = mapped_column(Text, default="USD")
    updated_at: Mapped[datetime]
    updated_by: Mapped[str | None] = mapped_column(Text)
