"""Triggers, by which people enter an automation, and the comparison of events with them."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.messaging.automations.types import EVENT_TRIGGERS, EventTrigger, TriggerKind
from api.domains.people.segments.rules import Placed, PlaceId
from api.kit.schemas import Body
from ingest.contracts.envelope import Event

Time = Annotated[str, StringConstraints(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Ids = Annotated[list[PlaceId], Field(max_length=200)]
Placement = Annotated[
    str, StringConstraints(pattern=r"^[^\x00-\x1f:]{1,60}: ?[^\x00-\x1f]{1,200}$")
]
Redeemable = Literal["one_time_code", "promo_code", "reward", "prize", "pass"]

_PLACED = frozenset({"codes", "pages", "folders", "placements"})
_NARROWED: Mapping[TriggerKind, frozenset[str]] = {
    "scan": _PLACED,
    "submit": _PLACED | {"forms"},
    "vote": _PLACED,
    "redemption": _PLACED | {"redeemed", "min_amount_cents"},
    "play": _PLACED | {"games", "results"},
    "pass_installed": _PLACED | {"templates"},
    "pass_removed": _PLACED | {"templates"},
    "order": _PLACED | {"min_amount_cents"},
    "segment_entered": frozenset({"segments"}),
    "birthday": frozenset({"days", "at"}),
    "quiet_days": frozenset({"days"}),
    "points_expiring": frozenset({"days"}),
}
"""The fields by which each kind may be restricted."""
_NEEDED: Mapping[TriggerKind, str] = {
    "segment_entered": "segments",
    "quiet_days": "days",
    "points_expiring": "days",
}


class _Narrowed(Body):
    """Fields that can restrict a trigger or rule. `_NARROWED` lists which field applies to which kind."""

    codes: Ids = Field([])
    pages: Ids = Field([])
    folders: Ids = Field([], description="Folders, including their subfolders")
    placements: list[Placement] = Field([], max_length=100)
    forms: Ids = Field([])
    games: Ids = Field([])
    results: list[Literal["won", "lost", "scored"]] = Field([], max_length=3)
    templates: Ids = Field([], description="Pass templates")
    redeemed: list[Redeemable] = Field([], max_length=5)
    segments: Ids = Field([])
    min_amount_cents: int | None = Field(None, ge=1, le=2**53)


class EventRule(_Narrowed):
    """Something that customers do, and where. Without any places, it applies everywhere."""

    kind: EventTrigger

    @model_validator(mode="after")
    def _is_of_its_kind(self) -> Self:
        _check(self, self.kind)
        return self

    @property
    def places(self) -> Placed | None:
        """Return its codes, folders and placements, or None if it names none."""
        if not (self.codes or self.folders or self.placements):
            return None
        return Placed(codes=self.codes, folders=self.folders, placements=self.placements)


class Trigger(_Narrowed):
    """The event or date on which people enter. An event may be restricted."""

    kind: TriggerKind
    days: int | None = Field(
        None,
        ge=0,
        le=365,
        description="For `birthday` and `points_expiring`: number of days before. For `quiet_days`:"
        " number of days without activity",
    )
    at: Time | None = Field(
        None,
        description="For `birthday`: the time of day in the customer's time zone; null means 09:00",
    )

    @model_validator(mode="after")
    def _is_of_its_kind(self) -> Self:
        _check(self, self.kind)
        if self.kind in ("quiet_days", "points_expiring") and not self.days:
            raise ValueError("needs `days`, at least 1")
        return self

    @property
    def event(self) -> EventRule | None:
        """Return the trigger as a rule about events, or None if it is a date."""
        if self.kind not in EVENT_TRIGGERS:
            return None
        return EventRule.model_validate(self.model_dump(exclude={"days", "at"}))


def _check(rule: _Narrowed, kind: TriggerKind) -> None:
    narrowed = {
        name
        for name in type(rule).model_fields
        if name != "kind" and getattr(rule, name) not in ([], None)
    }
    wrong = sorted(narrowed - _NARROWED[kind])
    if wrong:
        raise ValueError(f"has {', '.join(wrong)}, which cannot be used with {kind}")
    needed = _NEEDED.get(kind)
    if needed is not None and needed not in narrowed:
        raise ValueError(f"needs {needed}")


class Occurrence(NamedTuple):
    """An event, with the attributes that automations need."""

    kind: EventTrigger
    key: str
    """The identity of the occurrence: an order that is placed and later paid has one key."""
    occurred_at: datetime
    customer_key: str | None
    visitor_id: str | None
    code_id: str | None
    page_id: str | None
    data: Mapping[str, Any]


def occurrence_of(event: Event) -> Occurrence | None:
    """Convert an event for automations. Return None if they do not use its kind, or if it was not caused by a
    person.
    """
    verdicts = event.verdicts
    if verdicts is not None and (verdicts.is_bot or verdicts.is_preview):
        return None
    visitor = event.visitor
    return occurrence(
        event.type,
        str(event.event_id),
        event.occurred_at,
        event.customer_key,
        visitor.id if visitor.kind == "cookie" else None,
        event.code_id,
        event.page_id,
        event.data.model_dump(exclude={"sealed"}),
    )


def occurrence(
    type_: str,
    event_id: str,
    occurred_at: datetime,
    customer_key: str | None,
    visitor_id: str | None,
    code_id: str | None,
    page_id: str | None,
    data: Mapping[str, Any],
) -> Occurrence | None:
    """Do the same with the parts of an event."""
    kind = _kind(type_, data)
    if kind is None:
        return None
    key = f"order {data.get('source')} {data.get('order_id')}" if kind == "order" else event_id
    return Occurrence(kind, key, occurred_at, customer_key, visitor_id, code_id, page_id, data)


def _kind(type_: str, data: Mapping[str, Any]) -> EventTrigger | None:
    match type_:
        case "scan":
            return "scan" if data.get("outcome") != "refused" else None
        case "submit" | "play":
            return "submit" if type_ == "submit" else "play"
        case "vote":
            return "vote" if data.get("previous_choice") is None else None
        case "redemption":
            is_own = data.get("kind") != "master_key" and data.get("action") != "undone"
            return "redemption" if is_own else None
        case "order":
            return "order" if data.get("status") in ("placed", "paid") else None
        case "segment":
            return "segment_entered" if data.get("action") == "entered" else None
        case "pass":
            action = data.get("action")
            if action == "installed":
                return "pass_installed"
            return "pass_removed" if action == "removed" else None
    return None


def fits(rule: EventRule, it: Occurrence, codes: frozenset[str] | None) -> bool:
    """Return whether an occurrence matches a rule. `codes` are those that are now at its places, None for all."""
    if it.kind != rule.kind:
        return False
    if (codes is not None or rule.pages) and not (
        (codes is not None and it.code_id in codes) or it.page_id in rule.pages
    ):
        return False
    data = it.data
    several = (
        (rule.forms, "form"),
        (rule.games, "game_id"),
        (rule.results, "result"),
        (rule.templates, "template_id"),
        (rule.redeemed, "kind"),
        (rule.segments, "segment_id"),
    )
    if any(wanted and data.get(name) not in wanted for wanted, name in several):
        return False
    return rule.min_amount_cents is None or (data.get("amount_cents") or 0) >= rule.min_amount_cents


def named_ids(rule: EventRule | Trigger) -> Iterator[tuple[str, list[str]]]:
    """Yield the IDs that a rule names, by field."""
    for name in ("codes", "pages", "folders", "segments", "games", "templates", "forms"):
        yield name, getattr(rule, name)
