"""The entries for notifications to browsers in tests/support/calls.py, and the rows that they need."""

import base64
from typing import Any
from urllib.parse import urlencode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.support.call import Call
from tests.support.pages import PageMaker

TEXT = "News of the week, at most one a week."


def _subscription(browser: str) -> dict[str, Any]:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {
        "p256dh": base64.urlsafe_b64encode(point).decode(),
        "auth": base64.urlsafe_b64encode(bytes(16)).decode(),
    }
    return {"endpoint": f"https://fcm.googleapis.com/fcm/send/{browser}", "keys": keys}


def web_push_rows(pages: PageMaker, mark: str) -> dict[str, str]:
    """Create a page that offers notifications, and subscribed browsers; return their ids."""
    asks = {"type": "Notifications", "props": {"id": "n", "text": TEXT}}
    page_id = pages.page(asks)
    pages.publish(page_id)
    for name in ("first", "second"):
        body = {"page_id": page_id, "subscription": _subscription(f"{mark}-{name}")}
        pages.client.post("/v1/web-push-subscribe", json=body).raise_for_status()
    at = f"https://fcm.googleapis.com/fcm/send/{mark}"
    return {
        "push_page": page_id,
        "push_endpoint": f"{at}-first",
        "other_endpoint": f"{at}-second",
    }


def _page(ids: dict[str, str]) -> dict[str, Any]:
    return {"page_id": ids["push_page"]}


WEB_PUSH_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/preview-web-push"): Call("viewer", lambda _: {}),
    ("POST", "/v1/list-web-push-messages"): Call("viewer", lambda _: {}),
    ("POST", "/v1/change-web-push-message"): Call(
        "editor", lambda ids: {"message_id": ids["push_message"], "action": "pause"}
    ),
    ("GET", "/v1/web-push-key"): Call(
        "public", path=lambda ids: f"/v1/web-push-key?{urlencode(_page(ids))}"
    ),
    ("GET", "/v1/web-push-manifest"): Call(
        "public", path=lambda ids: f"/v1/web-push-manifest?{urlencode(_page(ids))}&start=/page"
    ),
    ("POST", "/v1/web-push-subscribe"): Call(
        "public",
        lambda ids: {**_page(ids), "subscription": _subscription("new"), "text_shown": TEXT},
    ),
    ("POST", "/v1/web-push-renew"): Call(
        "public",
        lambda ids: {
            "organization": ids["org"],
            "endpoint": ids["push_endpoint"],
            "subscription": _subscription(ids["push_endpoint"].rpartition("/")[2]),
        },
    ),
    ("POST", "/v1/web-push-unsubscribe"): Call(
        "public", lambda ids: {**_page(ids), "endpoint": ids["other_endpoint"]}
    ),
}
