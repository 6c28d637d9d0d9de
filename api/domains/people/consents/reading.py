"""The current consents as SQL, for statements of other domains about many customers at once."""

from datetime import datetime

from sqlalchemy import ColumnElement, FromClause, and_, case, func, literal, or_, select

from api.domains.people.consents.tables import consent_entries, suppressed_addresses
from api.domains.people.consents.types import ADDRESS_OF, REQUEST_LIFETIME, Channel, Purpose
from api.domains.people.customers.tables import customers


def is_suppressed(org_id: str, address: ColumnElement[bytes]) -> ColumnElement[bool]:
    """Return whether an address, given by its blind index, is on a suppression list."""
    listed = suppressed_addresses.c
    return (
        select(literal(1))
        .where(listed.org_id == org_id, listed.address_index == address)
        .correlate_except(suppressed_addresses)
        .exists()
    )


class CurrentConsents:
    """The state of everybody with a decision about a channel and purpose at a point in time, by the rules of
    `standings`.

    There is one row per person, for an outer join with `customers`. All entries are read once, however many people
    there are.
    """

    def __init__(
        self, org_id: str, channel: Channel, purpose: Purpose, moment: datetime, name: str
    ) -> None:
        entries = consent_entries.c
        own = customers.alias(f"{name}_profile")
        is_no = entries.decision == "withdrawn"
        counts: list[ColumnElement[bool]] = [entries.address_index.is_(None)]
        kind = ADDRESS_OF.get(channel)
        # Null, and thus no match, for people who have no such address now.
        counts.append(
            literal(True)
            if kind is None
            else entries.address_index == self._address(own, f"{kind}_index", name)
        )
        is_yes, is_about = entries.decision == "given", or_(*counts)
        asked_lately = entries.decided_at > moment - REQUEST_LIFETIME
        latest = func.max(entries.decided_at)
        self.rows: FromClause = (
            select(
                func.coalesce(own.c.merged_into, own.c.customer_id).label("customer_id"),
                latest.filter(is_no).label("no_at"),
                latest.filter(is_yes, is_about).label("yes_at"),
                latest.filter(entries.decision == "requested", is_about, asked_lately).label(
                    "asked_at"
                ),
                func.bool_or(is_yes).label("has_agreed"),
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
                entries.decided_at <= moment,
            )
            .group_by(func.coalesce(own.c.merged_into, own.c.customer_id))
            .subquery(name)
        )

    @property
    def is_of_customer(self) -> ColumnElement[bool]:
        """The condition that joins the rows to `customers`."""
        return self.rows.c.customer_id == customers.c.customer_id

    @property
    def state(self) -> ColumnElement[str]:
        """Either `given`, `withdrawn` or `none`. Of two decisions at the same moment, the no counts."""
        no_at, yes_at = self.rows.c.no_at, self.rows.c.yes_at
        return case(
            (func.coalesce(no_at, yes_at).is_(None), "none"),
            (no_at >= func.coalesce(yes_at, no_at), "withdrawn"),
            else_="given",
        )

    @property
    def refusal(self) -> ColumnElement[str]:
        """Why a person may not be sent news or surveys, as in `policy.refusal` but without quiet hours, or an empty
        text if they may.

        It applies to kept customers with an address of the channel that is not on a suppression list.
        """
        decided_at = func.greatest(self.rows.c.no_at, self.rows.c.yes_at)
        is_pending = and_(
            self.rows.c.asked_at.is_not(None),
            or_(decided_at.is_(None), self.rows.c.asked_at > decided_at),
        )
        return case(
            (self.state == "given", ""),
            (is_pending, "pending"),
            (self.state == "withdrawn", "withdrawn"),
            (func.coalesce(self.rows.c.has_agreed, False), "other_address"),
            else_="no_consent",
        )

    @staticmethod
    def _address(own: FromClause, column: str, name: str) -> ColumnElement[bytes]:
        """Return the blind index of the person's current address, also if they were merged into another customer."""
        kept = customers.alias(f"{name}_kept")
        of_kept = (
            select(kept.c[column])
            .where(kept.c.org_id == own.c.org_id, kept.c.customer_id == own.c.merged_into)
            .scalar_subquery()
        )
        return case((own.c.merged_into.is_(None), own.c[column]), else_=of_kept)
