"""Statements about profiles: lists, tags, notes and custom fields."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    Text,
    cast,
    delete,
    func,
    literal,
    select,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import aliased

from api.auth.models import Membership, User
from api.db.advisory_locks import lock_until_commit
from api.db.estimates import Total, total_of
from api.db.listing import Columns
from api.domains.people.customers.contacts import customer_number
from api.domains.people.customers.models import (
    Customer,
    CustomerField,
    CustomerNote,
    CustomerTouchpoint,
)
from api.domains.people.customers.repository import CustomerRepository
from api.domains.people.customers.schemas import ListCustomers
from api.domains.people.customers.tables import segment_members
from api.domains.people.customers.types import ContactIndexes
from api.kit.pagination import contains_pattern

MAX_TAGS_LISTED = 500

_NAME = func.lower(func.coalesce(Customer.last_name, Customer.first_name))
_ROW = aliased(Customer)
_PERSON = select(func.coalesce(_ROW.merged_into, _ROW.customer_id))
"""Ids of people; conditions go to `_ROW`."""
COLUMNS = Columns(
    searched=(),
    ordered={
        "name": _NAME,
        "created_at": Customer.created_at,
        "updated_at": Customer.updated_at,
    },
    default_sort="-created_at",
)


class ProfileRepository(CustomerRepository):
    """Profiles of one organisation, through one session."""

    def list_customers(
        self, org_id: str, wanted: ListCustomers, named: ContactIndexes
    ) -> tuple[list[Customer], Total]:
        """A page of customers, newest first by default, and how many match; many are estimated.

        `named`: what the text of the filter is as a whole, if it is an address or number.
        """
        matching = self._of_touchpoint(org_id, wanted)
        if wanted.tags:
            tagged = func.customers_tagged(cast(wanted.tags, ARRAY(Text)))
            matching = matching.where(Customer.customer_id.in_(select(tagged)))
        if wanted.owner_id:
            matching = matching.where(Customer.owner_id == wanted.owner_id)
        for name in wanted.has:
            matching = matching.where(getattr(Customer, f"{name}_index").is_not(None))
        if wanted.filter:
            matching = matching.where(self._found_by(org_id, wanted.filter, named))
        rows = self.rows(matching, wanted.paging, *_order(wanted))
        ids = matching.with_only_columns(Customer.customer_id)
        return rows, total_of(self.session, ids)

    def _found_by(self, org_id: str, text: str, named: ContactIndexes) -> ColumnElement[bool]:
        """The condition for people with this text in their name, this number of a customer, address or phone."""
        ids = [_named(text), *self._reached_by(org_id, named)]
        number = customer_number(text)
        if number is not None:
            ids.append(_PERSON.where(_ROW.org_id == org_id, _ROW.number == number))
        return Customer.customer_id.in_(union_all(*ids))

    def _reached_by(self, org_id: str, named: ContactIndexes) -> list[Select[Any]]:
        """Ids of people with this address or number, also if it came with a merged profile."""
        pairs = ((_ROW.email_index, named.email), (_ROW.phone_index, named.phone))
        return [
            _PERSON.where(_ROW.org_id == org_id, index == value)
            for index, value in pairs
            if value is not None
        ]

    def _of_touchpoint(self, org_id: str, wanted: ListCustomers) -> Select[Customer]:
        everyone = self.scoped(org_id).where(Customer.merged_into.is_(None))
        if wanted.based_on == "all":
            return everyone
        if wanted.based_on == "segment":
            members = _PERSON.join(
                segment_members,
                (segment_members.c.org_id == _ROW.org_id)
                & (segment_members.c.customer_id == _ROW.customer_id),
            ).where(segment_members.c.org_id == org_id, segment_members.c.segment_id == wanted.id)
            return everyone.where(Customer.customer_id.in_(members))
        column, value = (
            (CustomerTouchpoint.code_id, wanted.code_id)
            if wanted.based_on == "code"
            else (CustomerTouchpoint.page_id, wanted.id)
        )
        came = _PERSON.join(
            CustomerTouchpoint,
            (CustomerTouchpoint.org_id == _ROW.org_id)
            & (CustomerTouchpoint.customer_id == _ROW.customer_id),
        ).where(CustomerTouchpoint.org_id == org_id, column == value)
        return everyone.where(Customer.customer_id.in_(came))

    def find_many(self, org_id: str, customer_ids: Iterable[str]) -> Sequence[Customer]:
        """Those of these customers that there are; merged profiles are left out."""
        own = self.scoped(org_id).where(
            Customer.merged_into.is_(None), Customer.customer_id.in_(set(customer_ids))
        )
        return self.session.scalars(own).all()

    def lock_many(self, org_id: str, customer_ids: Iterable[str]) -> Sequence[Customer]:
        """Those of these customers that there are, locked in the order of their ids."""
        own = self.scoped(org_id).where(
            Customer.merged_into.is_(None), Customer.customer_id.in_(set(customer_ids))
        )
        return self.session.scalars(own.order_by(Customer.customer_id).with_for_update()).all()

    def tags(self, org_id: str) -> list[str]:
        """Every tag in use, by name."""
        each = select(func.unnest(Customer.tags).label("tag")).where(
            Customer.org_id == org_id, Customer.merged_into.is_(None)
        )
        used = each.subquery()
        ordered = select(used.c.tag).distinct().order_by(used.c.tag).limit(MAX_TAGS_LISTED)
        return list(self.session.scalars(ordered))

    def member_names(self, org_id: str, user_ids: Iterable[str]) -> dict[str, str]:
        """Name by user id, of members of the organisation."""
        wanted = (
            select(User.user_id, User.name, User.email)
            .join(Membership, Membership.user_id == User.user_id)
            .where(Membership.org_id == org_id, User.user_id.in_(set(user_ids)))
        )
        return {
            user_id: name or email or "" for user_id, name, email in self.session.execute(wanted)
        }

    def notes(self, org_id: str, customer_ids: Iterable[str]) -> Sequence[CustomerNote]:
        """Notes about a person, newest first."""
        own = select(CustomerNote).where(
            CustomerNote.org_id == org_id, CustomerNote.customer_id.in_(set(customer_ids))
        )
        newest = own.order_by(CustomerNote.created_at.desc(), CustomerNote.note_id.desc())
        return self.session.scalars(newest).all()

    def count_notes(self, org_id: str, customer_id: str) -> int:
        """How many notes there are about a customer; locks them until the transaction ends."""
        lock_until_commit(self.session, "customer-notes", customer_id)
        own = select(func.count()).where(
            CustomerNote.org_id == org_id, CustomerNote.customer_id == customer_id
        )
        return self.session.scalar(own) or 0

    def delete_note(self, org_id: str, note_id: str) -> bool:
        """Remove a note; False if there is none."""
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
        """Remove a field and its values from all customers; False if there is none."""
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
        """Store a new row."""
        self.session.add(row)
        self.session.flush()


def _order(wanted: ListCustomers) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """The requested order, as an index has it; moments are always known, so nothing needs to come last."""
    ordered = COLUMNS.order(wanted)
    sort = wanted.sort or COLUMNS.default_sort
    column, is_down = COLUMNS.ordered[sort.removeprefix("-")], sort.startswith("-")
    tie = Customer.customer_id.desc() if is_down else Customer.customer_id.asc()
    if column is not _NAME:
        ordered = column.desc() if is_down else column.asc()
    return ordered, tie


def _named(text: str) -> Select[Any]:
    """The ids of customers with this text in their name; one or two letters must begin one of its words."""
    wanted = f" {text.strip()}" if len(text.strip()) < 3 else text
    return select(func.customers_named(wanted, contains_pattern(wanted)))
