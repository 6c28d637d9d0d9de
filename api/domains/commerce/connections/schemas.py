"""Request and response bodies for connections."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.commerce.connections.types import (
    DeliveryState,
    RequestOutcome,
    RequestPurpose,
    Status,
)
from api.integrations.ports.connector import EventKind, VendorGroup
from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema
from api.kit.visible_text import OneLine

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
VendorName = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Name = Annotated[str, OneLine(80)]
Given = Annotated[
    dict[
        Annotated[str, StringConstraints(max_length=60)],
        Annotated[str, StringConstraints(strip_whitespace=True, max_length=4000)],
    ],
    Field(max_length=20),
]
"""The values that were entered, by field."""
VendorSettingsBody = Annotated[
    dict[Annotated[str, StringConstraints(max_length=60)], Any], Field(max_length=40)
]
Kinds = Annotated[list[EventKind], Field(max_length=20)]
_VENDOR = AliasChoices("vendor", "integration", "type")


class ControlIntegration(OrgBody):
    """Connect a vendor, or act on a connection: the one with this id, or the newest one to the vendor."""

    action: Literal["connect", "disconnect", "test", "pause", "resume"]
    vendor: VendorName | None = Field(None, validation_alias=_VENDOR)
    connection_id: Id | None = None
    name: Name | None = None
    credentials: Given = Field({}, description="Keys for the vendor. They are never returned")
    settings: VendorSettingsBody = Field({})
    event_kinds: Kinds | None = Field(
        None, description="Events to send; by default those in `default_kinds` of the vendor"
    )


class FinishIntegration(OrgBody):
    """The query parameters with which the vendor redirected the browser, unchanged."""

    query: Annotated[
        dict[
            Annotated[str, StringConstraints(max_length=60)],
            Annotated[str, StringConstraints(max_length=4000)],
        ],
        Field(max_length=20),
    ]


class IntegrationRef(OrgBody):
    """A connection by its id, or the newest connection to a vendor."""

    connection_id: Id | None = None
    vendor: VendorName | None = Field(None, validation_alias=_VENDOR)


class ConnectionRef(OrgBody):
    """A connection."""

    connection_id: Id


class UpdateIntegration(IntegrationRef):
    """New values. Absent fields do not change; `settings` replaces all settings."""

    name: Name | None = None
    settings: VendorSettingsBody | None = None
    event_kinds: Kinds | None = None
    credentials: Given | None = Field(None, description="New keys, to replace the current ones")


class UpdateSettings(IntegrationRef):
    """Settings to change; all others stay as they are."""

    settings: VendorSettingsBody


class ListIntegrations(OrgBody):
    """All connections of the organisation."""


class ListDeliveries(PagedBody):
    """Events for a connection."""

    connection_id: Id
    state: list[DeliveryState] = Field(
        [], max_length=6, description="Only events in these states; by default all"
    )


class ListRequests(PagedBody):
    """Requests of a connection."""

    connection_id: Id


class TryAgain(ConnectionRef):
    """One event, or all that were set aside or refused."""

    delivery_id: Id | None = None


class KeyFieldRead(Schema):
    """A field of the form for connecting a vendor."""

    name: str
    is_secret: bool
    is_required: bool
    is_file: bool = Field(
        description="Whether the value is the content of a file, with several lines"
    )


class VendorRead(Schema):
    """A vendor that can be connected."""

    vendor: str
    title: str
    fields: list[KeyFieldRead]
    uses_oauth: bool = Field(description="Whether connecting requires a login at the vendor")
    takes_keys: bool = Field(
        description="Whether the keys in `fields` can be entered instead of logging in"
    )
    is_ready: bool = Field(
        description="False if the operator must register an app with the vendor first"
    )
    missing_settings: list[str] = Field(
        description="Settings of the installation that are missing for this"
    )
    event_kinds: list[EventKind]
    default_kinds: list[EventKind]
    is_marketing: bool = Field(
        description="Whether data of customers is sent only with their consent to marketing"
    )
    max_connections: int
    profile_fields: list[str] = Field(
        description="Fields of customers that can be sent. The setting `profile_fields` maps them to"
        " names at the vendor"
    )
    names_events: bool = Field(
        description="Whether the setting `event_names` maps events to names at the vendor"
    )
    makes_secret: bool
    has_orders: bool = Field(description="Whether the vendor is a shop whose orders are recorded")


class ConnectionProblem(Schema):
    """The last error of a connection."""

    code: str = Field(examples=["credentials", "down", "busy", "refused", "disabled"])
    status: int | None
    answer: str
    at: datetime


class ConnectionRead(Schema):
    """A connection and its health."""

    connection_id: str
    vendor: str
    name: str
    status: Status
    health: Literal["good", "failing", "broken", "paused"]
    account: str
    scopes: list[str]
    event_kinds: list[str]
    settings: dict[str, Any]
    version: int
    created_at: datetime
    last_ok_at: datetime | None
    failing_since: datetime | None
    broken_since: datetime | None
    last_error: ConnectionProblem | None
    deliveries: dict[str, int] = Field(description="Number of events in the last 30 days, by state")


class ConnectionMade(Schema):
    """A connection, with its secret if a new one was created."""

    connection: ConnectionRead
    secret: str | None = Field(description="Returned only once")


class ControlAnswer(Schema):
    """The result of an action."""

    action: str
    connection: ConnectionRead | None = Field(description="Null after it was removed")
    secret: str | None = Field(
        description="The signing secret of a new webhook endpoint; returned only once"
    )
    authorization_url: str | None = Field(
        description="Where to redirect the browser for the login at the vendor. The login must be"
        " finished within ten minutes"
    )


class Integrations(Schema):
    """The vendors that can be connected, and the connections."""

    vendors: list[VendorRead]
    connections: list[ConnectionRead]


class DeliveryRead(Schema):
    """An event for a connection."""

    delivery_id: str
    event_id: str
    kind: str
    state: DeliveryState
    tries: int
    created_at: datetime
    due_at: datetime | None = Field(description="When the next attempt is due")
    ended_at: datetime | None
    last_status: int | None
    last_answer: str


class RequestRead(Schema):
    """A request to the vendor."""

    request_id: str
    purpose: RequestPurpose
    outcome: RequestOutcome
    status: int | None
    answer: str
    events: int
    milliseconds: int
    requested_at: datetime


class TriedAgain(Schema):
    """The number of events that will be sent again."""

    count: int


class PreviewEvent(ConnectionRef):
    """The event to preview, and the settings to use. By default, these are the newest event and the saved settings."""

    event_kind: EventKind | None = None
    settings: VendorSettingsBody | None = None


class PlannedRequestRead(Schema):
    """A request that the vendor would receive."""

    method: str
    path: str
    body: Any


class EventPreview(Schema):
    """What the vendor would receive for an event of a sample person."""

    kind: str
    is_example: bool = Field(
        description="Whether the event is an example because none has been sent yet"
    )
    body: dict[str, Any] = Field(description="The event itself")
    outcome: Literal["delivered", "skipped", "refused"]
    reason: str = Field(description="Why nothing would be sent")
    requests: list[PlannedRequestRead] = Field(description="The requests, without keys")


class IntegrateKlaviyo(OrgBody):
    """A Klaviyo account. Absent fields do not change."""

    api_key: (
        Annotated[
            str,
            StringConstraints(strip_whitespace=True, max_length=200, pattern="^pk_[A-Za-z0-9_]+$"),
        ]
        | None
    ) = Field(
        None,
        validation_alias=AliasChoices("api_key", "apiKey", "private_key"),
        description="Private API key; required when you connect. It is never returned",
    )
    list_id: Annotated[str, StringConstraints(max_length=20)] | None = Field(
        None,
        description="The list to which customers who consent to marketing are added; empty for none",
    )
    event_kinds: Kinds | None = None


class ListVendorGroups(OrgBody):
    """The groups of the connected account."""


class CreateVendorList(OrgBody):
    """A new list."""

    name: Name = Field(validation_alias=AliasChoices("name", "list_name"))


class VendorGroupRead(Schema):
    """A list or segment at a vendor."""

    id: str
    name: str


class VendorGroups(Schema):
    """Lists or segments, by name."""

    items: list[VendorGroupRead]
    total: int

    @classmethod
    def of(cls, groups: Sequence[VendorGroup]) -> Self:
        """Return the response body with these groups."""
        items = [VendorGroupRead.model_validate(it) for it in groups]
        return cls(items=items, total=len(items))


class SubscribeHook(OrgBody):
    """A URL and the kind of event that it receives."""

    url: str = Field(
        max_length=2000,
        validation_alias=AliasChoices("url", "hookUrl", "target_url"),
        description="Where to send events; must use https",
    )
    event_kind: EventKind = Field(validation_alias=AliasChoices("event_kind", "event"))
    name: Name | None = None
    with_people: bool = Field(
        False, description="Whether to include names, addresses and form answers of customers"
    )


class HookMade(Schema):
    """A new subscription."""

    hook_id: str
    event_kind: EventKind
    secret: str = Field(description="The key that signs the events; returned only once")


class HookRef(OrgBody):
    """A subscription."""

    hook_id: Id


class HookEnded(Schema):
    """A subscription that has ended."""

    hook_id: str


class ListHookSamples(OrgBody):
    """A kind of event."""

    event_kind: EventKind = Field(validation_alias=AliasChoices("event_kind", "event"))


class HookSamples(Schema):
    """Events as subscribers receive them."""

    items: list[dict[str, Any]]
    is_example: bool = Field(
        description="Whether this is an example because no event of this kind has been sent yet"
    )
