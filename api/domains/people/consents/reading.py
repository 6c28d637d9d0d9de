"""What consents add up to, for statements of other domains about many customers at once."""

from datetime import datetime

from sqlalchemy import ColumnElement, any_, func, literal, or_, select

from api.domains.people.consents.tables import consent_entries
from api.domains.people.consents.types import ADDRESS_OF, Channel, Purpose
from api.domains.people.customers.tables import customers


def state_of_customer(channel: Channel, purpose: Purpose, moment: datetime) -> ColumnElement[str]:
    """`given`, `withdrawn` or `none` of each row of `customers`, by the rules of `standings`.

    Entries of the profiles that were merged into the row's count too.
    """
    entries = consent_entries.c
    own = customers.alias("own_profiles")
    ids = (
        select(own.c.customer_id)
        .where(
            own.c.org_id == customers.c.org_id,
            or_(
                own.c.customer_id == customers.c.customer_id,
                own.c.merged_into == customers.c.customer_id,
            ),
        )
        .correlate(customers)
        .scalar_subquery()
    )
    is_no = entries.decision == "withdrawn"
    kind = ADDRESS_OF.get(channel)
    counts = [is_no, entries.address_index.is_(None)]
    # Null, so no match, for customers who have no such address.
    counts.append(
        literal(True) if kind is None else entries.address_index == customers.c[f"{kind}_index"]
    )
    last = (
        select(entries.decision)
        .where(
            entries.org_id == customers.c.org_id,
            entries.customer_id == any_(func.array(ids)),
            entries.channel == channel,
            entries.purpose == purpose,
            entries.decision != "requested",
            entries.decided_at <= moment,
            or_(*counts),
        )
        .order_by(entries.decided_at.desc(), is_no.desc())
        .limit(1)
        .correlate(customers)
        .scalar_subquery()
    )
    return func.coalesce(last, "none")
