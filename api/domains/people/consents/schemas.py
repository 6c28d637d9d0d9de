"""Requests and responses about consents, suppression lists and contact rules."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from api.domains.people.consents.types import Channel, Decision, Purpose, Recorder, Refusal, Source
from api.kit.pagination import Page, PagedBody
from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.visible_text import EMPTY_IF_INVISIBLE, VISIBLE

MAX_IMPORT = 500_000
CustomerId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Reason = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), VISIBLE
]
TimeOfDay = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


class CustomerConsentsRef(OrgBody):
    """The customer."""

    customer_id: CustomerId


class StandingRead(Schema):
    """The current state for one channel and purpose, derived from the entries."""

    channel: Channel
    purpose: Purpose
    state: Literal["none", "given", "withdrawn"]
    since: datetime | None
    is_pending: bool = Field(
        description="Whether a consent waits for the customer to confirm their address"
    )
    may_contact: bool = Field(description="Whether a message could be sent now")
    reason: Refusal | None = Field(description="Why no message can be sent")


class EntryRead(Schema):
    """An entry of the consent ledger."""

    entry_id: str
    customer_id: str = Field(
        description="The profile for which it was recorded, even if it was merged later"
    )
    channel: Channel
    purpose: Purpose
    decision: Decision
    source: Source
    recorded_by: Recorder
    member: str | None = Field(description="Name of the member who recorded it")
    reason: str | None
    text: str | None = Field(description="The exact text that the customer agreed to")
    text_hash: str | None = Field(description="SHA-256 of the text")
    language: str | None
    page_id: str | None
    page_version: int | None
    code_id: str | None
    event_id: str | None = Field(description="The event of the visit")
    confirms: str | None = Field(
        description="The `entry_id` of the request that this entry confirms"
    )
    is_current_address: bool = Field(
        description="Whether the entry is for the customer's current address or number"
    )
    decided_at: datetime
    recorded_at: datetime


class CustomerConsents(Schema):
    """The current state, and the ledger from which it is derived, newest entry first."""

    customer_id: str
    standings: list[StandingRead]
    entries: list[EntryRead]
    preference_url: str | None = Field(
        description="URL of the customer's preference page; null for viewers, because anyone with the"
        " URL can change the customer's choices"
    )


class RecordConsent(OrgBody):
    """A customer's decision that a member or a program records."""

    customer_id: CustomerId
    channel: Channel
    purpose: Purpose = "marketing"
    decision: Literal["given", "withdrawn"]
    reason: Reason = Field(
        description="How the customer decided, such as `Signed form at the counter`"
    )
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=5000)] | None = Field(
        None, description="The exact text that the customer agreed to"
    )
    decided_at: Moment | None = Field(None, description="When the customer decided; by default now")
    source: Literal["import"] | None = Field(
        None, description="`import` if another system recorded the decision"
    )
    confirm: bool = Field(
        False,
        description="Only for consent by email: send the customer an email, and count the consent"
        " once they confirm it",
    )


class MayContact(OrgBody):
    """The customer, the channel, the purpose and the time."""

    customer_id: CustomerId
    channel: Channel
    purpose: Purpose = "marketing"
    moment: Moment | None = Field(None, description="The time to check; by default now")


class MayContactAnswer(Schema):
    """Whether the customer may be contacted."""

    allowed: bool
    reason: Refusal | None
    customer_id: str | None = Field(
        description="The customer; after a merge, the profile that was kept"
    )
    entry_id: str | None = Field(
        description="The entry of the ledger that allows it; null for service messages"
    )
    not_before: datetime | None = Field(description="When the quiet hours end")


class ImportSuppressions(OrgBody):
    """Addresses and numbers to which nothing may be sent."""

    name: (
        Annotated[str, StringConstraints(strip_whitespace=True, max_length=120), EMPTY_IF_INVISIBLE]
        | None
    ) = Field(None, description="Name of a new list")
    list_id: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = Field(
        None, description="An existing list to add to"
    )
    text: Annotated[str, StringConstraints(min_length=1, max_length=MAX_IMPORT)] = Field(
        description="CSV, or one address or number per line. The first one in each row counts"
    )

    @model_validator(mode="after")
    def _has_few_rows(self) -> "ImportSuppressions":
        if len(self.text.splitlines()) > 5_000:
            raise ValueError(
                "text can have at most 5000 rows; send the rest in another"
                " request for the same list"
            )
        return self


class RowProblem(Schema):
    """A row without a valid address or number."""

    row: int = Field(description="Row number, starting at 1")
    text: str


class SuppressionImport(Schema):
    """The result of an import."""

    list_id: str
    name: str
    added: int
    known: int = Field(description="Addresses and numbers that were already on the list")
    refused: int
    problems: list[RowProblem] = Field(description="The first 100 rows that were refused")


class ListSuppressions(PagedBody):
    """Suppression lists, newest first."""


class SuppressionListRead(Schema):
    """A suppression list. Its addresses cannot be read, only counted."""

    list_id: str
    name: str
    emails: int
    phones: int
    created_at: datetime


class SuppressionLists(Page[SuppressionListRead]):
    """One page of suppression lists."""

    addresses: int = Field(description="Number of different addresses and numbers on all lists")


class SuppressionListRef(OrgBody):
    """A suppression list."""

    list_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class SuppressionListDeleted(Schema):
    """The suppression list that was deleted."""

    list_id: str


class SuppressedAddress(OrgBody):
    """An email address or a phone number."""

    address: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=254)]


class SuppressedOn(Schema):
    """The lists that contain an address or number."""

    lists: list[str]


class SuppressionRemoved(Schema):
    """The number of lists from which the address or number was removed."""

    removed: int


class GetContactRules(OrgBody):
    """The contact rules of the organisation."""


class SaveContactRules(OrgBody):
    """Quiet hours, frequency cap and minimum age. Quiet hours apply in the time zone of the customer if it is known,
    otherwise of the organisation. A rule that is absent does not change; null removes it.
    """

    quiet_from: TimeOfDay | None = Field(None, examples=["21:00"])
    quiet_until: TimeOfDay | None = Field(None, examples=["08:00"])
    cap_messages: int | None = Field(
        None,
        ge=1,
        le=100,
        description="The most marketing and feedback messages that a customer can get within"
        " `cap_days`, on all channels together",
    )
    cap_days: int | None = Field(None, ge=1, le=90)
    min_age: int | None = Field(
        None,
        ge=1,
        le=120,
        description="Age in years. Customers who are known to be younger get no marketing or feedback messages",
    )
    by_country: bool | None = Field(
        None,
        description="Whether marketing by text message also respects the legal hours of the phone"
        " number's country",
    )

    @model_validator(mode="after")
    def _is_a_time(self) -> "SaveContactRules":
        if (self.quiet_from is None) != (self.quiet_until is None):
            raise ValueError("quiet_from and quiet_until must be set together")
        if self.quiet_from is not None and self.quiet_from == self.quiet_until:
            raise ValueError("quiet_from and quiet_until must differ")
        if (self.cap_messages is None) != (self.cap_days is None):
            raise ValueError("cap_messages and cap_days must be set together")
        return self


class ContactRulesRead(Schema):
    """Quiet hours, frequency cap and minimum age; null if there is none."""

    quiet_from: str | None
    quiet_until: str | None
    cap_messages: int | None
    cap_days: int | None
    min_age: int | None
    by_country: bool
