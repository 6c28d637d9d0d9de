"""Creates and changes many customers at once for an import, and undoes that.

A row belongs to the customer with its address, else to the one with its number. Customers are never merged: a number
that somebody else has is left out. Addresses and numbers from imports are not proven.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from api.domains.people.customers.bulk_repository import BulkRepository
from api.domains.people.customers.merge_repository import MergeRepository
from api.domains.people.customers.models import Customer
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.types import (
    CONTACT_KINDS,
    MAX_ATTRIBUTES,
    MAX_TAGS,
    BulkChange,
    BulkOutcome,
    BulkTakenBack,
    ContactKind,
    CustomerDraft,
    ExistingChoice,
    FieldNote,
)

TRIES = 3
_TAKEN = "belongs to another customer and was left out"


class _Plan(NamedTuple):
    """The planned result of one row."""

    draft: CustomerDraft
    target: Customer | None
    facts: dict[str, Any]
    attributes: dict[str, Any]
    tags: list[str]
    contacts: dict[ContactKind, str]
    notes: list[FieldNote]

    @property
    def changes(self) -> bool:
        return bool(self.facts or self.attributes or self.tags or self.contacts)


class BulkCustomers:
    """Many customers of one organisation, accessed through one session."""

    def __init__(
        self,
        session: Session,
        sealer: Sealer,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._customers = BulkRepository(session)
        self._merges = MergeRepository(session)
        self._sealer = sealer
        self._now = now
        self._new_id = new_id

    def lock(self, org_id: str) -> None:
        """Lock the organisation's merges until the transaction ends. Erasures do the same before they lock rows."""
        self._merges.lock(org_id)

    def preview(
        self, org_id: str, drafts: Sequence[CustomerDraft], existing: ExistingChoice
    ) -> list[BulkOutcome]:
        """Return what `write` would do now, without doing it."""
        return [
            BulkOutcome(
                plan.draft.row,
                "created" if plan.target is None else "changed" if plan.changes else "unchanged",
                plan.target.customer_id if plan.target is not None else None,
                None,
                plan.notes,
            )
            for plan in self._plans(org_id, drafts, existing, is_locked=False)
        ]

    def write(
        self, org_id: str, drafts: Sequence[CustomerDraft], existing: ExistingChoice
    ) -> list[BulkOutcome]:
        """Create or change the customers of these rows. No two rows may name the same customer."""
        self._merges.lock(org_id)  # Merges acquire this lock before they lock rows.
        outcomes: list[BulkOutcome] = []
        waiting = list(drafts)
        for _ in range(TRIES):
            plans = self._plans(org_id, waiting, existing, is_locked=True)
            outcomes += [self._change(it) for it in plans if it.target is not None]
            added, waiting = self._add(org_id, [it for it in plans if it.target is None])
            outcomes += added
            if not waiting:
                break
        outcomes += [
            BulkOutcome(
                it.row,
                "refused",
                None,
                None,
                [FieldNote("email", "was given to another customer in the meantime")],
            )
            for it in waiting
        ]
        return sorted(outcomes, key=lambda it: it.row)

    def take_back(self, org_id: str, changes: Sequence[BulkChange]) -> BulkTakenBack:
        """Remove customers who were added, did nothing and were not edited since, and restore values that nobody has
        changed since.
        """
        self._merges.lock(org_id)
        rows = self._customers.lock_ids(org_id, [it.customer_id for it in changes])
        known = {row.customer_id: row for row in rows}
        added = [it.customer_id for it in changes if it.is_new and it.customer_id in known]
        busy = self._customers.with_history(added)
        busy |= {it for it in added if _is_changed(known[it])}
        self._customers.remove(org_id, [it for it in added if it not in busy])
        restored = kept = 0
        for change in changes:
            customer = known.get(change.customer_id)
            if customer is None or (change.is_new and change.customer_id not in busy):
                continue
            if change.is_new or customer.merged_into is not None:
                kept += 1
            elif self._restore(customer, change):
                restored += 1
            else:
                kept += 1
        return BulkTakenBack(removed=len(added) - len(busy), restored=restored, kept=kept)

    def _plans(
        self,
        org_id: str,
        drafts: Sequence[CustomerDraft],
        existing: ExistingChoice,
        *,
        is_locked: bool,
    ) -> list[_Plan]:
        indexes = {it.row: self._sealer.indexes(org_id, it.email, it.phone) for it in drafts}
        wanted = [index for pair in indexes.values() for index in pair if index is not None]
        found = self._customers.reached(org_id, wanted, is_locked=is_locked)
        plans = []
        for draft in drafts:
            email, phone = indexes[draft.row]
            of_email = found.get(email) if email is not None else None
            of_phone = found.get(phone) if phone is not None else None
            target = of_email
            if target is None and of_phone is not None and _may_be_same(draft, of_phone):
                target = of_phone
            notes: list[FieldNote] = []
            contacts: dict[ContactKind, str] = {}
            if draft.email is not None and of_email is None:
                contacts["email"] = draft.email
            if draft.phone is not None and of_phone is None:
                contacts["phone"] = draft.phone
            elif of_phone is not None and of_phone is not target:
                notes.append(FieldNote("phone", _TAKEN))
            plans.append(_planned(draft, target, contacts, existing, notes))
        return plans

    def _add(
        self, org_id: str, plans: Sequence[_Plan]
    ) -> tuple[list[BulkOutcome], list[CustomerDraft]]:
        """Create customers. Also returns the rows whose address somebody else got in the meantime."""
        named = [(self._new_id("cus"), plan) for plan in plans]
        made = self._customers.insert_many([self._row(org_id, *it) for it in named])
        outcomes, waiting = [], []
        for customer_id, plan in named:
            if customer_id not in made:
                waiting.append(plan.draft)
                continue
            change = BulkChange(customer_id, plan.draft.row, True, {}, {})
            outcomes.append(BulkOutcome(plan.draft.row, "created", customer_id, change, plan.notes))
        return outcomes, waiting

    def _row(self, org_id: str, customer_id: str, plan: _Plan) -> dict[str, Any]:
        key = self._sealer.new_key()
        facts = dict.fromkeys(FACTS) | plan.facts
        return {
            "customer_id": customer_id,
            "org_id": org_id,
            **self._sealer.sealed_contact(org_id, key, "email", plan.contacts.get("email")),
            **self._sealer.sealed_contact(org_id, key, "phone", plan.contacts.get("phone")),
            **facts,
            "attributes": plan.attributes,
            "tags": plan.tags,
            "sealing_key": key,
            "source": "import",
            "created_at": self._now,
            "updated_at": self._now,
        }

    def _change(self, plan: _Plan) -> BulkOutcome:
        customer = plan.target
        assert customer is not None
        if not plan.changes:
            return BulkOutcome(plan.draft.row, "unchanged", customer.customer_id, None, plan.notes)
        notes = list(plan.notes)
        before: dict[str, Any] = {
            "facts": {name: getattr(customer, name) for name in plan.facts},
            "attributes": {it: customer.attributes.get(it) for it in plan.attributes},
            "contacts": {},
        }
        after: dict[str, Any] = {
            "facts": plan.facts,
            "attributes": plan.attributes,
            "tags": plan.tags,
            "contacts": {},
        }
        for kind, given in plan.contacts.items():
            stored = _stored_contact(customer, kind)
            if self._write_contact(customer, kind, given):
                before["contacts"][kind] = stored
                after["contacts"][kind] = getattr(customer, f"{kind}_index").hex()
            else:
                notes.append(FieldNote(kind, _TAKEN))
        for name, value in plan.facts.items():
            setattr(customer, name, value)
        if plan.attributes:
            customer.attributes = {**customer.attributes, **plan.attributes}
        if plan.tags:
            customer.tags = sorted({*customer.tags, *plan.tags})
        customer.updated_at = self._now
        change = BulkChange(customer.customer_id, plan.draft.row, False, before, after)
        return BulkOutcome(plan.draft.row, "changed", customer.customer_id, change, notes)

    def _write_contact(self, customer: Customer, kind: ContactKind, given: str) -> bool:
        key = customer.sealing_key or self._sealer.new_key()
        sealed: dict[str, Any] = {**self._sealer.sealed_contact(customer.org_id, key, kind, given)}
        if kind == "phone":
            sealed["phone_verified_at"] = None
        return self._customers.change(customer, sealing_key=key, **sealed)

    def _restore(self, customer: Customer, change: BulkChange) -> bool:
        """Restore the values of this change that are still the same. Returns whether these were all of them."""
        before, after = change.before, change.after
        is_whole = True
        for name, value in after["facts"].items():
            if getattr(customer, name) == value:
                setattr(customer, name, before["facts"][name])
            else:
                is_whole = False
        attributes = dict(customer.attributes)
        for name, value in after["attributes"].items():
            if attributes.get(name) != value:
                is_whole = False
            elif before["attributes"][name] is None:
                attributes.pop(name)
            else:
                attributes[name] = before["attributes"][name]
        if attributes != customer.attributes:
            customer.attributes = attributes
        customer.tags = sorted({*customer.tags} - {*after["tags"]})
        for kind in CONTACT_KINDS:
            index = after["contacts"].get(kind)
            if index is not None:
                is_whole &= self._restore_contact(customer, kind, index, before["contacts"][kind])
        customer.updated_at = self._now
        return is_whole

    def _restore_contact(
        self, customer: Customer, kind: ContactKind, index: str, stored: Mapping[str, Any]
    ) -> bool:
        now = getattr(customer, f"{kind}_index")
        if now is None or now.hex() != index:
            return False
        own: dict[str, Any] = {
            f"{kind}_sealed": stored["sealed"],
            f"{kind}_index": _bytes(stored["index"]),
            f"{kind}_loose_index": _bytes(stored["loose_index"]),
        }
        if kind == "phone":
            if customer.phone_verified_at is not None:  # The owner has proven the number since.
                return False
            at = stored["verified_at"]
            own["phone_verified_at"] = datetime.fromisoformat(at) if at else None
        return self._customers.change(customer, **own)


FACTS = ("first_name", "last_name", "language", "time_zone", "birthday", "owner_id")


def _is_changed(customer: Customer) -> bool:
    """Return whether an added customer has changed since."""
    return customer.updated_at != customer.created_at or customer.phone_verified_at is not None


def _may_be_same(draft: CustomerDraft, known: Customer) -> bool:
    """Return whether a row with somebody's number may belong to them. Members of a family share a number, but neither
    names nor email addresses.
    """
    if draft.email is None:
        return True
    if known.email_index is not None:
        return False
    return all(
        not draft.facts.get(name)
        or not getattr(known, name)
        or str(draft.facts[name]).casefold() == getattr(known, name).casefold()
        for name in ("first_name", "last_name")
    )


def _planned(
    draft: CustomerDraft,
    target: Customer | None,
    contacts: dict[ContactKind, str],
    existing: ExistingChoice,
    notes: list[FieldNote],
) -> _Plan:
    if target is None:
        tags = sorted(set(draft.tags))
        if len(tags) > MAX_TAGS:
            notes.append(FieldNote("tags", f"were too many; only the first {MAX_TAGS} were taken"))
        return _Plan(
            draft, None, dict(draft.facts), dict(draft.attributes), tags[:MAX_TAGS], contacts, notes
        )
    if existing == "skip":
        return _Plan(draft, target, {}, {}, [], {}, notes)
    overwrites = existing == "update"
    facts = {
        name: value
        for name, value in draft.facts.items()
        if getattr(target, name) != value and (overwrites or not getattr(target, name))
    }
    attributes = {
        name: value
        for name, value in draft.attributes.items()
        if target.attributes.get(name) != value and (overwrites or name not in target.attributes)
    }
    added = [name for name in attributes if name not in target.attributes]
    if len(target.attributes) + len(added) > MAX_ATTRIBUTES:
        notes.append(
            FieldNote("fields", "were left out, because the customer already has too many values")
        )
        attributes = {name: it for name, it in attributes.items() if name in target.attributes}
    tags = sorted({*draft.tags} - {*target.tags})
    room = MAX_TAGS - len(target.tags)
    if len(tags) > room:
        notes.append(FieldNote("tags", f"were too many; a customer can have {MAX_TAGS}"))
        tags = tags[: max(0, room)]
    wanted = {
        kind: given
        for kind, given in contacts.items()
        if overwrites or getattr(target, f"{kind}_index") is None
    }
    return _Plan(draft, target, facts, attributes, tags, wanted, notes)


def _stored_contact(customer: Customer, kind: ContactKind) -> dict[str, Any]:
    at = customer.phone_verified_at
    return {
        "sealed": getattr(customer, f"{kind}_sealed"),
        "index": _hex(getattr(customer, f"{kind}_index")),
        "loose_index": _hex(getattr(customer, f"{kind}_loose_index")),
        "verified_at": at.isoformat() if kind == "phone" and at else None,
    }


def _hex(value: bytes | None) -> str | None:
    return value.hex() if value is not None else None


def _bytes(value: str | None) -> bytes | None:
    return bytes.fromhex(value) if value is not None else None
