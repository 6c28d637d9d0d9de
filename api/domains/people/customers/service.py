"""Finds or creates the customer who sends a form.

A customer is identified by email, or by phone if there is no conflicting email, because families share phones. A
visitor who only claims to be a customer cannot read or change any of their data. That requires the browser from which
the customer was created, or a proven phone number.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple, cast

from sqlalchemy.orm import Session

from api.domains.people.customers.contacts import (
    customer_number,
    normalised_email,
    normalised_phone,
)
from api.domains.people.customers.errors import CustomerNotFound, CustomerNotSaved
from api.domains.people.customers.field_values import FieldType, WrongValue, field_value
from api.domains.people.customers.merge_repository import MergeRepository
from api.domains.people.customers.merging import Merging
from api.domains.people.customers.models import Customer
from api.domains.people.customers.repository import CustomerRepository
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.types import (
    MAX_ATTRIBUTES,
    ContactIndexes,
    ContactKind,
    Contacts,
    SealedContacts,
)

TRIES = 4


class IdentifiedCustomer(NamedTuple):
    """A customer, whether they were created now, and whether the visitor proved their identity."""

    customer: Customer
    is_new: bool
    is_proven: bool


class _Stated(NamedTuple):
    """What a visitor stated about themselves."""

    names: Mapping[str, str]
    attributes: Mapping[str, Any]
    facts: Mapping[str, str]


class CustomerService:
    """Customers, accessed through one session that has entered their organisation."""

    def __init__(
        self,
        session: Session,
        sealer: Sealer,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._customers = CustomerRepository(session)
        merges = MergeRepository(session)
        self._merging = Merging(self._customers, merges, sealer, now, new_id)
        self.sealer = sealer
        self._now = now
        self._new_id = new_id

    def get(self, org_id: str, customer_id: str) -> Customer:
        """Return a customer."""
        customer = self._customers.find(org_id, customer_id)
        if customer is None:
            raise CustomerNotFound
        return customer

    def find_profile(self, org_id: str, customer_id: str) -> Customer | None:
        """Return the profile with exactly this ID, merged or not, because what it sent is encrypted with its
        own key.
        """
        return self._customers.find_row(org_id, customer_id)

    def lock_merges(self, org_id: str) -> None:
        """Prevent merges of profiles in the organisation until the transaction ends."""
        self._merging.lock(org_id)

    def drop_unused_tags(self, org_id: str) -> None:
        """Delete tags that no profile has any more, because they may reveal something about an erased customer."""
        self._customers.drop_unused_tags(org_id)

    def find(
        self, org_id: str, *, email: str | None = None, phone: str | None = None
    ) -> Customer | None:
        """Return a customer by normalised email, else by phone in E.164."""
        return self._customers.find_by(org_id, self.sealer.indexes(org_id, email, phone))

    def find_by_number(self, org_id: str, text: str) -> Customer | None:
        """Return a customer by their customer number, in any spelling."""
        number = customer_number(text)
        return self._customers.find_by_number(org_id, number) if number is not None else None

    def contacts(self, customer: SealedContacts) -> Contacts:
        """Return a customer's address and number."""
        return self.sealer.contacts(customer)

    def contacts_named(self, org_id: str, text: str, region: str) -> ContactIndexes:
        """Return the blind indexes of a search text, if it is an email address or phone number as a whole."""
        return self.sealer.indexes(org_id, normalised_email(text), normalised_phone(text, region))

    def ids_of_person(self, org_id: str, customer_id: str) -> list[str]:
        """Return all IDs under which events and rows know a customer: their own, and those merged into it."""
        found = self._customers.find(org_id, customer_id)
        return self._customers.ids_of_person(org_id, found.customer_id) if found else []

    def find_by_visitor(self, org_id: str, visitor_id: str | None) -> tuple[str, str | None] | None:
        """Return the customer of a signed visitor cookie: their ID, and the first name given in that browser."""
        link = self._customers.find_visitor_link(org_id, visitor_id) if visitor_id else None
        known = self._customers.find(org_id, link.customer_id) if link is not None else None
        return (known.customer_id, link.first_name) if link and known else None

    def find_owner(self, org_id: str, visitor_id: str | None) -> str | None:
        """Return the ID of the customer to whom this browser is proven to belong, else None."""
        own = self._own(org_id, visitor_id)
        return own.customer_id if own is not None else None

    def identify(
        self,
        org_id: str,
        *,
        email: str | None = None,
        phone: str | None = None,
        first_name: str | None = None,
        last_name: str | None = None,
        attributes: Mapping[str, Any] | None = None,
        facts: Mapping[str, str] | None = None,
        visitor_id: str | None = None,
        phone_is_proven: bool = False,
    ) -> IdentifiedCustomer:
        """Find or create the customer. New facts of an existing customer are stored only if their identity is proven.

        `facts` has birthday and language, which do not replace known values. `email` is normalised, `phone` is E.164,
        `visitor_id` comes from a cookie that Waypost signed. Concurrent calls create one customer, because of the
        database's unique indexes.
        """
        names = {"first_name": first_name, "last_name": last_name}
        given_names = {name: value for name, value in names.items() if value}
        stated = _Stated(given_names, attributes or {}, facts or {})
        # This may merge profiles, and merges lock before rows.
        if phone_is_proven and visitor_id is not None:
            self.lock_merges(org_id)
        for _ in range(TRIES):
            known = self._find_locked(org_id, email, phone, visitor_id)
            if known is not None:
                if phone_is_proven and phone is not None:
                    known = self._merged_by_phone(org_id, known, phone, visitor_id)
                by_phone = phone_is_proven and self._is_reached_at(known, phone)
                is_proven = by_phone or self._is_own(org_id, known, visitor_id)
                if is_proven:
                    self._update(known, email, phone, stated)
                if phone_is_proven and self._has_phone(known, phone):
                    self._customers.change(known, phone_verified_at=self._now)
                identified = IdentifiedCustomer(known, is_new=False, is_proven=is_proven)
                break
            free_phone = phone if self.find(org_id, phone=phone) is None else None
            made = self._make(org_id, email, free_phone, stated)
            if made is not None:
                if phone_is_proven and self._has_phone(made, phone):
                    self._customers.change(made, phone_verified_at=self._now)
                identified = IdentifiedCustomer(made, is_new=True, is_proven=True)
                break
        else:
            raise CustomerNotSaved
        if visitor_id is not None:
            self._customers.link_visitor(
                org_id,
                visitor_id,
                self._profile_of_link(org_id, visitor_id, identified.customer),
                first_name,
                self._now,
                is_proven=identified.is_proven,
            )
        return identified

    def profile_values(self, org_id: str, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers of a form that belong to custom fields of customers and fit their types."""
        values = {}
        for field in self._customers.fields(org_id):
            answer = answers.get(field.name)
            if answer is None or isinstance(answer, list):
                continue
            with suppress(WrongValue):
                values[field.name] = field_value(cast(FieldType, field.type), field.options, answer)
        return values

    def add_touchpoint(
        self, org_id: str, customer_id: str, *, code_id: str | None, page_id: str | None
    ) -> None:
        """Record the code and page through which a customer sent something."""
        self._customers.add_touchpoint(org_id, customer_id, code_id, page_id, self._now)

    def _profile_of_link(self, org_id: str, visitor_id: str, customer: Customer) -> str:
        """Return the profile to which the browser is already linked, if it is one of this customer's."""
        link = self._customers.find_visitor_link(org_id, visitor_id)
        known = self._customers.find(org_id, link.customer_id) if link is not None else None
        is_same = known is not None and known.customer_id == customer.customer_id
        return link.customer_id if link is not None and is_same else customer.customer_id

    def _is_reached_at(self, customer: Customer, phone: str | None) -> bool:
        """Return whether the number belongs to the customer, under any of their merged profiles."""
        found = self.find(customer.org_id, phone=phone) if phone is not None else None
        return found is not None and found.customer_id == customer.customer_id

    def _is_own(self, org_id: str, customer: Customer, visitor_id: str | None) -> bool:
        own = self._own(org_id, visitor_id)
        return own is not None and own.customer_id == customer.customer_id

    def _own(self, org_id: str, visitor_id: str | None) -> Customer | None:
        """Return the customer to whom the browser is proven to belong."""
        link = self._customers.find_visitor_link(org_id, visitor_id) if visitor_id else None
        if link is None or not link.is_proven:
            return None
        return self._customers.find(org_id, link.customer_id)

    def _merged_by_phone(
        self, org_id: str, known: Customer, phone: str, visitor_id: str | None
    ) -> Customer:
        """Return the merged profile of a visitor who just proved the number, and earlier that another profile is
        theirs.

        This merges only if nobody else can have provided that profile's contact: it has none, or its number was proven.
        """
        of_phone, own = self.find(org_id, phone=phone), self._own(org_id, visitor_id)
        if of_phone is None or own is None or of_phone.customer_id == own.customer_id:
            return known
        if known.customer_id not in (of_phone.customer_id, own.customer_id):
            return known
        if own.email_index is not None or (own.phone_index and own.phone_verified_at is None):
            return known
        oldest_first = sorted((of_phone, own), key=lambda it: (it.created_at, it.customer_id))
        kept, merged = (it.customer_id for it in oldest_first)
        self._merging.merge(org_id, kept, merged, reason="verified_phone")
        found = self._customers.lock(org_id, customer_id=kept)
        assert found is not None
        return found

    def _has_phone(self, customer: Customer, phone: str | None) -> bool:
        index = self.sealer.indexes(customer.org_id, None, phone).phone
        return index is not None and index == customer.phone_index

    def _find_locked(
        self, org_id: str, email: str | None, phone: str | None, visitor_id: str | None
    ) -> Customer | None:
        indexes = self.sealer.indexes(org_id, email, phone)
        if indexes.email is not None:
            known = self._customers.lock_person(org_id, email_index=indexes.email)
            if known is not None:
                return known
        if indexes.phone is not None:
            known = self._customers.lock_person(org_id, phone_index=indexes.phone)
            if known is not None and (email is None or known.email_index is None):
                return known
            return None
        if email is None and visitor_id is not None:
            link = self._customers.find_visitor_link(org_id, visitor_id)
            return (
                self._customers.lock_person(org_id, customer_id=link.customer_id) if link else None
            )
        return None

    def _make(
        self,
        org_id: str,
        email: str | None,
        phone: str | None,
        stated: _Stated,
    ) -> Customer | None:
        customer_id = self._new_id("cus")
        sealing_key = self.sealer.new_key()
        is_made = self._customers.insert(
            {
                "customer_id": customer_id,
                "org_id": org_id,
                **self.sealer.sealed_contact(org_id, sealing_key, "email", email),
                **self.sealer.sealed_contact(org_id, sealing_key, "phone", phone),
                **stated.names,
                **stated.facts,
                "attributes": _bounded(stated.attributes),
                "tags": [],
                "sealing_key": sealing_key,
                "created_at": self._now,
                "updated_at": self._now,
            }
        )
        return self._customers.find(org_id, customer_id) if is_made else None

    def _update(
        self,
        customer: Customer,
        email: str | None,
        phone: str | None,
        stated: _Stated,
    ) -> None:
        changes: dict[str, Any] = {
            name: value for name, value in stated.names.items() if getattr(customer, name) != value
        }
        changes |= {it: value for it, value in stated.facts.items() if not getattr(customer, it)}
        merged = _bounded({**customer.attributes, **stated.attributes})
        if merged != customer.attributes:
            changes["attributes"] = merged
        if customer.sealing_key is None:
            changes["sealing_key"] = self.sealer.new_key()
        if changes:
            self._customers.change(customer, **changes, updated_at=self._now)
        # An email or phone that belongs to another customer stays with them.
        for kind, given in _given(email, phone):
            if getattr(customer, f"{kind}_index") is None:
                sealed = self._sealed(customer, kind, given)
                if kind == "phone":
                    sealed["phone_verified_at"] = None
                self._customers.change(customer, **sealed, updated_at=self._now)

    def _sealed(self, customer: Customer, kind: ContactKind, given: str) -> dict[str, Any]:
        assert customer.sealing_key is not None
        return self.sealer.sealed_contact(customer.org_id, customer.sealing_key, kind, given)


def _given(email: str | None, phone: str | None) -> list[tuple[ContactKind, str]]:
    pairs: tuple[tuple[ContactKind, str | None], ...] = (("email", email), ("phone", phone))
    return [(kind, value) for kind, value in pairs if value is not None]


def _bounded(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return dict(list(attributes.items())[:MAX_ATTRIBUTES])
