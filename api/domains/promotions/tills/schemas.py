"""Request and response bodies for tills."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.kit.pagination import PagedBody
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.validation_messages import field_problem
from api.kit.visible_text import OneLine

Kind = Literal["card", "points", "stamps", "undo", "redeem", "undo_redeem", "pass"]
Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[str, OneLine(80)]
Pin = Annotated[str, StringConstraints(pattern=r"^[0-9]{4,8}$")]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Limit = Annotated[int, Field(ge=1, le=1_000_000)]


class EnrolTill(OrgBody):
    """The device to enrol as a till."""

    name: Name = Field(description="Name of the till, for example its location")


class ListTills(OrgBody):
    """All enrolled tills."""


class RevokeTill(OrgBody):
    """The till to revoke."""

    till_id: Id


class TillRead(Schema):
    """An enrolled till."""

    till_id: str
    name: str
    enrolled_at: datetime


class TillEnrolled(TillRead):
    """A new till with its secret, which is returned only once."""

    secret: str


class TillList(Schema):
    """Tills by name."""

    items: list[TillRead]
    total: int


class SaveTillStaff(OrgBody):
    """A new staff member, or, with `staff_id`, the new name, limits and optionally PIN of an existing one."""

    staff_id: Id | None = None
    name: Name
    pin: Pin | None = Field(None, description="PIN of four to eight digits")
    daily_points: Limit | None = Field(None, description="Most points that they can give per day")
    daily_stamps: Limit | None = Field(None, description="Most stamps that they can give per day")
    daily_redemptions: Limit | None = Field(
        None, description="Most rewards that they can redeem per day"
    )

    @model_validator(mode="after")
    def _has_a_pin(self) -> Self:
        if self.staff_id is None and self.pin is None:
            raise field_problem("pin", "is required for a new staff member")
        return self


class ListTillStaff(OrgBody):
    """All staff members at tills."""


class DeleteTillStaff(OrgBody):
    """The staff member to remove."""

    staff_id: Id


class TillStaffRead(Schema):
    """A staff member at tills. The PIN cannot be read."""

    staff_id: str
    name: str
    daily_points: int | None
    daily_stamps: int | None
    daily_redemptions: int | None
    locked_until: datetime | None = Field(description="Set after too many wrong PINs")
    created_at: datetime


class TillStaffList(Schema):
    """Staff members by name."""

    items: list[TillStaffRead]
    total: int


class ListTillActions(PagedBody):
    """Actions at tills, newest first."""


class TillActionRead(Schema):
    """An action at a till."""

    action_id: str
    kind: Kind
    amount: int
    customer_id: str
    done_at: datetime
    till: str
    staff: str


class OpenTill(Body):
    """The secret of a till."""

    secret: Secret


class TillPerson(Schema):
    """A staff member to choose."""

    staff_id: str
    name: str


class TillOpened(Schema):
    """The till and its staff members."""

    name: str
    staff: list[TillPerson]


class UnlockTill(OpenTill):
    """A staff member's PIN at a till."""

    staff_id: Id
    pin: Pin


class TillUnlocked(Schema):
    """A session. Send its token in the header `Waypost-Till`."""

    token: str
    name: str
    expires_at: datetime
