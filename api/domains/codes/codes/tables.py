"""Columns of codes that other domains may read and join. Writes go through the service of codes."""

from sqlalchemy import (
    Boolean,
    ColumnElement,
    DateTime,
    FromClause,
    Integer,
    Text,
    case,
    column,
    exists,
    table,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from api.domains.codes.codes.links import PRODUCT

codes = table(
    "codes",
    column("code_id", Text),
    column("org_id", Text),
    column("name", Text),
    column("type", Text),
    column("base_code_id", Text),
    column("overrides", ARRAY(Text)),
    column("properties", JSONB),
    column("state", Text),
    column("active_until", DateTime(timezone=True)),
    column("ai_media_id", Text),
    column("batch_id", Text),
    column("domain_id", Text),
    column("on_product_host", Boolean),
    column("one_time_state", Text),
    column("one_time_opened_at", DateTime(timezone=True)),
    column("one_time_used_at", DateTime(timezone=True)),
    column("version", Integer),
    column("created_at", DateTime(timezone=True)),
    column("created_by", Text),
    column("deleted_at", DateTime(timezone=True)),
)

code_slugs = table(
    "code_slugs", column("slug", Text), column("org_id", Text), column("code_id", Text)
)
"""Slugs by which codes open in addition to their IDs."""

_withdrawn = table("code_batches", column("batch_id", Text), column("withdrawn_at"))

one_time_effective_state = case(
    (
        codes.c.one_time_state.in_(("issued", "opened"))
        & exists()
        .where(_withdrawn.c.batch_id == codes.c.batch_id, _withdrawn.c.withdrawn_at.is_not(None))
        .correlate_except(_withdrawn),
        "void",
    ),
    else_=codes.c.one_time_state,
)
"""State of a one-time code, as `Code.one_time_effective_state` of its model."""


def domain_choice(base: FromClause) -> ColumnElement[str | None]:
    """Return the domain of a code's host, as `choice_of` does. `base` is the joined base code."""
    return case(
        (codes.c.on_product_host, PRODUCT),
        (codes.c.domain_id.is_not(None), codes.c.domain_id),
        (base.c.on_product_host, PRODUCT),
        else_=base.c.domain_id,
    )
