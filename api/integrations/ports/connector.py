"""A vendor that an organisation connects by itself: how it is connected, what is sent to it, and its errors.

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
"""What the vendor takes for a login; sealed at rest, never answered."""

PICK = "pick"
"""What is given to a login in which a file is picked at the vendor."""

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
    """Base of a vendor's settings. Unknown ones are refused, and names of fields are part of the API."""

    model_config = ConfigDict(extra="forbid", str_max_length=2000, str_strip_whitespace=True)


@dataclass(frozen=True, slots=True)
class KeyField:
    """One field of the form by which a vendor is connected."""

    name: str
    is_secret: bool = True
    is_required: bool = True
    max_length: int = 500
    is_file: bool = False
    """Whether it is what a file has, which may be of several lines."""


@dataclass(frozen=True, slots=True)
class VendorDescription:
    """What is known of a vendor without reaching it."""

    vendor: str
    title: str
    settings: type[ConnectionSettings]
    fields: tuple[KeyField, ...] = ()
    """What has to be typed in. Empty where nothing is."""
    uses_oauth: bool = False
    """Whether one logs in at the vendor; `fields` are asked for before that. Its connector is an OAuthConnector."""
    app: type[VendorSettings] | None = None
    """Settings of the app that the installation has to have at the vendor."""
    app_variables: tuple[str, ...] = ()
    """What has to be set for that."""
    takes_keys: bool = False
    """Whether `fields` may be typed in in place of logging in."""
    refresh_before: timedelta = timedelta(minutes=10)
    """How long before their end tokens are made new."""
    event_kinds: tuple[EventKind, ...] = ()
    """What can be sent; empty if nothing is."""
    default_kinds: tuple[EventKind, ...] = ()
    is_marketing: bool = False
    """Whether people's data goes there only with their consent to marketing."""
    max_connections: int = 1
    batch_size: int = 1
    """Events that go in one request."""
    per_second: float = 5.0
    """Requests that the vendor takes from one account."""
    profile_fields: tuple[str, ...] = ()
    """Fields of customers that can be sent beside their addresses; the settings say how they are called there."""
    names_events: bool = False
    """Whether the settings say how events are called there."""
    makes_secret: bool = False
    """Whether `secret` of the credentials is made here, shown once and can be rotated."""
    has_orders: bool = False
    """Whether it is a shop, whose orders come in by webhooks and backfill. Its connector is an OrdersConnector."""
    revokes: bool = False
    """Whether credentials are to be revoked at the vendor when a connection is removed."""


@dataclass(frozen=True, slots=True)
class Person:
    """The customer of an event, as far as they may be shared."""

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
    """Also the idempotency key: the same for each try."""
    kind: str
    occurred_at: datetime
    body: Mapping[str, Any]
    """The event as it is documented (docs/connections.md)."""
    person: Person | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    """What somebody answered in a form, by field."""
    is_repeat: bool = False
    """Whether the vendor may have taken it before."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of one delivery that the vendor was asked to take."""

    outcome: Literal["delivered", "skipped", "refused", "later"]
    """`later`: it was not tried to the end, and is to be sent again."""
    status: int | None = None
    text: str = ""
    """What the vendor answered, or why nothing was sent."""


@dataclass(frozen=True, slots=True)
class Account:
    """Whom the credentials belong to."""

    name: str
    scopes: tuple[str, ...] = ()
    key: str = ""
    """The account in the vendor's own terms, by which its webhooks name it."""
    hosts: tuple[str, ...] = ()
    """Hosts at which people buy there."""


@dataclass(frozen=True, slots=True)
class Granted:
    """Credentials that a vendor gave."""

    credentials: Credentials
    expires_in: float | None = None
    """Seconds until the access token ends; None if it does not."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the connection that were chosen at the vendor."""


@dataclass(frozen=True, slots=True)
class VendorGroup:
    """A list or segment of people at a vendor."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class PointsBalance:
    """What a customer has in a vendor's loyalty programme."""

    balance: int
    """Points that can be spent now."""
    earned: int
    """Points of all time."""
    tier: str
    """Name of their tier; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """A spreadsheet at a vendor."""

    id: str
    name: str


class VendorProblem(Exception):
    """The vendor did not do what was asked. The text is what it answered, for those who look after the connection."""

    def __init__(self, text: str = "", *, status: int | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.status = status


class CredentialsRefused(VendorProblem):
    """The vendor does not accept the credentials any more. Only the organisation can mend it."""


class VendorBusy(VendorProblem):
    """Too many requests. `retry_after` is in seconds; None where the vendor did not say."""

    def __init__(
        self, text: str = "", *, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(text, status=status)
        self.retry_after = retry_after


class VendorDown(VendorProblem):
    """No answer, or one of the vendor's own faults. It may have taken what was sent."""


class RequestRefused(VendorProblem):
    """The vendor will not take this very request, however often it is made."""


class Connector(Protocol):
    """Reaches one vendor. Every method raises VendorProblem."""

    def start(self, given: Mapping[str, str]) -> Credentials:
        """The credentials to keep, made of what was typed in. RequestRefused says what is wrong with it."""

    def rotate(self, credentials: Credentials) -> Credentials:
        """Credentials with a new secret, where secrets are made here."""

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:
        """Whom the credentials belong to; the cheapest request that proves them."""

    def send(
        self,
        credentials: Credentials,
        settings: ConnectionSettings,
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Send up to `batch_size` events, one receipt for each."""

    def revoke(self, credentials: Credentials) -> None:
        """Make the vendor forget the credentials."""


class OAuthConnector(Connector, Protocol):
    """Reaches a vendor at which one logs in. Every method raises VendorProblem.

    RequestRefused with `field` names what was typed in wrongly.
    """

    def authorization_url(
        self, given: Mapping[str, str], state: str, redirect_uri: str, challenge: str
    ) -> str:
        """Where the browser goes to log in. `challenge` is of PKCE (S256), for vendors that have it."""

    def exchange(
        self,
        given: Mapping[str, str],
        query: Mapping[str, str],
        redirect_uri: str,
        verifier: str,
    ) -> Granted:
        """Tokens for what the browser brought back (`query`), once that was seen to come from the vendor."""

    def refresh(self, credentials: Credentials) -> Granted:
        """New tokens, before the old ones end. Asked again with the same credentials if no answer came."""


class AudienceConnector(Connector, Protocol):
    """Reaches a vendor that has lists and segments of people. Every method raises VendorProblem."""

    def groups(
        self, credentials: Credentials, kind: Literal["list", "segment"]
    ) -> list[VendorGroup]:
        """Lists, or segments, by name."""

    def create_list(self, credentials: Credentials, name: str) -> VendorGroup:
        """A new list."""


class PointsConnector(Connector, Protocol):
    """Reaches a vendor that keeps points. Every method raises VendorProblem."""

    def points(self, credentials: Credentials, email: str) -> PointsBalance | None:
        """What somebody has; None if the vendor does not know the address."""


class TrackingConnector(Connector, Protocol):
    """Reaches a vendor that takes events of the caller's own. Every method raises VendorProblem."""

    def track(
        self,
        credentials: Credentials,
        person: Person,
        name: str,
        properties: Mapping[str, Any],
        event_id: str,
        occurred_at: datetime,
    ) -> Receipt:
        """Send one event, if the person agreed to hear of it. The vendor keeps one of each id."""


class SheetConnector(OAuthConnector, Protocol):
    """Reaches a vendor that has spreadsheets. Every method raises VendorProblem."""

    def spreadsheets(self, credentials: Credentials) -> list[Spreadsheet]:
        """Those that may be used, the last changed first."""

    def spreadsheet(self, credentials: Credentials, spreadsheet_id: str) -> Spreadsheet:
        """One of them."""

    def create_spreadsheet(
        self, credentials: Credentials, title: str, sheet: str, share_with: str | None
    ) -> Spreadsheet:
        """A new one with this tab, shared with somebody."""

    def is_login(self, credentials: Credentials) -> bool:
        """Whether somebody logged in, whose spreadsheets these are."""


class KeyConnector:
    """What all vendors have in common to which one connects by keys that the vendor made."""

    def start(self, given: Mapping[str, str]) -> Credentials:
        """What was typed in."""
        return dict(given)

    def rotate(self, credentials: Credentials) -> Credentials:
        """The same: the vendor makes new keys."""
        return credentials

    def revoke(self, credentials: Credentials) -> None:
        """Keys are removed at the vendor by who made them."""
