"""Requests and answers about customers."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.people.customers.field_values import FieldType, FieldValue
from api.domains.people.customers.types import DuplicateReason, MergeReason
from api.kit.pagination import ListBody, Page, PagedBody
from api.kit.schemas import OrgBody, Schema

CustomerId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Tag = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=50, pattern=r"^[^\x00-\x1f\x7f,]+$"
    ),
]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)]
FieldName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class ListCustomers(ListBody):
    """A page of customers: all, those who sent a form through a code or a page, those whom a campaign sent
    something or gave a reward, or those of a segment.
    """

    based_on: Literal["all", "code", "page", "campaign", "segment"] = Field(
        "all", validation_alias=AliasChoices("basedOn", "based_on")
    )
    id: str | None = Field(
        None, max_length=64, description="With `basedOn` page, campaign or segment: its id"
    )
    code_id: str | None = Field(None, max_length=64, description="With `basedOn` code: the code")
    tags: list[Tag] = Field([], max_length=20, description="Only those with all of these tags")
    owner_id: str | None = Field(None, max_length=64, description="Only those of this member")
    has: list[Literal["email", "phone"]] = Field(
        [], max_length=2, description="Only those whose email address or phone number is known"
    )
    after: CustomerId | None = Field(
        None,
        description="Those that follow this customer in the order: the last one of the page before. Takes as long on"
        " every page, while a high `page` alone counts all rows before it",
    )


class CustomerRef(OrgBody):
    """Which customer."""

    customer_id: CustomerId


class SaveCustomer(OrgBody):
    """A new customer; with `customer_id`, the fields to change. A field that is null is emptied."""

    customer_id: CustomerId | None = None
    email: Annotated[str, StringConstraints(max_length=254)] | None = None
    phone: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        None, description="Without a country code it belongs to the organisation's country"
    )
    first_name: Name | None = None
    last_name: Name | None = None
    language: (
        Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$")] | None
    ) = None
    time_zone: Annotated[str, StringConstraints(max_length=64)] | None = None
    birthday: Annotated[str, StringConstraints(max_length=10)] | None = Field(
        None, examples=["1990-05-17", "--05-17"]
    )
    owner_id: Annotated[str, StringConstraints(max_length=64)] | None = Field(
        None, description="The member who looks after them"
    )
    tags: list[Tag] = Field([], max_length=50)
    fields: dict[FieldName, FieldValue | None] = Field(
        {}, max_length=50, description="Values of custom fields; null empties one"
    )


class TagCustomers(OrgBody):
    """Tags to add to customers and to take away."""

    customer_ids: list[CustomerId] = Field(min_length=1, max_length=500)
    add: list[Tag] = Field([], max_length=20)
    remove: list[Tag] = Field([], max_length=20)


class CustomersTagged(Schema):
    """How many customers have other tags now."""

    changed: int


class AddCustomerNote(OrgBody):
    """A note about a customer."""

    customer_id: CustomerId
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=5000)]


class CustomerNoteRef(OrgBody):
    """Which note."""

    note_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class CustomerNoteRead(Schema):
    """A note about a customer."""

    note_id: str
    text: str
    author: str | None = Field(description="Name of the member who wrote it")
    created_at: datetime


class CustomerNoteDeleted(Schema):
    """A note that is gone."""

    note_id: str


class CustomerRead(Schema):
    """A customer in a list."""

    customer_id: str
    number: str = Field(description="Short, to be read aloud, like C-7K3MP9QX")
    email: str | None
    phone: str | None
    first_name: str | None
    last_name: str | None
    tags: list[str]
    language: str | None
    time_zone: str | None
    birthday: str | None
    owner_id: str | None
    owner: str | None = Field(description="Name of that member")
    source: Literal["form", "member", "import"]
    attributes: dict[str, Any] = Field(
        description="Values of custom fields, and what they said of themselves in forms"
    )
    created_at: datetime
    updated_at: datetime


class CustomerPage(Page[CustomerRead]):
    """A page of customers."""

    is_total_exact: bool = Field(
        description="False: `total` is an estimate, as there are more than 10,000"
    )


class MergeRead(Schema):
    """Two profiles that were made one."""

    merge_id: str
    kept_id: str
    merged_id: str
    kept_name: str = Field(description="Name before the merge")
    merged_name: str = Field(description="Name before the merge")
    reason: MergeReason
    note: str
    merged_at: datetime
    merged_by: str | None = Field(description="Name of the member who merged them")
    undone_at: datetime | None
    undone_by: str | None
    can_undo: bool = Field(
        description="Whether it is in force, and the kept profile belongs to no other one"
    )


class CustomerDetail(CustomerRead):
    """A customer with the notes about them and the merges of their profiles, newest first."""

    other_emails: list[str] = Field(description="Of merged profiles; they find the customer too")
    other_phones: list[str] = Field(description="Of merged profiles; they find the customer too")
    notes: list[CustomerNoteRead]
    merges: list[MergeRead]


class MergeCustomers(OrgBody):
    """A profile to keep, and one that is merged into it."""

    keep: CustomerId
    merge: CustomerId
    note: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500)] = Field(
        "", description="Why"
    )


class CustomerMergeRef(OrgBody):
    """Which merge."""

    merge_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ListDuplicateCustomers(PagedBody):
    """Pairs of profiles that are probably one person."""


class DuplicateRead(Schema):
    """Two profiles that are probably one person, and why; the older one first."""

    customers: list[CustomerRead] = Field(min_length=2, max_length=2)
    reasons: list[DuplicateReason]


class DistinguishCustomers(OrgBody):
    """Two profiles that are two people."""

    customer_ids: Annotated[list[CustomerId], Field(min_length=2, max_length=2)]


class CustomersDistinguished(Schema):
    """Two profiles that are no longer proposed."""

    customer_ids: list[str]


class ListCustomerFields(OrgBody):
    """All custom fields."""


class SaveCustomerField(OrgBody):
    """A new field, or a new label and options of one. A field keeps its type."""

    name: FieldName
    label: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
    type: FieldType
    options: list[
        Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
    ] = Field([], max_length=100, description="What a field of the type choice takes")
    is_merge_key: bool | None = Field(
        None,
        description="Of a text or number: whether customers with the same value are proposed as one person; if left"
        " out, as before",
    )


class CustomerFieldRef(OrgBody):
    """Which field."""

    name: FieldName


class CustomerFieldRead(Schema):
    """A custom field."""

    name: str
    label: str
    type: FieldType
    options: list[str]
    is_merge_key: bool


class CustomerFieldList(Schema):
    """All custom fields, and the tags that customers have."""

    items: list[CustomerFieldRead]
    tags: list[str] = Field(description="Every tag in use, at most 500")


class CustomerFieldDeleted(Schema):
    """A field that is gone, with its values."""

    name: str
