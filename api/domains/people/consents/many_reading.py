"""Decides with a few statements whether many people may be contacted, with the same results as one by one."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from api.domains.people.consents.models import ConsentEntry, SuppressedAddress
from api.domains.people.consents.standings import standings
from api.domains.people.consents.types import (
    ADDRESS_OF,
    Channel,
    Purpose,
    Standing,
    Topic,
)
from api.domains.people.customers.tables import customers
from api.domains.people.customers.types import ContactIndexes


class ContactPair(NamedTuple):
    """A person and the topic of the contact."""

    customer_id: str
    channel: Channel
    purpose: Purpose


class Profile(NamedTuple):
    """A customer with the data that decisions need. Without `kept_id` there is no such customer."""

    customer_id: str
    kept_id: str
    current: ContactIndexes
    email_sealed: str | None
    phone_sealed: str | None
    sealing_key: bytes | None
    time_zone: str | None
    seen_time_zone: str | None
    language: str | None
    birthday: str | None

    def index_of(self, channel: Channel) -> bytes | None:
        """Return the blind index of the address of a channel."""
        kind = ADDRESS_OF.get(channel)
        return getattr(self.current, kind) if kind is not None else None

    def sealed(self, channel: Channel) -> str | None:
        """Return the encrypted address of a channel."""
        kind = ADDRESS_OF.get(channel)
        return getattr(self, f"{kind}_sealed") if kind is not None else None


class ManyPeople:
    """Profiles, consents and suppressions of one organisation, read for many people at once."""

    def __init__(self, session: Session, org_id: str) -> None:
        self._session = session
        self._org_id = org_id

    def profiles(self, customer_ids: Iterable[str]) -> dict[str, Profile]:
        """Return the profiles of these IDs, by ID. A merged ID has its own profile."""
        c = customers.c
        wanted = select(
            c.customer_id,
            func.coalesce(c.merged_into, c.customer_id).label("kept_id"),
            c.email_index,
            c.phone_index,
            c.email_sealed,
            c.phone_sealed,
            c.sealing_key,
            c.time_zone,
            c.seen_time_zone,
            c.language,
            c.birthday,
        ).where(c.org_id == self._org_id, c.customer_id.in_(set(customer_ids)))
        return {row.customer_id: _profile(row) for row in self._session.execute(wanted)}

    def ids_of_people(self, kept_ids: Iterable[str]) -> dict[str, str]:
        """Return the ID of the person by each of their IDs."""
        ids = set(kept_ids)
        merged = select(customers.c.customer_id, customers.c.merged_into).where(
            customers.c.org_id == self._org_id, customers.c.merged_into.in_(ids)
        )
        return {it: it for it in ids} | {row[0]: row[1] for row in self._session.execute(merged)}

    def standings(
        self, people: Sequence[Profile], topics: Iterable[Topic], moment: datetime
    ) -> dict[str, dict[Topic, Standing]]:
        """Return what the ledger adds up to at a point in time, by person."""
        person_of = self.ids_of_people(it.customer_id for it in people)
        wanted = set(topics)
        columns = (
            ConsentEntry.customer_id,
            ConsentEntry.entry_id,
            ConsentEntry.channel,
            ConsentEntry.purpose,
            ConsentEntry.decision,
            ConsentEntry.address_index,
            ConsentEntry.source,
            ConsentEntry.decided_at,
        )
        own = select(*columns).where(
            ConsentEntry.org_id == self._org_id,
            ConsentEntry.customer_id.in_(list(person_of)),
            ConsentEntry.decided_at <= moment,
            or_(
                *(
                    (ConsentEntry.channel == channel) & (ConsentEntry.purpose == purpose)
                    for channel, purpose in wanted
                )
            ),
        )
        entries: dict[str, list[Any]] = defaultdict(list)
        for row in self._session.execute(own):
            entries[person_of[row.customer_id]].append(row)
        return {
            it.customer_id: dict(standings(entries[it.customer_id], it.current, moment))
            for it in people
            if it.customer_id in entries
        }

    def suppressed(self, indexes: Iterable[bytes | None]) -> set[bytes]:
        """Return those of these addresses that are on a suppression list."""
        wanted = {it for it in indexes if it is not None}
        if not wanted:
            return set()
        own = select(SuppressedAddress.address_index).where(
            SuppressedAddress.org_id == self._org_id, SuppressedAddress.address_index.in_(wanted)
        )
        return set(self._session.scalars(own))

    def owners(self, indexes: Iterable[bytes]) -> dict[bytes, str]:
        """Return the customers who have these addresses, by blind index."""
        wanted = set(indexes)
        if not wanted:
            return {}
        c = customers.c
        kept = func.coalesce(c.merged_into, c.customer_id)
        found = select(c.email_index, c.phone_index, kept).where(
            c.org_id == self._org_id, or_(c.email_index.in_(wanted), c.phone_index.in_(wanted))
        )
        owners: dict[bytes, str] = {}
        for email, phone, customer_id in self._session.execute(found):
            owners |= {it: customer_id for it in (email, phone) if it in wanted}
        return owners


def _profile(row: Any) -> Profile:
    return Profile(
        row.customer_id,
        row.kept_id,
        ContactIndexes(row.email_index, row.phone_index),
        row.email_sealed,
        row.phone_sealed,
        row.sealing_key,
        row.time_zone,
        row.seen_time_zone,
        row.language,
        row.birthday,
    )
