"""Requests and answers about tills."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.kit.pagination import PagedBody
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.validation_messages import field_problem

Kind = Literal["card", "points", "stamps", "undo", "redeem", "undo_redeem", "pass"]
Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]
Pin = Annotated[str, StringConstraints(pattern=r"^[0-9]{4,8}$")]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Limit = Annotated[int, Field(ge=1, le=1_000_000)]


class EnrolTill(OrgBody):
    """The device that sends this, as a till."""

    name: Name = Field(description="Like where it stands")


class ListTills(OrgBody):
    """All devices that are enrolled."""


class RevokeTill(OrgBody):
    """A device that is no longer a till."""

    till_id: Id


class TillRead(Schema):
    """A device that is enrolled."""

    till_id: str
    name: str
    enrolled_at: datetime


class TillEnrolled(TillRead):
    """A new till, with its secret, which is shown once."""

    secret: str


class TillList(Schema):
    """Devices, by name."""

    items: list[TillRead]
    total: int


class SaveTillStaff(OrgBody):
    """Somebody new at tills; with `staff_id`, their new name and limits, and their new PIN if there is one."""

    staff_id: Id | None = None
    name: Name
    pin: Pin | None = Field(None, description="Four to eight digits")
    daily_points: Limit | None = Field(None, description="Most points that they give a day")
    daily_stamps: Limit | None = Field(None, description="Most stamps that they give a day")
    daily_redemptions: Limit | None = Field(None, description="Most rewards they redeem a day")

    @model_validator(mode="after")
    def _has_a_pin(self) -> Self:
        if self.staff_id is None and self.pin is None:
            raise field_problem("pin", "is needed")
        return self


class ListTillStaff(OrgBody):
    """All people at tills."""


class DeleteTillStaff(OrgBody):
    """Somebody who leaves."""

    staff_id: Id


class TillStaffRead(Schema):
    """Somebody at tills. Nobody can read a PIN."""

    staff_id: str
    name: str
    daily_points: int | None
    daily_stamps: int | None
    daily_redemptions: int | None
    locked_until: datetime | None = Field(description="After too many wrong PINs")
    created_at: datetime


class TillStaffList(Schema):
    """People at tills, by name."""

    items: list[TillStaffRead]
    total: int


class ListTillActions(PagedBody):
    """What was done at tills, newest first."""


class TillActionRead(Schema):
    """What somebody did at a till."""

    action_id: str
    kind: Kind
    amount: int
    customer_id: str
    done_at: datetime
    till: str
    staff: str


class OpenTill(Body):
    """A device asks who works at it."""

    secret: Secret


class TillPerson(Schema):
    """A name to choose."""

    staff_id: str
    name: str


class TillOpened(Schema):
    """The device's name, and who works at it."""

    name: str
    staff: list[TillPerson]


class UnlockTill(OpenTill):
    """Somebody's PIN at a device."""

    staff_id: Id
    pin: Pin


class TillUnlocked(Schema):
    """A session; its token goes into the header `Waypost-Till`."""

    token: str
    name: str
    expires_at: datetime
