"""SQL statements about profiles: lists, tags, notes and custom fields."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Text, delete, func, literal, select, update
from sqlalchemy.dialects.postgresql import array

from api.auth.models import Membership, User
from api.db.advisory_locks import lock_until_commit
from api.db.estimates import Total
from api.domains.people.customers.listing_repository import SEARCHED, CustomerListing
from api.domains.people.customers.models import (
    Customer,
    CustomerField,
    CustomerNote,
    CustomerTag,
)
from api.domains.people.customers.repository import CustomerRepository
from api.domains.people.customers.schemas import ListCustomers
from api.domains.people.customers.types import ContactIndexes

MAX_TAGS_LISTED = 500


class ProfileRepository(CustomerRepository):
    """Profiles of one organisation, accessed through one session."""

    def list_customers(
        self, org_id: str, wanted: ListCustomers, named: ContactIndexes
    ) -> tuple[list[Customer], Total]:
        """Return a page of customers, newest first by default, and the number of matches, which is estimated if large.

        `named` has the indexes of the filter's whole text, if it is an address or a number.
        """
        listing = CustomerListing(self.session, org_id, wanted, named)
        ids = listing.ids()
        found = {row.customer_id: row for row in self.find_many(org_id, ids)}
        return [found[it] for it in ids if it in found], listing.total()

    def find_many(self, org_id: str, customer_ids: Iterable[str]) -> Sequence[Customer]:
        """Return those of these customers that exist, without merged profiles."""
        own = self.scoped(org_id).where(
            Customer.merged_into.is_(None), Customer.customer_id.in_(set(customer_ids))
        )
        return self.session.scalars(own).all()

    def lock_many(self, org_id: str, customer_ids: Iterable[str]) -> Sequence[Customer]:
        """Return those of these customers that exist, locked in the order of their IDs."""
        own = self.scoped(org_id).where(
            Customer.merged_into.is_(None), Customer.customer_id.in_(set(customer_ids))
        )
        return self.session.scalars(own.order_by(Customer.customer_id).with_for_update()).all()

    def tags(self, org_id: str) -> list[str]:
        """Return all tags in use, by name."""
        one = SEARCHED.c
        tagged = select(one.customer_id).where(
            one.org_id == CustomerTag.org_id,
            one.merged_into.is_(None),
            one.tags.op("@>")(array([CustomerTag.tag])),
        )
        known = select(CustomerTag.tag).where(CustomerTag.org_id == org_id, tagged.exists())
        return list(self.session.scalars(known.order_by(CustomerTag.tag).limit(MAX_TAGS_LISTED)))

    def member_names(self, org_id: str, user_ids: Iterable[str]) -> dict[str, str]:
        """Return names by user ID, for members of the organisation."""
        wanted = (
            select(User.user_id, User.name, User.email)
            .join(Membership, Membership.user_id == User.user_id)
            .where(Membership.org_id == org_id, User.user_id.in_(set(user_ids)))
        )
        return {
            user_id: name or email or "" for user_id, name, email in self.session.execute(wanted)
        }

    def notes(self, org_id: str, customer_ids: Iterable[str]) -> Sequence[CustomerNote]:
        """Return the notes about a person, newest first."""
        own = select(CustomerNote).where(
            CustomerNote.org_id == org_id, CustomerNote.customer_id.in_(set(customer_ids))
        )
        newest = own.order_by(CustomerNote.created_at.desc(), CustomerNote.note_id.desc())
        return self.session.scalars(newest).all()

    def count_notes(self, org_id: str, customer_id: str) -> int:
        """Return the number of notes about a customer. Locks them until the transaction ends."""
        lock_until_commit(self.session, "customer-notes", customer_id)
        own = select(func.count()).where(
            CustomerNote.org_id == org_id, CustomerNote.customer_id == customer_id
        )
        return self.session.scalar(own) or 0

    def delete_note(self, org_id: str, note_id: str) -> bool:
        """Delete a note. Returns False if there is none."""
        gone = (
            delete(CustomerNote)
            .where(CustomerNote.org_id == org_id, CustomerNote.note_id == note_id)
            .returning(CustomerNote.note_id)
        )
        return self.session.scalar(gone) is not None

    def lock_fields(self, org_id: str) -> None:
        """Lock the organisation's custom fields until the transaction ends."""
        lock_until_commit(self.session, "customer-fields", org_id)

    def delete_field(self, org_id: str, name: str) -> bool:
        """Delete a field and its values for all customers. Returns False if there is none."""
        gone = (
            delete(CustomerField)
            .where(CustomerField.org_id == org_id, CustomerField.name == name)
            .returning(CustomerField.name)
        )
        if self.session.scalar(gone) is None:
            return False
        emptied = Customer.attributes.op("-")(literal(name, Text))
        self.session.execute(
            update(Customer)
            .where(Customer.org_id == org_id, Customer.attributes.op("?")(literal(name, Text)))
            .values(attributes=emptied)
            .execution_options(synchronize_session=False)
        )
        return True

    def add(self, row: CustomerField | CustomerNote) -> None:
        """Insert a row."""
        self.session.add(row)
        self.session.flush()
