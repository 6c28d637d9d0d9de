"""Request and response bodies for promo codes, for members and visitors."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.codes.codes.promo_lock import DEFAULT_OPEN_MINUTES
from api.domains.promotions.promo_locks.types import (
    DEFAULT_RADIUS_M,
    PromoState,
    Reason,
)
from api.kit.pagination import ListBody
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.validation_messages import field_problem
from api.kit.visible_text import OneLine

MAX_MADE = 10_000
MAX_USES = 1_000_000
MAX_OPEN_MINUTES = 525_600

QrId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
EnteredCode = Annotated[str, StringConstraints(min_length=1, max_length=128)]
Name = Annotated[str, OneLine(120)]
Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]
Uses = Annotated[int, Field(ge=1, le=MAX_USES)]


class LockRef(OrgBody):
    """The code with the promo lock."""

    qr_id: QrId = Field(validation_alias=AliasChoices("qr_id", "code_id", "id"))


class LockSettings(Body):
    """Settings of a promo lock. Absent fields do not change."""

    enabled: bool | None = None
    open_minutes: int | None = Field(
        None,
        ge=1,
        le=MAX_OPEN_MINUTES,
        description=f"How many minutes it stays open for a visitor; by default {DEFAULT_OPEN_MINUTES}",
    )
    message: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] | None = (
        Field(None, description="Heading of the locked page")
    )
    close_open: bool = Field(
        False, description="Whether to close it for everyone who opened it with a promo code"
    )


class SetLock(LockRef, LockSettings):
    """The new settings of a promo lock."""


class CreatePromoCodes(LockRef):
    """Promo codes to generate or import, with their terms."""

    amount: int | None = Field(
        None, ge=1, le=MAX_MADE, description="Number of promo codes to generate"
    )
    promo_code: Annotated[str, StringConstraints(max_length=128)] | None = Field(
        None, description="One promo code to import"
    )
    promo_codes: list[Annotated[str, StringConstraints(max_length=128)]] | None = Field(
        None, max_length=MAX_MADE, description="Promo codes to import"
    )
    name: Name | None = Field(None, description="Name of the batch")
    prefix: Annotated[str, StringConstraints(max_length=12, pattern=r"^[A-Za-z0-9]*$")] = ""
    max_uses: Uses | None = Field(
        1, description="How often each promo code can be used; null means unlimited"
    )
    uses_per_customer: Uses | None = Field(
        1, description="How often each customer can use a promo code; null means unlimited"
    )
    starts_at: Moment | None = None
    ends_at: Moment | None = None
    latitude: Latitude | None = Field(
        None, description="With `longitude`: the promo codes are valid only at this place"
    )
    longitude: Longitude | None = None
    radius_m: int | None = Field(
        None,
        ge=10,
        le=100_000,
        description=f"Radius around the place in metres; by default {DEFAULT_RADIUS_M}",
    )
    lock: LockSettings | None = Field(
        None, description="Changes to the promo lock. The first promo codes turn it on"
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        ways = (self.amount, self.promo_code, self.promo_codes)
        if sum(way is not None for way in ways) > 1:
            raise field_problem(
                "promo_code",
                "cannot be combined: send only one of amount, promo_code and promo_codes",
            )
        if all(way is None for way in ways) and self.lock is None:
            raise field_problem("amount", "or promo_code, promo_codes or lock is required")
        if (self.latitude is None) != (self.longitude is None):
            missing = "latitude" if self.latitude is None else "longitude"
            raise field_problem(missing, "is required: a place has a latitude and a longitude")
        if self.radius_m is not None and self.latitude is None:
            raise field_problem("radius_m", "requires latitude and longitude")
        if (
            self.starts_at is not None
            and self.ends_at is not None
            and self.starts_at >= self.ends_at
        ):
            raise field_problem("ends_at", "must be later than starts_at")
        return self


class LockRead(Schema):
    """A promo lock as members see it."""

    enabled: bool
    open_minutes: int
    message: str
    needs_location: bool = Field(description="Whether some promo codes are valid only at one place")
    epoch: int


class PromoBatchRead(Schema):
    """A batch of promo codes that were generated or imported together."""

    batch_id: str
    name: str
    source: Literal["made", "imported"]
    amount: int
    used: int
    max_uses: int | None
    uses_per_customer: int | None
    starts_at: datetime | None
    ends_at: datetime | None
    latitude: float | None
    longitude: float | None
    radius_m: int | None
    created_at: datetime


class RefusedLine(Schema):
    """A promo code that was not imported."""

    line: int = Field(description="Line number, starting at 1")
    promo_code: str
    reason: Literal["spelling", "repeated", "exists"]


class PromoCodesCreated(Schema):
    """The promo codes that were created, and those that were refused."""

    qr_id: str
    lock: LockRead
    batch: PromoBatchRead | None
    created: int
    promo_codes: list[str] = Field(description="The first 1,000; export the batch to get all")
    refused: list[RefusedLine] = Field(
        description="The first 1,000 promo codes that were not imported"
    )
    refused_total: int


class LockOverview(Schema):
    """A promo lock with its batches, promo codes by state, and alarms."""

    qr_id: str
    lock_of: str = Field(
        description="The code that the lock belongs to: the code itself, or the base that it follows"
    )
    lock: LockRead
    promo_codes: dict[PromoState, int]
    batches: list[PromoBatchRead]
    has_master_key: bool
    unseen_alarms: int


class ListPromoCodes(ListBody):
    """Promo codes of a lock, newest first. Sort by `created_at`, `used` or `batch`."""

    qr_id: QrId = Field(validation_alias=AliasChoices("qr_id", "code_id", "id"))
    state: PromoState | None = None
    batch_id: QrId | None = None


class PromoCodeRead(Schema):
    """A promo code as members see it."""

    promo_code_id: str
    promo_code: str
    is_masked: bool = Field(
        False, description="Whether the promo code is masked, as usable ones are for viewers"
    )
    batch_id: str
    batch: str
    state: PromoState
    used: int
    max_uses: int | None
    last_used_at: datetime | None
    created_at: datetime


class WithdrawPromoCodes(LockRef):
    """Promo codes to withdraw."""

    promo_code_ids: list[QrId] = Field(min_length=1, max_length=1_000)


class PromoCodesWithdrawn(Schema):
    """The number of promo codes that were withdrawn."""

    withdrawn: int


class ExportPromoCodes(LockRef):
    """The promo codes of a lock, or of one batch."""

    batch_id: QrId | None = None


class ExportedFile(Schema):
    """A file."""

    file_name: str
    media_type: str = "text/csv; charset=utf-8"
    data: str = Field(description="The file in base64")


class ListAlarms(ListBody):
    """Alarms of a lock, newest first. `filter` searches the kind. Sort by `raised_at`, `wrong`, `kind` or `seen_at`."""

    qr_id: QrId = Field(validation_alias=AliasChoices("qr_id", "code_id", "id"))


class AlarmRead(Schema):
    """An alarm about too many wrong promo codes."""

    alarm_id: str
    kind: Literal["device", "code"] = Field(
        description="`device`: wrong promo codes from one device. `code`: from many devices"
    )
    wrong: int = Field(description="Number of wrong promo codes")
    raised_at: datetime
    seen_at: datetime | None


class AlarmsSeen(Schema):
    """The number of alarms that had not been seen."""

    seen: int


class Try(Body):
    """The position and contact details that are sent with a promo code or master key."""

    latitude: Latitude | None = Field(None, description="Latitude of the device")
    longitude: Longitude | None = None
    accuracy: float | None = Field(
        None, ge=0, description="Accuracy of the position in metres; affects only the message"
    )
    customer: Annotated[str, StringConstraints(strip_whitespace=True, max_length=254)] | None = (
        Field(
            None,
            description="Email address or phone number of the customer",
            validation_alias=AliasChoices("customer", "email", "phone"),
        )
    )


class CheckPromoCode(Try):
    """A promo code to check."""

    qr_id: QrId = Field(validation_alias=AliasChoices("qr_id", "code_id", "id"))
    promo_code: EnteredCode


class PromoCodeUsage(Try, ListBody):
    """A promo code to use. Without `promo_code`, members of the organisation get a list of uses."""

    qr_id: QrId = Field(validation_alias=AliasChoices("qr_id", "code_id", "id"))
    promo_code: EnteredCode | None = None


class ListPromoBatches(ListBody):
    """Promo batches of all locks, newest first. `filter` searches names. Sort by `created_at` or `name`."""


class VoucherBatchRead(Schema):
    """A promo batch as a source of vouchers for rewards."""

    batch_id: str
    name: str
    code_id: str = Field(description="The code that the promo codes open")
    code_name: str
    created_at: datetime
    ends_at: datetime | None
    left: int = Field(
        description="Number of promo codes that were neither used nor given to somebody"
    )


class GateFields(Try):
    """The form fields of the locked page."""

    promo: Annotated[str, StringConstraints(max_length=128)] | None = Field(
        None,
        description="A promo code or the master key",
        validation_alias=AliasChoices("promo", "promo_code", "key"),
    )


class PromoAnswer(Schema):
    """Whether the promo lock is open, and if not, why."""

    locked: bool
    reason: Reason | None
    message: str
    needs_location: bool
    open_until: datetime | None = Field(
        description="When you check a promo code: until when it would open the lock. When you use it:"
        " until when the lock is open"
    )
    used: bool = Field(description="Whether this request counted as a use")
    use_id: str | None = None


class UseRead(Schema):
    """A use of a promo code or the master key."""

    use_id: str
    kind: Literal["promo", "master"]
    promo_code: str | None
    opened_code_id: str
    customer: str | None = Field(
        description="Email address or phone number of the customer, if given"
    )
    visitor_id: str
    visitor: str = Field(description="The visitor's short name, as in the dashboard")
    used_at: datetime
    open_until: datetime
    latitude: float | None
    longitude: float | None
    country: str | None
    region: str | None
    city: str | None


class UsageTotals(Schema):
    """The numbers of uses. Uses of the master key are counted separately."""

    uses: int
    customers: int
    master_uses: int
    first_used_at: datetime | None
    last_used_at: datetime | None


class UsageRead(Schema):
    """Uses, newest first."""

    qr_id: str
    totals: UsageTotals
    items: list[UseRead]
    page: int
    page_size: int = Field(serialization_alias="pageSize")
    total: int
