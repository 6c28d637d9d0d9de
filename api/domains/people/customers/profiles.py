"""Customers' profiles as members see and change them: facts, tags, notes and custom fields."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, cast
from zoneinfo import available_timezones

from api.auth.member import Member
from api.domains.people.customers.contacts import normalised_email, normalised_phone, region_of
from api.domains.people.customers.errors import (
    CustomerFieldNotFound,
    CustomerNoteNotFound,
    CustomerNotFound,
    TooManyCustomerFields,
    TooManyCustomerNotes,
    invalid,
)
from api.domains.people.customers.field_values import (
    FieldType,
    WrongValue,
    checked_birthday,
    field_value,
)
from api.domains.people.customers.merge_repository import MergeRepository
from api.domains.people.customers.merge_views import merge_read
from api.domains.people.customers.models import Customer, CustomerField, CustomerNote
from api.domains.people.customers.profile_repository import ProfileRepository
from api.domains.people.customers.schemas import (
    AddCustomerNote,
    CustomerDetail,
    CustomerFieldList,
    CustomerFieldRead,
    CustomerNoteRead,
    CustomerPage,
    CustomerRead,
    ListCustomers,
    SaveCustomer,
    SaveCustomerField,
    TagCustomers,
)
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.types import CONTACT_KINDS, MAX_TAGS, ContactKind

MAX_FIELDS = 50
MAX_NOTES = 500
RESERVED = frozenset(
    {
        *("email", "phone", "first_name", "last_name", "language", "time_zone", "birthday", "tags"),
        *("address1", "address2", "city", "country", "province", "zip", "company", "gender"),
    }
)
"""Names that forms use for their own purposes."""

_PLAIN = ("first_name", "last_name", "language")


class ProfileService:
    """Profiles of one organisation, accessed through one session."""

    def __init__(
        self,
        customers: ProfileRepository,
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

    def list_customers(self, me: Member, wanted: ListCustomers) -> CustomerPage:
        """Return a page of customers and the number of matches, which is estimated above 10,000. A text is searched in
        names; an address or number must match as a whole.

        Raises:
            Invalid: `basedOn` does not name the code, page, campaign or segment.
        """
        for based_on, name in (
            ("code", "code_id"),
            *((it, "id") for it in ("page", "campaign", "segment")),
        ):
            if wanted.based_on == based_on and not getattr(wanted, name):
                raise invalid(name, f"is required for customers of a {based_on}", "missing")
        text, region = wanted.filter or "", region_of(me.locale)
        named = self._sealer.indexes(
            me.org_id, normalised_email(text), normalised_phone(text, region)
        )
        rows, total = self._customers.list_customers(me.org_id, wanted, named)
        owners = self._customers.member_names(
            me.org_id, {row.owner_id for row in rows if row.owner_id}
        )
        return CustomerPage(
            items=[self.read(row, owners) for row in rows],
            total=total.rows,
            is_total_exact=total.is_exact,
            page=wanted.page,
            page_size=wanted.page_size,
        )

    def read_many(self, org_id: str, customer_ids: Sequence[str]) -> list[CustomerRead]:
        """Return those of these customers that exist, in this order."""
        rows = {row.customer_id: row for row in self._customers.find_many(org_id, customer_ids)}
        owners = self._customers.member_names(
            org_id, {row.owner_id for row in rows.values() if row.owner_id}
        )
        return [self.read(rows[it], owners) for it in customer_ids if it in rows]

    def get(self, org_id: str, customer_id: str) -> CustomerDetail:
        """Return a customer with their notes.

        Raises:
            CustomerNotFound: there is none.
        """
        customer = self._customers.find(org_id, customer_id)
        if customer is None:
            raise CustomerNotFound
        ids = self._customers.ids_of_person(org_id, customer.customer_id)
        notes = self._customers.notes(org_id, ids)
        merges = self._merges.of_person(org_id, ids)
        people = {note.author_id for note in notes if note.author_id}
        people |= {it for merge in merges for it in (merge.merged_by, merge.undone_by) if it}
        if customer.owner_id:
            people.add(customer.owner_id)
        names = self._customers.member_names(org_id, people)
        others = [
            (row, self._sealer.contacts(row))
            for row in self._customers.merged_rows(org_id, customer.customer_id)
        ]
        return CustomerDetail(
            **self.read(customer, names).model_dump(),
            other_emails=[it.email for row, it in others if row.email_index and it.email],
            other_phones=[it.phone for row, it in others if row.phone_index and it.phone],
            notes=[_note(note, names) for note in notes],
            merges=[merge_read(merge, names, customer.customer_id) for merge in merges],
        )

    def save(self, me: Member, body: SaveCustomer) -> CustomerDetail:
        """Create a customer, or change the fields in the body.

        Raises:
            CustomerNotFound: there is none with this ID.
            Invalid: a value is wrong, or the address or number belongs to another customer.
        """
        values = self._checked(me, body)
        if body.customer_id is None:
            customer = self._add(me.org_id, values)
        else:
            found = self._customers.lock_person(me.org_id, customer_id=body.customer_id)
            if found is None:
                raise CustomerNotFound
            customer = found
        attributes = self._attributes(me.org_id, customer.attributes, body.fields)
        if attributes != customer.attributes:
            values["attributes"] = attributes
        self._write(customer, values)
        return self.get(me.org_id, customer.customer_id)

    def _add(self, org_id: str, values: Mapping[str, Any]) -> Customer:
        if not any(values.get(name) for name in ("email", "phone", "first_name", "last_name")):
            raise invalid("email", "or a phone number or a name is required", "missing")
        customer_id = self._new_id("cus")
        while not self._customers.insert(  # The generated customer number may already be in use.
            {
                "customer_id": customer_id,
                "org_id": org_id,
                "attributes": {},
                "tags": [],
                "sealing_key": self._sealer.new_key(),
                "source": "member",
                "created_at": self._now,
                "updated_at": self._now,
            }
        ):
            customer_id = self._new_id("cus")
        added = self._customers.lock(org_id, customer_id=customer_id)
        assert added is not None
        return added

    def _write(self, customer: Customer, values: dict[str, Any]) -> None:
        known = self._sealer.contacts(customer)
        for kind in CONTACT_KINDS:
            if kind in values and (given := values.pop(kind)) != getattr(known, kind):
                self._write_contact(customer, kind, given)
        changed = {name: it for name, it in values.items() if getattr(customer, name) != it}
        self._customers.change(customer, **changed, updated_at=self._now)

    def _write_contact(self, customer: Customer, kind: ContactKind, given: str | None) -> None:
        sealing_key = customer.sealing_key or self._sealer.new_key()
        sealed = self._sealer.sealed_contact(customer.org_id, sealing_key, kind, given)
        if kind == "phone":
            sealed["phone_verified_at"] = None
        if not self._customers.change(customer, sealing_key=sealing_key, **sealed):
            raise invalid(kind, "belongs to another customer", f"customer_{kind}_taken")

    def read(self, customer: Customer, names: Mapping[str, str]) -> CustomerRead:
        """Return a profile as members see it. `names` contains the name of its owner."""
        contacts = self._sealer.contacts(customer)
        computed = {"owner", "email", "phone"}
        stored = {it: getattr(customer, it) for it in {*CustomerRead.model_fields} - computed}
        return CustomerRead(
            **stored,
            email=contacts.email,
            phone=contacts.phone,
            owner=names.get(customer.owner_id or ""),
        )

    def _checked(self, me: Member, body: SaveCustomer) -> dict[str, Any]:
        """Return the given values in their stored form."""
        given = body.model_fields_set
        values: dict[str, Any] = {
            name: getattr(body, name) or None for name in _PLAIN if name in given
        }
        if "email" in given:
            values["email"] = normalised_email(body.email) if body.email else None
            if body.email and values["email"] is None:
                raise invalid("email", "must be an email address", "not_email")
        if "phone" in given:
            region = region_of(me.locale)
            values["phone"] = normalised_phone(body.phone, region) if body.phone else None
            if body.phone and values["phone"] is None:
                raise invalid(
                    "phone",
                    "is not a valid phone number. Include the country code if it is from"
                    " another country",
                    "not_phone",
                )
        if "birthday" in given:
            values["birthday"] = _birthday(body.birthday)
        if "time_zone" in given:
            if body.time_zone and body.time_zone not in available_timezones():
                raise invalid("time_zone", "must be a time zone, like Europe/Berlin")
            values["time_zone"] = body.time_zone or None
        if "owner_id" in given:
            if body.owner_id and not self._customers.member_names(me.org_id, [body.owner_id]):
                raise invalid("owner_id", "must be the id of a member of the organisation")
            values["owner_id"] = body.owner_id or None
        if "tags" in given:
            values["tags"] = sorted(set(body.tags))
        return values

    def _attributes(
        self, org_id: str, attributes: Mapping[str, Any], given: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the attributes, updated with the given values of custom fields."""
        known = {field.name: field for field in self._customers.fields(org_id)} if given else {}
        changed = dict(attributes)
        for name, value in given.items():
            field = known.get(name)
            if field is None:
                raise invalid(f"fields.{name}", "is not a custom field of customers")
            if value is None or value == "":
                changed.pop(name, None)
                continue
            try:
                changed[name] = field_value(cast(FieldType, field.type), field.options, value)
            except WrongValue as wrong:
                raise invalid(f"fields.{name}", str(wrong)) from wrong
        return changed

    def tag(self, org_id: str, body: TagCustomers) -> int:
        """Add tags to customers and remove others. Returns how many customers changed.

        Raises:
            CustomerNotFound: one of them does not exist.
            Invalid: one of them would have too many tags; then none is changed.
        """
        customers = self._customers.lock_many(org_id, body.customer_ids)
        if len(customers) < len({*body.customer_ids}):
            raise CustomerNotFound
        changed = 0
        for customer in customers:
            tags = sorted({*customer.tags, *body.add} - {*body.remove})
            if len(tags) > MAX_TAGS:
                raise invalid(
                    "add",
                    f"cannot be added: a customer can have at most {MAX_TAGS} tags",
                    "too_many_tags",
                )
            if tags != customer.tags:
                customer.tags, customer.updated_at = tags, self._now
                changed += 1
        return changed

    def add_note(self, me: Member, body: AddCustomerNote) -> CustomerNoteRead:
        """Add a note about a customer."""
        customer = self._customers.find(me.org_id, body.customer_id)
        if customer is None:
            raise CustomerNotFound
        if self._customers.count_notes(me.org_id, customer.customer_id) >= MAX_NOTES:
            raise TooManyCustomerNotes
        note = CustomerNote(
            note_id=self._new_id("cnote"),
            org_id=me.org_id,
            customer_id=customer.customer_id,
            text=body.text,
            author_id=me.caller_id or None,
            created_at=self._now,
        )
        self._customers.add(note)
        names = self._customers.member_names(me.org_id, [me.caller_id])
        return _note(note, names)

    def delete_note(self, org_id: str, note_id: str) -> None:
        """Delete a note."""
        if not self._customers.delete_note(org_id, note_id):
            raise CustomerNoteNotFound

    def fields(self, org_id: str) -> CustomerFieldList:
        """Return custom fields and the tags in use."""
        items = self.custom_fields(org_id)
        return CustomerFieldList(items=items, tags=self._customers.tags(org_id))

    def custom_fields(self, org_id: str) -> list[CustomerFieldRead]:
        """Return only the custom fields, because collecting tags reads every profile."""
        return [CustomerFieldRead.model_validate(it) for it in self._customers.fields(org_id)]

    def save_field(self, me: Member, body: SaveCustomerField) -> CustomerFieldRead:
        """Create a custom field, or change the label and options of one.

        Raises:
            TooManyCustomerFields: the maximum number is reached.
            Invalid: the name is reserved for forms, the type would change, a choice has no options, or the type
                cannot be a merge key.
        """
        if body.name in RESERVED:
            raise invalid(
                "name", "is reserved for forms; choose another name", "customer_field_reserved"
            )
        if (body.type == "choice") != bool(body.options):
            raise invalid(
                "options", "are required for fields of the type choice, and only allowed there"
            )
        if body.is_merge_key and body.type not in ("text", "number"):
            raise invalid("is_merge_key", "is only for fields of the types text and number")
        self._customers.lock_fields(me.org_id)
        known = {field.name: field for field in self._customers.fields(me.org_id)}
        field = known.get(body.name)
        if field is None:
            if len(known) >= MAX_FIELDS:
                raise TooManyCustomerFields
            field = CustomerField(
                org_id=me.org_id,
                name=body.name,
                type=body.type,
                created_at=self._now,
                created_by=me.caller_id or None,
            )
        elif field.type != body.type:
            raise invalid(
                "type", "cannot change; create another field instead", "customer_field_type"
            )
        field.label, field.options = body.label, list(dict.fromkeys(body.options))
        if body.is_merge_key is not None:
            field.is_merge_key = body.is_merge_key
        self._customers.add(field)
        return CustomerFieldRead.model_validate(field)

    def delete_field(self, org_id: str, name: str) -> None:
        """Delete a custom field and its values."""
        if not self._customers.delete_field(org_id, name):
            raise CustomerFieldNotFound


def _birthday(text: str | None) -> str | None:
    if not text:
        return None
    try:
        return checked_birthday(text)
    except WrongValue as wrong:
        raise invalid("birthday", str(wrong)) from wrong


def _note(note: CustomerNote, names: Mapping[str, str]) -> CustomerNoteRead:
    return CustomerNoteRead(
        note_id=note.note_id,
        text=note.text,
        author=names.get(note.author_id or ""),
        created_at=note.created_at,
    )
