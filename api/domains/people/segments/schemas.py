"""Requests and responses about segments."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.people.customers.schemas import CustomerId, CustomerRead
from api.domains.people.segments.rules import SegmentRules
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema
from api.kit.visible_text import VISIBLE

SegmentKind = Literal["rules", "list"]
SegmentId = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ListSegments(ListBody):
    """List segments."""


class SegmentRef(OrgBody):
    """A segment."""

    segment_id: SegmentId


class SaveSegment(OrgBody):
    """A new segment. With `segment_id`, the new values of an existing one. Without rules it is a list. A list cannot
    become a segment with rules, or the reverse.
    """

    segment_id: SegmentId | None = None
    name: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120), VISIBLE
    ]
    description: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)] = ""
    rules: SegmentRules | None = None


class PreviewSegment(OrgBody):
    """Rules to count without saving them."""

    segment_id: SegmentId | None = Field(None, description="The segment that is being edited")
    rules: SegmentRules


class SegmentRead(Schema):
    """A segment."""

    segment_id: str
    name: str
    description: str
    kind: SegmentKind
    members: int = Field(description="Number of customers in it at the last count")
    counted_at: datetime | None = Field(description="Null until the first count")
    is_counting: bool = Field(
        description="Whether a new count is due, because the last one is old or the rules changed"
    )
    created_at: datetime
    updated_at: datetime


class NamedThing(Schema):
    """The name of a code, page, folder or segment."""

    kind: Literal["code", "page", "folder", "segment"]
    id: str
    name: str


class SegmentDayRead(Schema):
    """The changes of one local day. Days without changes are left out."""

    day: date
    entered: int
    left: int
    members: int = Field(description="Number of members at the last count of the day")


class SegmentDetail(SegmentRead):
    """A segment with its rules, where it is used, and its changes in the last 90 days, oldest first."""

    rules: SegmentRules | None
    named: list[NamedThing] = Field(description="Codes, pages and folders that the rules refer to")
    used_by: list[NamedThing] = Field(
        description="Codes whose rules use the segment, pages with blocks for it, and segments that"
        " refer to it"
    )
    days: list[SegmentDayRead]


class SegmentPreview(Schema):
    """The customers who match the rules."""

    count: int
    total: int = Field(description="Number of all customers")
    is_total_exact: bool = Field(
        description="False if `total` is an estimate, because there are more than 10,000"
    )
    sample: list[CustomerRead] = Field(description="Up to 8 customers who match")


class SegmentDeleted(Schema):
    """The segment that was deleted."""

    segment_id: str


class ChangeSegmentMembers(OrgBody):
    """Customers to add to a list and customers to remove."""

    segment_id: SegmentId
    add: list[CustomerId] = Field([], max_length=500)
    remove: list[CustomerId] = Field([], max_length=500)


class SegmentMembersChanged(Schema):
    """The changes, and the current number of customers on the list."""

    added: int
    removed: int
    members: int


class ImportSegmentMembers(OrgBody):
    """Email addresses and phone numbers of customers to add to a list."""

    segment_id: SegmentId
    contacts: list[Annotated[str, StringConstraints(strip_whitespace=True, max_length=254)]] = (
        Field(min_length=1, max_length=5000)
    )
    dry_run: bool = Field(False, description="Only report what would happen")


class ImportProblem(Schema):
    """A row that was left out."""

    row: int = Field(description="Row number, starting at 1")
    problem: Literal["not_an_address", "unknown_customer"]


class SegmentImported(Schema):
    """The result of an import. It does not repeat the addresses."""

    added: int
    already: int = Field(
        description="Customers who were already on the list, or are in the file twice"
    )
    problems: list[ImportProblem]
    members: int
