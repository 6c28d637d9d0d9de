"""Requests and responses about customers."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.people.customers.field_values import FieldType, FieldValue
from api.domains.people.customers.types import DuplicateReason, MergeReason
from api.kit.pagination import ListBody, Page, PagedBody
from api.kit.schemas import OrgBody, Schema
from api.kit.visible_text import EMPTY_IF_INVISIBLE, VISIBLE

CustomerId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Tag = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=50, pattern=r"^[^\x00-\x1f\x7f,]+$"
    ),
    VISIBLE,
]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=100), EMPTY_IF_INVISIBLE]
FieldName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class ListCustomers(ListBody):
    """List customers: all, those who sent a form through a code or page, those to whom a campaign sent a message or
    gave a reward, or those in a segment.
    """

    based_on: Literal["all", "code", "page", "campaign", "segment"] = Field(
        "all", validation_alias=AliasChoices("basedOn", "based_on")
    )
    id: str | None = Field(
        None,
        max_length=64,
        description="Id of the page, campaign or segment, for that value of `basedOn`",
    )
    code_id: str | None = Field(
        None, max_length=64, description="Id of the code, for `basedOn` code"
    )
    tags: list[Tag] = Field([], max_length=20, description="Only customers with all of these tags")
    owner_id: str | None = Field(None, max_length=64, description="Only customers of this member")
    has: list[Literal["email", "phone"]] = Field(
        [], max_length=2, description="Only customers whose email address or phone number is known"
    )
    after: CustomerId | None = Field(
        None,
        description="Only customers after this one in the order: the last one of the previous page."
        " This is equally fast on every page, whereas a high `page` gets slower",
    )


class CustomerRef(OrgBody):
    """A customer."""

    customer_id: CustomerId


class SaveCustomer(OrgBody):
    """A new customer. With `customer_id`, the fields to change; null empties a field."""

    customer_id: CustomerId | None = None
    email: Annotated[str, StringConstraints(max_length=254)] | None = None
    phone: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        None,
        description="Without a country code, the number is read as one of the organisation's country",
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
        None, description="The member who looks after the customer"
    )
    tags: list[Tag] = Field([], max_length=50)
    fields: dict[FieldName, FieldValue | None] = Field(
        {}, max_length=50, description="Values of custom fields; null removes a value"
    )


class TagCustomers(OrgBody):
    """Tags to add to customers and tags to remove."""

    customer_ids: list[CustomerId] = Field(min_length=1, max_length=500)
    add: list[Tag] = Field([], max_length=20)
    remove: list[Tag] = Field([], max_length=20)


class CustomersTagged(Schema):
    """The number of customers that changed."""

    changed: int


class AddCustomerNote(OrgBody):
    """A note to add to a customer."""

    customer_id: CustomerId
    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=5000), VISIBLE
    ]


class CustomerNoteRef(OrgBody):
    """A note."""

    note_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class CustomerNoteRead(Schema):
    """A note about a customer."""

    note_id: str
    text: str
    author: str | None = Field(description="Name of the member who wrote it")
    created_at: datetime


class CustomerNoteDeleted(Schema):
    """The note that was deleted."""

    note_id: str


class CustomerRead(Schema):
    """A customer in a list."""

    customer_id: str
    number: str = Field(description="Short number that is easy to read aloud, like C-7K3MP9QX")
    email: str | None
    phone: str | None
    first_name: str | None
    last_name: str | None
    tags: list[str]
    language: str | None
    time_zone: str | None
    birthday: str | None
    owner_id: str | None
    owner: str | None = Field(description="Name of the member who looks after the customer")
    source: Literal["form", "member", "import"]
    attributes: dict[str, Any] = Field(
        description="Values of custom fields, and answers about themselves that the customer gave in forms"
    )
    created_at: datetime
    updated_at: datetime


class CustomerPage(Page[CustomerRead]):
    """One page of customers."""

    is_total_exact: bool = Field(
        description="False if `total` is an estimate, because there are more than 10,000"
    )


class MergeRead(Schema):
    """A merge of two profiles."""

    merge_id: str
    kept_id: str
    merged_id: str
    kept_name: str = Field(description="Name of the kept profile before the merge")
    merged_name: str = Field(description="Name of the merged profile before the merge")
    reason: MergeReason
    note: str
    merged_at: datetime
    merged_by: str | None = Field(description="Name of the member who merged them")
    undone_at: datetime | None
    undone_by: str | None
    can_undo: bool = Field(
        description="Whether the merge can be undone: it is in force, and the kept profile was not"
        " merged into another one"
    )


class CustomerDetail(CustomerRead):
    """A customer with their notes and the merges of their profiles, newest first."""

    other_emails: list[str] = Field(
        description="Email addresses of merged profiles, which also identify the customer"
    )
    other_phones: list[str] = Field(
        description="Phone numbers of merged profiles, which also identify the customer"
    )
    notes: list[CustomerNoteRead]
    merges: list[MergeRead]


class MergeCustomers(OrgBody):
    """The profile to keep, and the one to merge into it."""

    keep: CustomerId
    merge: CustomerId
    note: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500)] = Field(
        "", description="Why they were merged"
    )


class CustomerMergeRef(OrgBody):
    """A merge."""

    merge_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ListDuplicateCustomers(PagedBody):
    """Pairs of customers who are probably the same person."""


class DuplicateRead(Schema):
    """Two customers who are probably the same person, the older profile first, with the reasons."""

    customers: list[CustomerRead] = Field(min_length=2, max_length=2)
    reasons: list[DuplicateReason]


class DistinguishCustomers(OrgBody):
    """Two customers who are different people."""

    customer_ids: Annotated[list[CustomerId], Field(min_length=2, max_length=2)]


class CustomersDistinguished(Schema):
    """Two customers who are no longer listed as duplicates."""

    customer_ids: list[str]


class ListCustomerFields(OrgBody):
    """The custom fields."""


class SaveCustomerField(OrgBody):
    """A new field, or a new label and options for an existing one. The type cannot change."""

    name: FieldName
    label: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80), VISIBLE
    ]
    type: FieldType
    options: list[
        Annotated[
            str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80), VISIBLE
        ]
    ] = Field([], max_length=100, description="The allowed values of a field of the type choice")
    is_merge_key: bool | None = Field(
        None,
        description="Whether customers with the same value are listed as duplicates; only for the"
        " types text and number. If absent, it does not change",
    )


class CustomerFieldRef(OrgBody):
    """A custom field."""

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
    tags: list[str] = Field(description="All tags in use, at most 500")


class CustomerFieldDeleted(Schema):
    """The custom field that was deleted with its values."""

    name: str
