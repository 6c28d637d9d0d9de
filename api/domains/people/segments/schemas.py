"""Requests and answers about segments."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.people.customers.schemas import CustomerId, CustomerRead
from api.domains.people.segments.rules import SegmentRules
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema

SegmentKind = Literal["rules", "list"]
SegmentId = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ListSegments(ListBody):
    """A page of segments."""


class SegmentRef(OrgBody):
    """Which segment."""

    segment_id: SegmentId


class SaveSegment(OrgBody):
    """A new segment; with `segment_id`, a changed one. Without rules it is a list. A segment keeps its kind."""

    segment_id: SegmentId | None = None
    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]
    description: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)] = ""
    rules: SegmentRules | None = None


class PreviewSegment(OrgBody):
    """Rules to count without saving them."""

    segment_id: SegmentId | None = Field(None, description="The segment that is being changed")
    rules: SegmentRules


class SegmentRead(Schema):
    """A segment in a list."""

    segment_id: str
    name: str
    description: str
    kind: SegmentKind
    members: int = Field(description="Customers in it when it was last counted")
    counted_at: datetime | None = Field(description="Null until it is counted for the first time")
    is_counting: bool = Field(description="Whether it is due, because of its age or new rules")
    created_at: datetime
    updated_at: datetime


class NamedThing(Schema):
    """A code, page, folder or segment with its name."""

    kind: Literal["code", "page", "folder", "segment"]
    id: str
    name: str


class SegmentDayRead(Schema):
    """Changes of one local day; days without any are left out."""

    day: date
    entered: int
    left: int
    members: int = Field(description="At the last count of the day")


class SegmentDetail(SegmentRead):
    """A segment with its rules, where it is used, and the changes of the last 90 days, oldest first."""

    rules: SegmentRules | None
    named: list[NamedThing] = Field(description="Codes, pages and folders that the rules name")
    used_by: list[NamedThing] = Field(
        description="Codes whose rules ask for it, pages with blocks for it, segments whose rules name it"
    )
    days: list[SegmentDayRead]


class SegmentPreview(Schema):
    """Who fits rules."""

    count: int
    total: int = Field(description="Customers in all")
    is_total_exact: bool = Field(
        description="False: `total` is an estimate, as there are more than 10,000"
    )
    sample: list[CustomerRead] = Field(description="Some who fit, at most 8")


class SegmentDeleted(Schema):
    """A segment that is gone."""

    segment_id: str


class ChangeSegmentMembers(OrgBody):
    """Customers to put on a list and to take off it."""

    segment_id: SegmentId
    add: list[CustomerId] = Field([], max_length=500)
    remove: list[CustomerId] = Field([], max_length=500)


class SegmentMembersChanged(Schema):
    """What changed, and how many are on the list now."""

    added: int
    removed: int
    members: int


class ImportSegmentMembers(OrgBody):
    """Email addresses and phone numbers of customers to put on a list."""

    segment_id: SegmentId
    contacts: list[Annotated[str, StringConstraints(strip_whitespace=True, max_length=254)]] = (
        Field(min_length=1, max_length=5000)
    )
    dry_run: bool = Field(False, description="Only report what would happen")


class ImportProblem(Schema):
    """A row that was left out."""

    row: int = Field(description="Counted from 1")
    problem: Literal["not_an_address", "unknown_customer"]


class SegmentImported(Schema):
    """The result of an import. Addresses are not repeated."""

    added: int
    already: int = Field(description="Customers who were on the list, or came twice")
    problems: list[ImportProblem]
    members: int
