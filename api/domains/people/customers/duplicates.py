"""Proposes profiles that are probably one person, and merges those that a member confirms."""

from datetime import datetime
from typing import cast

from api.auth.member import Member
from api.domains.people.customers.errors import CustomerNotFound, invalid
from api.domains.people.customers.merge_repository import MergeRepository
from api.domains.people.customers.merging import Merging
from api.domains.people.customers.profile_repository import ProfileRepository
from api.domains.people.customers.profiles import ProfileService
from api.domains.people.customers.schemas import (
    CustomerDetail,
    DistinguishCustomers,
    DuplicateRead,
    ListDuplicateCustomers,
    MergeCustomers,
)
from api.domains.people.customers.types import DuplicateReason


class DuplicateService:
    """Duplicates of one organisation, accessed through one session."""

    def __init__(
        self,
        customers: ProfileRepository,
        merges: MergeRepository,
        merging: Merging,
        profiles: ProfileService,
        now: datetime,
    ) -> None:
        self._customers = customers
        self._merges = merges
        self._merging = merging
        self._profiles = profiles
        self._now = now

    def list_duplicates(
        self, org_id: str, body: ListDuplicateCustomers
    ) -> tuple[list[DuplicateRead], int]:
        """Return a page of pairs with reasons, those with the most reasons first, and the total number."""
        pairs, total = self._merges.pairs(org_id, body.paging)
        rows = self._merges.customers(org_id, {it for pair in pairs for it in pair[:2]})
        owners = self._customers.member_names(
            org_id, {row.owner_id for row in rows.values() if row.owner_id}
        )
        return [
            DuplicateRead(
                customers=[
                    self._profiles.read(row, owners)
                    for row in sorted(
                        (rows[pair.first_id], rows[pair.second_id]),
                        key=lambda it: (it.created_at, it.customer_id),
                    )
                ],
                reasons=cast(list[DuplicateReason], pair.reasons),
            )
            for pair in pairs
        ], total

    def merge(self, me: Member, body: MergeCustomers) -> CustomerDetail:
        """Merge two profiles, and return the kept one."""
        by = me.caller_id or None
        self._merging.merge(
            me.org_id, body.keep, body.merge, reason="member", by=by, note=body.note
        )
        return self._profiles.get(me.org_id, body.keep)

    def undo(self, me: Member, merge_id: str) -> CustomerDetail:
        """Undo a merge, and return the profile that was kept."""
        merge = self._merging.undo(me.org_id, merge_id, me.caller_id or None)
        return self._profiles.get(me.org_id, merge.kept_id)

    def distinguish(self, me: Member, body: DistinguishCustomers) -> list[str]:
        """Stop proposing two profiles as duplicates.

        Raises:
            CustomerNotFound: one of them does not exist.
            Invalid: they are the same.
        """
        first, second = sorted(body.customer_ids)
        if first == second:
            raise invalid("customer_ids", "must be two different customers")
        if len(self._merges.customers(me.org_id, {first, second})) < 2:
            raise CustomerNotFound
        self._merges.distinguish(
            {
                "org_id": me.org_id,
                "first_id": first,
                "second_id": second,
                "distinguished_at": self._now,
                "distinguished_by": me.caller_id or None,
            }
        )
        return [first, second]
