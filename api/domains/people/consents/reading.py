"""What consents add up to, for statements of other domains about many customers at once."""

from datetime import datetime

from sqlalchemy import ColumnElement, FromClause, case, func, literal, or_, select

from api.domains.people.consents.tables import consent_entries
from api.domains.people.consents.types import ADDRESS_OF, Channel, Purpose
from api.domains.people.customers.tables import customers


class CurrentConsents:
    """The state of everybody with a decision about a channel and purpose at a moment, by the rules of `standings`.

    One row a person, for an outer join with `customers`: all entries are read once, however many people there are.
    """

    def __init__(
        self, org_id: str, channel: Channel, purpose: Purpose, moment: datetime, name: str
    ) -> None:
        entries = consent_entries.c
        own = customers.alias(f"{name}_profile")
        is_no = entries.decision == "withdrawn"
        counts: list[ColumnElement[bool]] = [entries.address_index.is_(None)]
        kind = ADDRESS_OF.get(channel)
        # Null, so no match, for people who have no such address now.
        counts.append(
            literal(True)
            if kind is None
            else entries.address_index == self._address(own, f"{kind}_index", name)
        )
        self.rows: FromClause = (
            select(
                func.coalesce(own.c.merged_into, own.c.customer_id).label("customer_id"),
                func.max(entries.decided_at).filter(is_no).label("no_at"),
                func.max(entries.decided_at).filter(~is_no, or_(*counts)).label("yes_at"),
            )
            .select_from(consent_entries)
            .join(
                own, (own.c.org_id == entries.org_id) & (own.c.customer_id == entries.customer_id)
            )
            .where(
                entries.org_id == org_id,
                own.c.org_id == org_id,
                entries.channel == channel,
                entries.purpose == purpose,
                entries.decision != "requested",
                entries.decided_at <= moment,
            )
            .group_by(func.coalesce(own.c.merged_into, own.c.customer_id))
            .subquery(name)
        )

    @property
    def is_of_customer(self) -> ColumnElement[bool]:
        """Joins the rows to `customers`."""
        return self.rows.c.customer_id == customers.c.customer_id

    @property
    def state(self) -> ColumnElement[str]:
        """`given`, `withdrawn` or `none`; of two decisions at the same moment the no counts."""
        no_at, yes_at = self.rows.c.no_at, self.rows.c.yes_at
        return case(
            (func.coalesce(no_at, yes_at).is_(None), "none"),
            (no_at >= func.coalesce(yes_at, no_at), "withdrawn"),
            else_="given",
        )

    @staticmethod
    def _address(own: FromClause, column: str, name: str) -> ColumnElement[bytes]:
        """The blind index of the address that the person has now, who may have been merged into another."""
        kept = customers.alias(f"{name}_kept")
        of_kept = (
            select(kept.c[column])
            .where(kept.c.org_id == own.c.org_id, kept.c.customer_id == own.c.merged_into)
            .scalar_subquery()
        )
        return case((own.c.merged_into.is_(None), own.c[column]), else_=of_kept)
