"""Requests and answers about consents, suppression lists and quiet hours."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from api.domains.people.consents.types import Channel, Decision, Purpose, Recorder, Refusal, Source
from api.kit.pagination import Page, PagedBody
from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment

MAX_IMPORT = 500_000
CustomerId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Reason = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
TimeOfDay = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


class CustomerConsentsRef(OrgBody):
    """Whose consents."""

    customer_id: CustomerId


class StandingRead(Schema):
    """What holds now for one channel and purpose: the sum of the entries."""

    channel: Channel
    purpose: Purpose
    state: Literal["none", "given", "withdrawn"]
    since: datetime | None
    is_pending: bool = Field(description="A yes waits until its address is confirmed")
    may_contact: bool = Field(description="Whether something could be sent now")
    reason: Refusal | None = Field(description="Why not")


class EntryRead(Schema):
    """One entry of the ledger."""

    entry_id: str
    customer_id: str = Field(description="The profile that it was recorded for, merged or not")
    channel: Channel
    purpose: Purpose
    decision: Decision
    source: Source
    recorded_by: Recorder
    member: str | None = Field(description="Name of the member who recorded it")
    reason: str | None
    text: str | None = Field(description="The very text that was agreed to")
    text_hash: str | None = Field(description="SHA-256 of the text")
    language: str | None
    page_id: str | None
    page_version: int | None
    code_id: str | None
    event_id: str | None = Field(description="The event with the visit")
    confirms: str | None = Field(description="The request that this entry confirms")
    is_current_address: bool = Field(
        description="Whether it is about the address or number that the customer has now"
    )
    decided_at: datetime
    recorded_at: datetime


class CustomerConsents(Schema):
    """What holds, and the ledger that it follows from, latest first."""

    customer_id: str
    standings: list[StandingRead]
    entries: list[EntryRead]
    preference_url: str | None = Field(
        description="The customer's own page, for editors: anybody who has its address can change their choices"
    )


class RecordConsent(OrgBody):
    """A yes or no that a member heard, or a program received."""

    customer_id: CustomerId
    channel: Channel
    purpose: Purpose = "marketing"
    decision: Literal["given", "withdrawn"]
    reason: Reason = Field(description="How it was given, like `Signed form at the counter`")
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=5000)] | None = Field(
        None, description="The very text that was agreed to"
    )
    decided_at: Moment | None = Field(None, description="When, if not now")
    source: Literal["import"] | None = Field(
        None, description="`import` for a decision that another system recorded"
    )
    confirm: bool = Field(
        False, description="Of a yes by email: it counts after the customer has confirmed by email"
    )


class MayContact(OrgBody):
    """Whom to contact, how, what for, and when."""

    customer_id: CustomerId
    channel: Channel
    purpose: Purpose = "marketing"
    moment: Moment | None = Field(None, description="When, if not now")


class MayContactAnswer(Schema):
    """Whether they may be contacted."""

    allowed: bool
    reason: Refusal | None
    customer_id: str | None = Field(description="The kept profile of a merged one")
    entry_id: str | None = Field(description="The entry of the ledger that allows it")
    not_before: datetime | None = Field(description="When the quiet hours end")


class ImportSuppressions(OrgBody):
    """Addresses to which nothing may be sent."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, max_length=120)] | None = Field(
        None, description="Of a new list"
    )
    list_id: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = Field(
        None, description="To add to a list"
    )
    text: Annotated[str, StringConstraints(min_length=1, max_length=MAX_IMPORT)] = Field(
        description="CSV, or one address or number in each line; the first of a row counts"
    )

    @model_validator(mode="after")
    def _has_few_rows(self) -> "ImportSuppressions":
        if len(self.text.splitlines()) > 5_000:
            raise ValueError("text must have at most 5000 rows; send more to the same list")
        return self


class RowProblem(Schema):
    """A row without an address or number."""

    row: int = Field(description="Counted from 1")
    text: str


class SuppressionImport(Schema):
    """What became of an import."""

    list_id: str
    name: str
    added: int
    known: int = Field(description="Were on the list before")
    refused: int
    problems: list[RowProblem] = Field(description="At most 100")


class ListSuppressions(PagedBody):
    """All suppression lists, newest first."""


class SuppressionListRead(Schema):
    """A list: only counts, as the addresses cannot be read."""

    list_id: str
    name: str
    emails: int
    phones: int
    created_at: datetime


class SuppressionLists(Page[SuppressionListRead]):
    """A page of lists."""

    addresses: int = Field(description="Different addresses and numbers on all lists")


class SuppressionListRef(OrgBody):
    """Which list."""

    list_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class SuppressionListDeleted(Schema):
    """A list that is gone."""

    list_id: str


class SuppressedAddress(OrgBody):
    """An email address or a phone number."""

    address: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=254)]


class SuppressedOn(Schema):
    """The lists with an address."""

    lists: list[str]


class SuppressionRemoved(Schema):
    """How many lists an address was taken off."""

    removed: int


class GetContactRules(OrgBody):
    """The rules of the organisation."""


class SaveContactRules(OrgBody):
    """Hours at which no news are sent, in the time zone of the customer, else of the organisation; how often one person
    gets news; and how old they must be. Of cap and age, what is left out stays as it is.
    """

    quiet_from: TimeOfDay | None = Field(None, examples=["21:00"])
    quiet_until: TimeOfDay | None = Field(None, examples=["08:00"])
    cap_messages: int | None = Field(
        None,
        ge=1,
        le=100,
        description="The most news and surveys that one person gets within `cap_days`, over all channels and campaigns",
    )
    cap_days: int | None = Field(None, ge=1, le=90)
    min_age: int | None = Field(
        None, ge=1, le=120, description="News go to nobody who is known to be younger, in years"
    )
    by_country: bool | None = Field(
        None,
        description="Whether advertising by text message also keeps the hours that the country of the number names;"
        " what is left out stays as it is",
    )

    @model_validator(mode="after")
    def _is_a_time(self) -> "SaveContactRules":
        if (self.quiet_from is None) != (self.quiet_until is None):
            raise ValueError("quiet_from and quiet_until belong together")
        if self.quiet_from is not None and self.quiet_from == self.quiet_until:
            raise ValueError("quiet_from and quiet_until must differ")
        if (self.cap_messages is None) != (self.cap_days is None):
            raise ValueError("cap_messages and cap_days belong together")
        return self


class ContactRulesRead(Schema):
    """Quiet hours, cap and minimum age; null for none."""

    quiet_from: str | None
    quiet_until: str | None
    cap_messages: int | None
    cap_days: int | None
    min_age: int | None
    by_country: bool
