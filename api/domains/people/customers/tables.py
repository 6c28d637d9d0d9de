"""Columns of customers that other domains may read and join."""

from sqlalchemy import (
    Boolean,
    ColumnElement,
    DateTime,
    LargeBinary,
    SQLColumnExpression,
    Text,
    column,
    exists,
    func,
    or_,
    table,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from api.domains.people.customers.types import ContactIndexes

customers = table(
    "customers",
    column("customer_id", Text),
    column("org_id", Text),
    column("number", Text),
    column("email_sealed", Text),
    column("email_index", LargeBinary),
    column("phone_sealed", Text),
    column("phone_index", LargeBinary),
    column("first_name", Text),
    column("last_name", Text),
    column("tags", ARRAY(Text)),
    column("attributes", JSONB),
    column("language", Text),
    column("time_zone", Text),
    column("seen_time_zone", Text),
    column("birthday", Text),
    column("owner_id", Text),
    column("merged_into", Text),
    column("sealing_key", LargeBinary),
    column("created_at", DateTime(timezone=True)),
)

customer_fields = table(
    "customer_fields",
    column("org_id", Text),
    column("name", Text),
    column("label", Text),
    column("created_at", DateTime(timezone=True)),
)
"""Custom fields, whose values are in `attributes` under their names."""

customer_visitors = table(
    "customer_visitors",
    column("org_id", Text),
    column("visitor_id", Text),
    column("customer_id", Text),
    column("is_proven", Boolean),
)
"""The customer who last used a visitor's browser. Proven means that the browser certainly belongs to them."""

customer_touchpoints = table(
    "customer_touchpoints",
    column("org_id", Text),
    column("customer_id", Text),
    column("code_id", Text),
    column("page_id", Text),
)
"""Codes and pages through which customers sent forms. An empty ID means none."""


segment_members = table(
    "segment_members",
    column("org_id", Text),
    column("segment_id", Text),
    column("customer_id", Text),
)
"""Customers by segment. The table belongs to the domain of segments, which depends on this one."""


reward_awards = table(
    "reward_awards",
    column("org_id", Text),
    column("customer_id", Text),
    column("campaign_id", Text),
)
"""Rewards that customers took or were given. The table belongs to the domain of rewards, which depends on this one."""


messages = table(
    "messages",
    column("org_id", Text),
    column("source", Text),
    column("source_id", Text),
    column("customer_id", Text),
    column("state", Text),
)
"""Messages to customers. The table belongs to the domain of messages, which depends on this one."""

ARRIVING = ("sending", "unknown", "sent", "delivered", "undelivered", "bounced")
"""States of messages that were sent, or may have been."""


kept_customers = customers.alias("kept_customers")
IS_KEPT = (kept_customers.c.org_id == customers.c.org_id) & (
    kept_customers.c.customer_id == func.coalesce(customers.c.merged_into, customers.c.customer_id)
)
"""Joins each profile to the one into which it was merged, or to itself."""

NAME = func.trim(func.concat_ws(" ", kept_customers.c.first_name, kept_customers.c.last_name))
"""The name of a kept customer, empty if none is known."""


def is_in_segment(
    org_id: str, segment_id: str | None, customer_id: SQLColumnExpression[str | None]
) -> ColumnElement[bool]:
    """Return whether a customer is a member of a segment. For a merged profile, the kept one counts."""
    own = customers.alias("possible_member").c
    member = segment_members.c
    return exists().where(
        own.org_id == org_id,
        own.customer_id == customer_id,
        member.org_id == org_id,
        member.segment_id == segment_id,
        or_(member.customer_id == own.customer_id, member.customer_id == own.merged_into),
    )


def reached_by(indexes: ContactIndexes) -> list[ColumnElement[bool]]:
    """Return conditions of which at least one holds for a kept customer with this address or number. The list is empty
    if the text is neither.
    """
    columns = kept_customers.c
    pairs = ((columns.email_index, indexes.email), (columns.phone_index, indexes.phone))
    return [index == value for index, value in pairs if value is not None]
