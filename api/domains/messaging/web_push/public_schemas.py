"""Requests and responses of visitors' calls about notifications."""

import base64
import binascii
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from api.kit.schemas import Body, Schema
from warehouse.date_ranges import RangeError, zone_of

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Endpoint = Annotated[str, StringConstraints(min_length=1, max_length=2_000)]


def _decoded(text: str) -> bytes:
    bare = text.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError) as wrong:
        raise ValueError("must be base64url") from wrong


def _point(text: str) -> str:
    from cryptography.hazmat.primitives.asymmetric import ec

    decoded = _decoded(text)
    if len(decoded) != 65:
        raise ValueError("must be an uncompressed point of P-256")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded)
    return text


def _secret(text: str) -> str:
    if len(_decoded(text)) != 16:
        raise ValueError("must have exactly 16 bytes")
    return text


def _known_zone(name: str | None) -> str | None:
    """Return the time zone if it is known, because browsers send some that are not."""
    try:
        return zone_of(name).key if name else None
    except RangeError:
        return None


class SubscriptionKeys(Body):
    """The keys of a browser's subscription."""

    p256dh: Annotated[str, StringConstraints(max_length=200), AfterValidator(_point)]
    auth: Annotated[str, StringConstraints(max_length=100), AfterValidator(_secret)]


class BrowserSubscription(Body):
    """A subscription as browsers return it (`PushSubscription.toJSON()`)."""

    endpoint: Endpoint
    keys: SubscriptionKeys


class SubscribeBrowser(Body):
    """A browser to subscribe to notifications of the organisation of a page."""

    page_id: Id
    code_id: Id | None = None
    subscription: BrowserSubscription
    text_shown: Annotated[str, StringConstraints(max_length=1_000)] | None = Field(
        None,
        description="The consent text that the visitor saw; it must be that of the published page",
    )
    time_zone: Annotated[
        str | None, Field(max_length=64, description="IANA time zone"), AfterValidator(_known_zone)
    ] = None


class UnsubscribeBrowser(Body):
    """A browser to unsubscribe."""

    page_id: Id
    code_id: Id | None = None
    endpoint: Endpoint


class RenewSubscription(Body):
    """A subscription whose endpoint the browser has changed."""

    organization: Id
    endpoint: Endpoint = Field(description="The previous endpoint")
    subscription: BrowserSubscription


class WebPushKeyRead(Schema):
    """The data that a browser requires to subscribe."""

    public_key: str
    scope: str = Field(description="The path for which the service worker is registered")


class SubscriptionState(Schema):
    """Whether the browser is subscribed."""

    is_subscribed: bool


class WebAppManifest(Schema):
    """The web app manifest of a page (w3.org/TR/appmanifest)."""

    name: str
    short_name: str
    id: str
    start_url: str
    scope: str = "/"
    display: str = "standalone"
