"""The table of codes."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Text, case, column, exists, table
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, column_property, mapped_column, relationship

from api.db.base import Base

_batches = table("code_batches", column("batch_id"), column("withdrawn_at"))


class Code(Base):
    """A QR code. Its row is never removed; `deleted_at` hides it from the lists."""

    __tablename__ = "codes"

    code_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    slug: Mapped[str | None] = mapped_column(Text)
    """The slug that is shown and printed. None: its ID is used."""
    name: Mapped[str] = mapped_column(Text)
    type: Mapped[str] = mapped_column(Text)
    destination: Mapped[str | None] = mapped_column(Text)
    forwards_query: Mapped[bool] = mapped_column(default=False)
    """Whether query parameters of the visitor's address are passed on to the destination."""
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)
    width: Mapped[int]
    height: Mapped[int]
    design: Mapped[dict[str, Any]] = mapped_column(JSONB)
    ai_media_id: Mapped[str | None] = mapped_column(Text)
    """The picture of the AI studio that is served instead of the rendered design. A child never inherits it, because it
    encodes the address of one code.
    """
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
    """The destination after the code has expired or reached its limit. It takes precedence over the fallback."""
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
    """The custom domain of its address and picture. None: that of its base, else the default."""
    on_product_host: Mapped[bool] = mapped_column(default=False)
    """Whether it uses the product's host, whatever the default is."""
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
    """State of a one-time code: as stored in its row, and void as soon as its batch is withdrawn, even if the job that
    changes the rows has not reached this one yet.
    """

    base: Mapped["Code | None"] = relationship(remote_side=[code_id], viewonly=True)
    """The base code of this child."""

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - as SQLAlchemy types it


class CodeSlug(Base):
    """A slug of a code. It may move to another code, but is never removed."""

    __tablename__ = "code_slugs"

    slug: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
