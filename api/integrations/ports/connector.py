"""A vendor that organisations connect by themselves: how it is connected, what is sent to it, and its errors.

A vendor is described by a `VendorDescription`, which is cheap to import, and reached by a `Connector`, which is
imported when it is used. Texts about vendors are in web/src/features/commerce/integrations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict

from runtime.vendor_settings import VendorSettings

Credentials = dict[str, Any]
"""The vendor's credentials; encrypted at rest, never returned."""

PICK = "pick"
"""The key that makes a login include a file picker of the vendor."""

EventKind = Literal[
    "scan",
    "view",
    "use",
    "submit",
    "vote",
    "play",
    "redemption",
    "message",
    "pass",
    "order",
    "issue",
    "segment",
    "referral",
    "points",
    "award",
    "prize",
]
"""Families of events that can be sent (ingest/contracts)."""


class ConnectionSettings(BaseModel):
    """Base class of a vendor's settings. Unknown fields are refused, and field names are part of the API."""

    model_config = ConfigDict(extra="forbid", str_max_length=2000, str_strip_whitespace=True)


@dataclass(frozen=True, slots=True)
class KeyField:
    """One field of the form for connecting a vendor."""

    name: str
    is_secret: bool = True
    is_required: bool = True
    max_length: int = 500
    is_file: bool = False
    """Whether the value is the content of a file, which may have several lines."""


@dataclass(frozen=True, slots=True)
class VendorDescription:
    """The description of a vendor, available without importing its connector."""

    vendor: str
    title: str
    settings: type[ConnectionSettings]
    fields: tuple[KeyField, ...] = ()
    """The fields to enter; empty if there are none."""
    uses_oauth: bool = False
    """Whether people log in at the vendor; `fields` are requested before that. Its connector is an OAuthConnector."""
    app: type[VendorSettings] | None = None
    """The settings of the app that the installation needs at the vendor."""
    app_variables: tuple[str, ...] = ()
    """The variables that have to be set for the app."""
    takes_keys: bool = False
    """Whether `fields` may be entered instead of logging in."""
    refresh_before: timedelta = timedelta(minutes=10)
    """How long before they expire tokens are refreshed."""
    event_kinds: tuple[EventKind, ...] = ()
    """The kinds of events that can be sent; empty if none."""
    default_kinds: tuple[EventKind, ...] = ()
    is_marketing: bool = False
    """Whether personal data goes there only with consent to marketing."""
    max_connections: int = 1
    batch_size: int = 1
    """The number of events in one request."""
    per_second: float = 5.0
    """The number of requests per second that the vendor accepts from one account."""
    profile_fields: tuple[str, ...] = ()
    """Customer fields that can be sent in addition to contact details; the settings define their names at the
    vendor.
    """
    names_events: bool = False
    """Whether the settings define the names of events at the vendor."""
    makes_secret: bool = False
    """Whether Waypost generates the `secret` of the credentials, which is shown once and can be rotated."""
    has_orders: bool = False
    """Whether it is a shop, whose orders arrive by webhooks and backfill. Its connector is an OrdersConnector."""
    revokes: bool = False
    """Whether credentials have to be revoked at the vendor when a connection is removed."""


@dataclass(frozen=True, slots=True)
class Person:
    """The customer of an event, as far as their data may be shared."""

    customer_id: str
    email: str | None = None
    phone: str | None = None
    first_name: str | None = None
    last_name: str | None = None
    language: str | None = None
    birthday: str | None = None
    time_zone: str | None = None
    source: str | None = None
    may_email: bool = False
    """Whether they agreed to marketing by email."""
    may_text: bool = False


@dataclass(frozen=True, slots=True)
class Delivery:
    """One event on its way to a vendor."""

    event_id: str
    """Also the idempotency key: the same for each attempt."""
    kind: str
    occurred_at: datetime
    body: Mapping[str, Any]
    """The event as it is documented (docs/connections.md)."""
    person: Person | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    """The customer's answers in a form, by field."""
    is_repeat: bool = False
    """Whether the vendor may already have received it."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The outcome of one delivery to the vendor."""

    outcome: Literal["delivered", "skipped", "refused", "later"]
    """`later`: it was not completed, and has to be sent again."""
    status: int | None = None
    text: str = ""
    """The vendor's response, or why nothing was sent."""


@dataclass(frozen=True, slots=True)
class Account:
    """The account to which the credentials belong."""

    name: str
    scopes: tuple[str, ...] = ()
    key: str = ""
    """The vendor's own identifier of the account, as used in its webhooks."""
    hosts: tuple[str, ...] = ()
    """The hosts of the account's shop."""


@dataclass(frozen=True, slots=True)
class Granted:
    """Credentials that a vendor issued."""

    credentials: Credentials
    expires_in: float | None = None
    """The seconds until the access token expires; None if it does not."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the connection that were chosen at the vendor."""


@dataclass(frozen=True, slots=True)
class VendorGroup:
    """A list or segment of people at a vendor."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class PointsBalance:
    """A customer's points in a vendor's loyalty programme."""

    balance: int
    """Points that can be spent now."""
    earned: int
    """Points earned over all time."""
    tier: str
    """The name of the customer's tier; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """A spreadsheet at a vendor."""

    id: str
    name: str


class VendorProblem(Exception):
    """The vendor did not fulfil the request. The text is its response, for members who manage the connection."""

    def __init__(self, text: str = "", *, status: int | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.status = status


class CredentialsRefused(VendorProblem):
    """The vendor no longer accepts the credentials. Only the organisation can fix this."""


class VendorBusy(VendorProblem):
    """Too many requests. `retry_after` is in seconds; None if the vendor did not give a time."""

    def __init__(
        self, text: str = "", *, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(text, status=status)
        self.retry_after = retry_after


class VendorDown(VendorProblem):
    """There was no response, or the vendor failed. It may have received what was sent."""


class RequestRefused(VendorProblem):
    """The vendor refuses this particular request, however often it is repeated."""


class Connector(Protocol):
    """Connects to one vendor. Every method raises VendorProblem."""

    def start(self, given: Mapping[str, str]) -> Credentials:
        """Return the credentials to store, made from what was entered. RequestRefused describes what is wrong
        with it.
        """

    def rotate(self, credentials: Credentials) -> Credentials:
        """Return credentials with a new secret, if Waypost generates secrets for this vendor."""

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:
        """Return the account to which the credentials belong, with the cheapest request that verifies them."""

    def send(
        self,
        credentials: Credentials,
        settings: ConnectionSettings,
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Send up to `batch_size` events and return one receipt for each."""

    def revoke(self, credentials: Credentials) -> None:
        """Revoke the credentials at the vendor."""


class OAuthConnector(Connector, Protocol):
    """Connects to a vendor that uses OAuth logins. Every method raises VendorProblem.

    RequestRefused with `field` names the wrong field.
    """

    def authorization_url(
        self, given: Mapping[str, str], state: str, redirect_uri: str, challenge: str
    ) -> str:
        """Return the URL of the login page. `challenge` is for PKCE (S256), for vendors that support it."""

    def exchange(
        self,
        given: Mapping[str, str],
        query: Mapping[str, str],
        redirect_uri: str,
        verifier: str,
    ) -> Granted:
        """Exchange the query parameters of the redirect (`query`) for tokens, after checking that they come from the
        vendor.
        """

    def refresh(self, credentials: Credentials) -> Granted:
        """Return new tokens, before the old ones expire. Called again with the same credentials if there was no
        response.
        """


class AudienceConnector(Connector, Protocol):
    """Connects to a vendor that has lists and segments of people. Every method raises VendorProblem."""

    def groups(
        self, credentials: Credentials, kind: Literal["list", "segment"]
    ) -> list[VendorGroup]:
        """Return the lists or segments, sorted by name."""

    def create_list(self, credentials: Credentials, name: str) -> VendorGroup:
        """Create a list."""


class PointsConnector(Connector, Protocol):
    """Connects to a vendor with a points programme. Every method raises VendorProblem."""

    def points(self, credentials: Credentials, email: str) -> PointsBalance | None:
        """Return a customer's points; None if the vendor does not know the address."""


class TrackingConnector(Connector, Protocol):
    """Connects to a vendor that accepts custom events. Every method raises VendorProblem."""

    def track(
        self,
        credentials: Credentials,
        person: Person,
        name: str,
        properties: Mapping[str, Any],
        event_id: str,
        occurred_at: datetime,
    ) -> Receipt:
        """Send one event if the person agreed to marketing. The vendor stores only one event per ID."""


class SheetConnector(OAuthConnector, Protocol):
    """Connects to a vendor that has spreadsheets. Every method raises VendorProblem."""

    def spreadsheets(self, credentials: Credentials) -> list[Spreadsheet]:
        """Return the usable spreadsheets, most recently changed first."""

    def spreadsheet(self, credentials: Credentials, spreadsheet_id: str) -> Spreadsheet:
        """Return one spreadsheet."""

    def create_spreadsheet(
        self, credentials: Credentials, title: str, sheet: str, share_with: str | None
    ) -> Spreadsheet:
        """Create a spreadsheet with this tab, and share it with somebody."""

    def is_login(self, credentials: Credentials) -> bool:
        """Return whether the connection was made by a login, so that the spreadsheets belong to that person."""


class KeyConnector:
    """Common part of connectors for vendors that issue the keys."""

    def start(self, given: Mapping[str, str]) -> Credentials:
        """Return what was entered."""
        return dict(given)

    def rotate(self, credentials: Credentials) -> Credentials:
        """Return the same credentials, because the vendor creates new keys."""
        return credentials

    def revoke(self, credentials: Credentials) -> None:
        """Do nothing, because keys are deleted at the vendor by the people who created them."""
