"""Bodies of the calls about connections."""

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

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
VendorName = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]
Given = Annotated[
    dict[
        Annotated[str, StringConstraints(max_length=60)],
        Annotated[str, StringConstraints(strip_whitespace=True, max_length=4000)],
    ],
    Field(max_length=20),
]
"""What was typed in, by field."""
VendorSettingsBody = Annotated[
    dict[Annotated[str, StringConstraints(max_length=60)], Any], Field(max_length=40)
]
Kinds = Annotated[list[EventKind], Field(max_length=20)]
_VENDOR = AliasChoices("vendor", "integration", "type")


class ControlIntegration(OrgBody):
    """Connect a vendor, or act on what is connected: by its id, else the newest one of the vendor."""

    action: Literal["connect", "disconnect", "test", "pause", "resume"]
    vendor: VendorName | None = Field(None, validation_alias=_VENDOR)
    connection_id: Id | None = None
    name: Name | None = None
    credentials: Given = Field({}, description="Keys of the vendor. They are never sent back")
    settings: VendorSettingsBody = Field({})
    event_kinds: Kinds | None = Field(None, description="Events to send; left out: the usual ones")


class FinishIntegration(OrgBody):
    """What the browser brought back from the vendor, as it is."""

    query: Annotated[
        dict[
            Annotated[str, StringConstraints(max_length=60)],
            Annotated[str, StringConstraints(max_length=4000)],
        ],
        Field(max_length=20),
    ]


class IntegrationRef(OrgBody):
    """Which connection: by its id, else the newest one of the vendor."""

    connection_id: Id | None = None
    vendor: VendorName | None = Field(None, validation_alias=_VENDOR)


class ConnectionRef(OrgBody):
    """Which connection."""

    connection_id: Id


class UpdateIntegration(IntegrationRef):
    """New values. What is left out stays; `settings` replaces all settings."""

    name: Name | None = None
    settings: VendorSettingsBody | None = None
    event_kinds: Kinds | None = None
    credentials: Given | None = Field(None, description="New keys, after the old ones ended")


class UpdateSettings(IntegrationRef):
    """Single settings; the others stay."""

    settings: VendorSettingsBody


class ListIntegrations(OrgBody):
    """All of the organisation."""


class ListDeliveries(PagedBody):
    """A page of the events for a connection."""

    connection_id: Id
    state: list[DeliveryState] = Field([], max_length=6, description="Empty: all")


class ListRequests(PagedBody):
    """A page of the requests of a connection."""

    connection_id: Id


class TryAgain(ConnectionRef):
    """One delivery, or all that were set aside or refused."""

    delivery_id: Id | None = None


class KeyFieldRead(Schema):
    """One field of the form by which a vendor is connected."""

    name: str
    is_secret: bool
    is_required: bool
    is_file: bool = Field(description="Whether it is what a file has, of several lines")


class VendorRead(Schema):
    """A vendor that can be connected."""

    vendor: str
    title: str
    fields: list[KeyFieldRead]
    uses_oauth: bool = Field(description="Whether one logs in at the vendor")
    takes_keys: bool = Field(description="Whether one may type in `fields` in place of logging in")
    is_ready: bool = Field(
        description="False where the operator has to register an app at the vendor first"
    )
    missing_settings: list[str] = Field(description="Settings of the installation to be made then")
    event_kinds: list[EventKind]
    default_kinds: list[EventKind]
    is_marketing: bool = Field(description="Whether people go there only with their consent")
    max_connections: int
    profile_fields: list[str] = Field(
        description="Fields of customers that can be sent; `profile_fields` of the settings says as what"
    )
    names_events: bool = Field(
        description="Whether `event_names` of the settings says how events are called there"
    )
    makes_secret: bool
    has_orders: bool = Field(description="Whether it is a shop, whose orders come in")


class ConnectionProblem(Schema):
    """The last error of a connection."""

    code: str = Field(examples=["credentials", "down", "busy", "refused", "disabled"])
    status: int | None
    answer: str
    at: datetime


class ConnectionRead(Schema):
    """A connection and how it is."""

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
    deliveries: dict[str, int] = Field(description="Events of the last 30 days by state")


class ConnectionMade(Schema):
    """A connection, and its secret where there is a new one."""

    connection: ConnectionRead
    secret: str | None = Field(description="Shown this once")


class ControlAnswer(Schema):
    """What became of an action."""

    action: str
    connection: ConnectionRead | None = Field(description="Null after it was removed")
    secret: str | None = Field(description="Of a new webhook endpoint, shown this once")
    authorization_url: str | None = Field(
        description="Where the browser has to go to log in at the vendor; it comes back within ten minutes"
    )


class Integrations(Schema):
    """What can be connected, and what is."""

    vendors: list[VendorRead]
    connections: list[ConnectionRead]


class DeliveryRead(Schema):
    """One event for a connection."""

    delivery_id: str
    event_id: str
    kind: str
    state: DeliveryState
    tries: int
    created_at: datetime
    due_at: datetime | None = Field(description="When it is tried next")
    ended_at: datetime | None
    last_status: int | None
    last_answer: str


class RequestRead(Schema):
    """One request to the vendor."""

    request_id: str
    purpose: RequestPurpose
    outcome: RequestOutcome
    status: int | None
    answer: str
    events: int
    milliseconds: int
    requested_at: datetime


class TriedAgain(Schema):
    """How many events are sent again."""

    count: int


class PreviewEvent(ConnectionRef):
    """Which event, and with which settings; left out: the newest event, and the settings that are stored."""

    event_kind: EventKind | None = None
    settings: VendorSettingsBody | None = None


class PlannedRequestRead(Schema):
    """A request that the vendor would get."""

    method: str
    path: str
    body: Any


class EventPreview(Schema):
    """What the vendor would get of an event of a sample person."""

    kind: str
    is_example: bool = Field(description="Whether it is made up, since nothing was sent yet")
    body: dict[str, Any] = Field(description="The event itself")
    outcome: Literal["delivered", "skipped", "refused"]
    reason: str = Field(description="Why nothing would be sent")
    requests: list[PlannedRequestRead] = Field(description="Without keys")


class IntegrateKlaviyo(OrgBody):
    """An account of Klaviyo. What is left out stays as it is."""

    api_key: (
        Annotated[
            str,
            StringConstraints(strip_whitespace=True, max_length=200, pattern="^pk_[A-Za-z0-9_]+$"),
        ]
        | None
    ) = Field(
        None,
        validation_alias=AliasChoices("api_key", "apiKey", "private_key"),
        description="Private API key, needed the first time. It is never sent back",
    )
    list_id: Annotated[str, StringConstraints(max_length=20)] | None = Field(
        None, description="List that people join who agreed to marketing; empty: none"
    )
    event_kinds: Kinds | None = None


class ListVendorGroups(OrgBody):
    """All of the connected account."""


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
        """The answer with these groups."""
        items = [VendorGroupRead.model_validate(it) for it in groups]
        return cls(items=items, total=len(items))


class SubscribeHook(OrgBody):
    """What an address is to get."""

    url: str = Field(
        max_length=2000,
        validation_alias=AliasChoices("url", "hookUrl", "target_url"),
        description="Where events are sent, https",
    )
    event_kind: EventKind = Field(validation_alias=AliasChoices("event_kind", "event"))
    name: Name | None = None
    with_people: bool = Field(
        False, description="Whether names, addresses and answers of customers are sent"
    )


class HookMade(Schema):
    """A subscription."""

    hook_id: str
    event_kind: EventKind
    secret: str = Field(description="It signs what is sent; shown this once")


class HookRef(OrgBody):
    """Which subscription."""

    hook_id: Id


class HookEnded(Schema):
    """A subscription that was ended."""

    hook_id: str


class ListHookSamples(OrgBody):
    """A kind of event."""

    event_kind: EventKind = Field(validation_alias=AliasChoices("event_kind", "event"))


class HookSamples(Schema):
    """Events as subscribers get them."""

    items: list[dict[str, Any]]
    is_example: bool = Field(description="Nothing of the kind was sent yet")
