"""The table of codes."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Text, case, column, exists, table
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, column_property, mapped_column, relationship

from api.db.base import Base

_batches = table("code_batches", column("batch_id"), column("withdrawn_at"))


class Code(Base):
    """One QR code. It is never removed: `deleted_at` takes it out of the lists."""

    __tablename__ = "codes"

    code_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    slug: Mapped[str | None] = mapped_column(Text)
    """Which of its names is shown and printed; none: its id."""
    name: Mapped[str] = mapped_column(Text)
    type: Mapped[str] = mapped_column(Text)
    destination: Mapped[str | None] = mapped_column(Text)
    forwards_query: Mapped[bool] = mapped_column(default=False)
    """Whether what visitors' addresses carry goes on to the destination."""
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)
    width: Mapped[int]
    height: Mapped[int]
    design: Mapped[dict[str, Any]] = mapped_column(JSONB)
    ai_media_id: Mapped[str | None] = mapped_column(Text)
    """The studio's picture that is served in place of the drawn design. Never a base's for its child:
    it encodes the address of one code."""
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text))
    properties: Mapped[dict[str, str]] = mapped_column(JSONB)
    folder_id: Mapped[str | None] = mapped_column(Text)
    base_code_id: Mapped[str | None] = mapped_column(Text, ForeignKey("codes.code_id"))
    rules: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    state: Mapped[str] = mapped_column(Text)
    active_from: Mapped[datetime | None]
    active_until: Mapped[datetime | None]
    app_links: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    fallback_url: Mapped[str | None] = mapped_column(Text)
    expired_url: Mapped[str | None] = mapped_column(Text)
    """Where it leads when its time is over or its limit reached, before the fallback."""
    password_hash: Mapped[str | None] = mapped_column(Text)
    password_epoch: Mapped[int] = mapped_column(default=0)
    scan_limit: Mapped[int | None] = mapped_column(BigInteger)
    visitor_limit: Mapped[int | None]
    promo_lock: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    one_time_state: Mapped[str | None] = mapped_column(Text)
    one_time_opened_at: Mapped[datetime | None]
    one_time_used_at: Mapped[datetime | None]
    batch_id: Mapped[str | None] = mapped_column(Text)
    domain_id: Mapped[str | None] = mapped_column(Text)
    """The own domain that its address and picture carry; none: as its base, else the default."""
    on_product_host: Mapped[bool] = mapped_column(default=False)
    """Whether it carries the product's host, whatever the default is."""
    overrides: Mapped[list[str]] = mapped_column(ARRAY(Text), default=list)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column()

    one_time_effective_state: Mapped[str | None] = column_property(
        case(
            (
                one_time_state.in_(("issued", "opened"))
                & exists()
                .where(_batches.c.batch_id == batch_id, _batches.c.withdrawn_at.is_not(None))
                .correlate_except(_batches),
                "void",
            ),
            else_=one_time_state,
        )
    )
    """How a one-time code stands: as its row says, and void from when its batch was withdrawn, even
    where the job that changes the rows has not come to this one."""

    base: Mapped["Code | None"] = relationship(remote_side=[code_id], viewonly=True)
    """The code that this one is a child of."""

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - as SQLAlchemy types it


class CodeSlug(Base):
    """A name that a code opens under. It may go over to another code; it is never removed."""

    __tablename__ = "code_slugs"

    slug: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
