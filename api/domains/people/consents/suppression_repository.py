"""All SQL for suppression lists."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.people.consents.models import SuppressedAddress, SuppressionList
from api.domains.people.customers.types import ContactKind
from api.kit.pagination import Paging


class SuppressionRepository(Repository[SuppressionList]):
    """Suppression lists of one organisation, accessed through one session."""

    model = SuppressionList

    def lock(self, org_id: str) -> None:
        """Lock the organisation's lists until the transaction ends."""
        lock_until_commit(self.session, "suppression-lists", org_id)

    def find(self, org_id: str, list_id: str) -> SuppressionList | None:
        """Return a list."""
        return self.session.scalar(self.scoped(org_id).where(SuppressionList.list_id == list_id))

    def find_by_name(self, org_id: str, name: str) -> SuppressionList | None:
        """Return the oldest list with a name."""
        own = self.scoped(org_id).where(SuppressionList.name == name)
        return self.session.scalar(own.order_by(SuppressionList.created_at).limit(1))

    def remove_from(self, org_id: str, name: str, index: bytes) -> None:
        """Remove an address from the lists with a name."""
        named = select(SuppressionList.list_id).where(
            SuppressionList.org_id == org_id, SuppressionList.name == name
        )
        self.session.execute(
            delete(SuppressedAddress).where(
                SuppressedAddress.org_id == org_id,
                SuppressedAddress.address_index == index,
                SuppressedAddress.list_id.in_(named),
            )
        )

    def count(self, org_id: str) -> int:
        """Return the number of lists."""
        own = select(func.count()).where(SuppressionList.org_id == org_id)
        return self.session.scalar(own) or 0

    def add_list(self, row: SuppressionList) -> None:
        """Insert a new list."""
        self.session.add(row)
        self.session.flush()

    def add(
        self,
        org_id: str,
        list_id: str,
        addresses: Iterable[tuple[ContactKind, bytes]],
        now: datetime,
    ) -> int:
        """Add addresses to a list, and return how many were not on it."""
        rows = [
            {
                "org_id": org_id,
                "list_id": list_id,
                "kind": kind,
                "address_index": index,
                "added_at": now,
            }
            for kind, index in addresses
        ]
        if not rows:
            return 0
        added = self.session.execute(
            insert(SuppressedAddress)
            .values(rows)
            .on_conflict_do_nothing()
            .returning(SuppressedAddress.list_id)
        )
        return len(added.all())

    def lists(self, org_id: str, paging: Paging) -> tuple[Sequence[Row[Any]], int]:
        """Return a page of lists with their counts by kind, newest first, and the total number."""
        counts = {
            kind: func.count()
            .filter(SuppressedAddress.kind == kind)
            .label("emails" if kind == "email" else "phones")
            for kind in ("email", "phone")
        }
        newest: Any = (
            select(SuppressionList, *counts.values())
            .outerjoin(
                SuppressedAddress,
                (SuppressedAddress.org_id == SuppressionList.org_id)
                & (SuppressedAddress.list_id == SuppressionList.list_id),
            )
            .where(SuppressionList.org_id == org_id)
            .group_by(SuppressionList.list_id)
            .order_by(SuppressionList.created_at.desc(), SuppressionList.list_id)
            .limit(paging.page_size)
            .offset(paging.offset)
        )
        return self.session.execute(newest).all(), self.count(org_id)

    def count_addresses(self, org_id: str) -> int:
        """Return the number of distinct suppressed addresses."""
        own = select(func.count(func.distinct(SuppressedAddress.address_index))).where(
            SuppressedAddress.org_id == org_id
        )
        return self.session.scalar(own) or 0

    def delete_list(self, org_id: str, list_id: str) -> bool:
        """Delete a list with its addresses. Returns False if there is none."""
        gone = (
            delete(SuppressionList)
            .where(SuppressionList.org_id == org_id, SuppressionList.list_id == list_id)
            .returning(SuppressionList.list_id)
        )
        return self.session.scalar(gone) is not None

    def lists_with(self, org_id: str, index: bytes) -> list[str]:
        """Return the names of the lists that contain an address."""
        own = (
            select(SuppressionList.name)
            .join(
                SuppressedAddress,
                (SuppressedAddress.org_id == SuppressionList.org_id)
                & (SuppressedAddress.list_id == SuppressionList.list_id),
            )
            .where(SuppressionList.org_id == org_id, SuppressedAddress.address_index == index)
            .order_by(SuppressionList.name)
        )
        return list(self.session.scalars(own))

    def remove(self, org_id: str, index: bytes) -> int:
        """Remove an address from every list, and return how many contained it."""
        gone = (
            delete(SuppressedAddress)
            .where(SuppressedAddress.org_id == org_id, SuppressedAddress.address_index == index)
            .returning(SuppressedAddress.list_id)
        )
        return len(self.session.scalars(gone).all())
