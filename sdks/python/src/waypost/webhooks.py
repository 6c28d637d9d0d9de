"""Webhooks that Waypost sends: verified by https://www.standardwebhooks.com."""

import binascii
import json
from collections.abc import Mapping
from typing import Any, cast

from standardwebhooks import Webhook, WebhookVerificationError
from typing_extensions import TypedDict

from waypost.errors import WaypostError


class Event(TypedDict):
    """A webhook's body. `data` holds `event_id`, `code_id`, `customer_id`, `context`, `details`."""

    type: str
    timestamp: str
    data: dict[str, Any]


class SignatureRefused(WaypostError):
    """The webhook does not come from Waypost, was changed, or is older than five minutes."""


def verify_webhook(body: bytes | str, headers: Mapping[str, str], *secrets: str) -> Event:
    """The event of a webhook, if one of the secrets signed it; while one is rotated there are two.

    `body` is the raw body: parsed and written again it is another text. Handle each `data.event_id` once, as an
    event may come twice.
    """
    for secret in secrets:
        try:
            Webhook(secret).verify(body, dict(headers), json_parse=False)
        except (WebhookVerificationError, ValueError, binascii.Error):
            continue
        return cast(Event, json.loads(body))
    raise SignatureRefused("No secret fits the signature of this webhook.")
