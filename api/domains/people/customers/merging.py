"""Merges two profiles of one person into one, and separates them again.

The merged profile stays as it is and belongs to the kept one, which gets what it lacks: names and other facts, tags,
values of custom fields, address and number. Submissions, notes and links stay with the profile for which they were
made. So an undone merge leaves both profiles as they were; what changed in the meantime stays with the kept one.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from api.domains.people.customers.errors import (
    CustomerIsMerged,
    CustomerMergeNotFound,
    CustomerMergeUndone,
    CustomerNotFound,
    LaterMerge,
    invalid,
)
from api.domains.people.customers.merge_repository import MergeRepository
from api.domains.people.customers.models import Customer, CustomerMerge
from api.domains.people.customers.repository import CustomerRepository
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.types import (
    CONTACT_KINDS,
    MAX_ATTRIBUTES,
    MAX_TAGS,
    ContactKind,
    MergeReason,
)

FACTS = ("first_name", "last_name", "language", "time_zone", "birthday", "owner_id")

Field = tuple[str, str]
"""A kind of value and its name: `("fact", "birthday")`, `("tag", "vip")`, `("contact", "email")`."""


class Merging:
    """Merges of one organisation, accessed through one session."""

    def __init__(
        self,
        customers: CustomerRepository,
        merges: MergeRepository,
        sealer: Sealer,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._customers = customers
        self._merges = merges
        self._sealer = sealer
        self._now = now
        self._new_id = new_id

    def lock(self, org_id: str) -> None:
        """Lock the organisation's merges until the transaction ends."""
        self._merges.lock(org_id)

    def merge(
        self,
        org_id: str,
        keep_id: str,
        merge_id: str,
        *,
        reason: MergeReason,
        by: str | None = None,
        note: str = "",
    ) -> CustomerMerge:
        """Merge one profile into another.

        Raises:
            CustomerNotFound: one of them does not exist.
            CustomerIsMerged: one of them belongs to another profile.
            Invalid: they are the same.
        """
        if keep_id == merge_id:
            raise invalid("merge", "must be another customer")
        self._merges.lock(org_id)
        kept, merged = self._locked(org_id, keep_id, merge_id)
        if kept.merged_into is not None or merged.merged_into is not None:
            raise CustomerIsMerged
        snapshot = {"kept": _snapshot(kept), "merged": _snapshot(merged)}
        filled = self._fill(kept, merged, None)
        self._merges.point(org_id, {merge_id} | self._merges.below(org_id, merge_id), keep_id)
        done = CustomerMerge(
            merge_id=self._new_id("cmerge"),
            org_id=org_id,
            kept_id=keep_id,
            merged_id=merge_id,
            reason=reason,
            note=note,
            snapshot=snapshot,
            filled=filled,
            merged_at=self._now,
            merged_by=by,
        )
        self._merges.add(done)
        return done

    def undo(self, org_id: str, merge_id: str, by: str | None) -> CustomerMerge:
        """Separate two merged profiles again.

        Raises:
            CustomerMergeNotFound: there is no such merge.
            CustomerMergeUndone: it was undone before.
            LaterMerge: the kept profile was itself merged later; that has to be undone first.
        """
        self._merges.lock(org_id)
        merge = self._merges.find(org_id, merge_id)
        if merge is None:
            raise CustomerMergeNotFound
        if merge.undone_at is not None:
            raise CustomerMergeUndone
        kept, _ = self._locked(org_id, merge.kept_id, merge.merged_id)
        if kept.merged_into is not None:
            raise LaterMerge
        self._take_back(org_id, kept, merge)
        # Browsers that appeared in the meantime may belong to the other customer.
        self._merges.doubt_visitors(org_id, merge.kept_id, since=merge.merged_at)
        merge.undone_at, merge.undone_by = self._now, by
        below = self._merges.below(org_id, merge.merged_id)
        self._merges.point(org_id, {merge.merged_id}, None)
        self._merges.point(org_id, below, merge.merged_id)
        return merge

    def _take_back(self, org_id: str, kept: Customer, merge: CustomerMerge) -> None:
        """Remove from the kept profile what this merge added. Later merges then fill in what it lacks."""
        in_force = list(self._merges.into(org_id, kept.customer_id))
        later = in_force[[it.merge_id for it in in_force].index(merge.merge_id) + 1 :]
        people = self._merges.customers(org_id, {it.merged_id for it in [merge, *later]})
        emptied: set[Field] = set()
        for one in [*reversed(later), merge]:
            emptied |= self._unfill(kept, people[one.merged_id], one.filled)
        for one in later:
            kept_fields = _without(one.filled, emptied)
            refilled = self._fill(kept, people[one.merged_id], emptied)
            one.filled = _joined(kept_fields, refilled)

    def _locked(self, org_id: str, *customer_ids: str) -> list[Customer]:
        rows = {
            customer_id: self._customers.lock(org_id, customer_id=customer_id)
            for customer_id in sorted(customer_ids)
        }
        found = [rows[it] for it in customer_ids]
        if not all(found):
            raise CustomerNotFound
        return [it for it in found if it is not None]

    def _fill(
        self, kept: Customer, merged: Customer, only: set[Field] | None
    ) -> dict[str, dict[str, Any]]:
        """Add missing values to the kept profile, limited to the fields `only`. Returns what was added."""

        def wanted(kind: str, name: str) -> bool:
            return only is None or (kind, name) in only

        facts = {
            name: getattr(merged, name)
            for name in FACTS
            if wanted("fact", name)
            and getattr(kept, name) is None
            and getattr(merged, name) is not None
        }
        room = MAX_ATTRIBUTES - len(kept.attributes)
        missing = [it for it in merged.attributes if it not in kept.attributes]
        names = [it for it in missing if wanted("attribute", it)][: max(0, room)]
        attributes = {name: merged.attributes[name] for name in names}
        room = MAX_TAGS - len(kept.tags)
        new_tags = [it for it in merged.tags if it not in kept.tags and wanted("tag", it)]
        tags = dict.fromkeys(new_tags[: max(0, room)], True)
        contacts: dict[str, Any] = {
            kind: self._move(kept, merged, kind)
            for kind in CONTACT_KINDS
            if wanted("contact", kind)
            and getattr(kept, f"{kind}_index") is None
            and getattr(merged, f"{kind}_index") is not None
        }
        if facts or attributes or tags:
            self._customers.change(
                kept,
                **facts,
                attributes={**kept.attributes, **attributes},
                tags=sorted({*kept.tags, *tags}),
            )
        return {"fact": facts, "attribute": attributes, "tag": tags, "contact": contacts}

    def _move(self, kept: Customer, merged: Customer, kind: ContactKind) -> dict[str, str | None]:
        """Move the address or number of the merged profile to the kept one, and return the stored values of the merged
        one.

        The merged profile keeps it encrypted, as the contact of what it sent, without the indexes.
        """
        plain = getattr(self._sealer.contacts(merged), kind)
        stored = {
            "sealed": getattr(merged, f"{kind}_sealed"),
            "index": getattr(merged, f"{kind}_index").hex(),
            "loose_index": getattr(merged, f"{kind}_loose_index").hex(),
        }
        sealing_key = kept.sealing_key or self._sealer.new_key()
        sealed: dict[str, Any] = {
            **self._sealer.sealed_contact(kept.org_id, sealing_key, kind, plain)
        }
        if kind == "phone":
            sealed["phone_verified_at"] = merged.phone_verified_at
        self._customers.change(merged, **{f"{kind}_index": None, f"{kind}_loose_index": None})
        self._customers.change(kept, sealing_key=sealing_key, **sealed)
        return stored

    def _unfill(
        self, kept: Customer, merged: Customer, filled: Mapping[str, Mapping[str, Any]]
    ) -> set[Field]:
        """Remove from the kept profile the values that were added and are unchanged. Returns these fields."""
        facts = {it for it, value in filled["fact"].items() if getattr(kept, it) == value}
        attributes = {
            it for it, value in filled["attribute"].items() if kept.attributes.get(it) == value
        }
        tags = set(filled["tag"]) & set(kept.tags)
        if facts or attributes or tags:
            left = {name: it for name, it in kept.attributes.items() if name not in attributes}
            self._customers.change(
                kept,
                **dict.fromkeys(facts),
                attributes=left,
                tags=sorted(set(kept.tags) - tags),
            )
        contacts = {
            kind
            for kind in CONTACT_KINDS
            if kind in filled["contact"] and self._move_back(kept, merged, kind, filled)
        }
        return {
            *(("fact", it) for it in facts),
            *(("attribute", it) for it in attributes),
            *(("tag", it) for it in tags),
            *(("contact", it) for it in contacts),
        }

    def _move_back(
        self,
        kept: Customer,
        merged: Customer,
        kind: ContactKind,
        filled: Mapping[str, Mapping[str, Any]],
    ) -> bool:
        """Return an address or number to the merged profile, unless somebody else has it by now. Returns whether it was
        removed from the kept one.
        """
        stored = filled["contact"][kind]
        index = bytes.fromhex(stored["index"])
        is_there: bool = getattr(kept, f"{kind}_index") == index
        own: dict[str, Any] = {
            f"{kind}_sealed": stored["sealed"],
            f"{kind}_index": index,
            f"{kind}_loose_index": bytes.fromhex(stored["loose_index"]),
        }
        nothing: dict[str, Any] = {**self._sealer.sealed_contact(kept.org_id, b"", kind, None)}
        if is_there:
            if kind == "phone":
                own["phone_verified_at"] = kept.phone_verified_at
                nothing["phone_verified_at"] = None
            self._customers.change(kept, **nothing)
        if not self._customers.change(merged, **own):
            self._customers.change(merged, **{f"{kind}_sealed": None})
        return is_there


def _snapshot(customer: Customer) -> dict[str, Any]:
    """Return a copy of a profile, with encrypted address and number."""
    return {
        **{name: getattr(customer, name) for name in FACTS},
        "email_sealed": customer.email_sealed,
        "phone_sealed": customer.phone_sealed,
        "attributes": dict(customer.attributes),
        "tags": list(customer.tags),
        "source": customer.source,
        "created_at": customer.created_at.isoformat(),
        "updated_at": customer.updated_at.isoformat(),
    }


def _without(
    filled: Mapping[str, Mapping[str, Any]], emptied: set[Field]
) -> dict[str, dict[str, Any]]:
    return {
        kind: {name: it for name, it in values.items() if (kind, name) not in emptied}
        for kind, values in filled.items()
    }


def _joined(
    one: Mapping[str, Mapping[str, Any]], other: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    return {kind: {**one[kind], **other[kind]} for kind in one}
