"""The entries for Google Wallet in tests/support/calls.py."""

import json
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.support.call import Call
from tests.twins.google_callbacks import Callbacks


@cache
def _key() -> str:
    key = rsa.generate_private_key(public_exponent=65_537, key_size=2_048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def key_file(**changes: Any) -> str:
    """Return the JSON key file of a service account."""
    given = {
        "type": "service_account",
        "project_id": "harbor-coffee",
        "private_key_id": "0f" * 20,
        "private_key": _key(),
        "client_email": "passes@harbor-coffee.iam.gserviceaccount.com",
    }
    return json.dumps({**given, **changes})


def _account(_: dict[str, str]) -> dict[str, Any]:
    return {"service_account": key_file(), "issuer_id": "3388000000012345678"}


GOOGLE_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/google-wallet"): Call("editor", lambda ids: {"pass_id": ids["pass"]}),
    ("POST", "/v1/get-google-wallet-account"): Call("viewer", lambda _: {}),
    ("POST", "/v1/save-google-wallet-account"): Call("admin", _account),
    # Both concern the account saved by the call before; in tests Google is not reachable.
    ("POST", "/v1/check-google-wallet-account"): Call("admin", lambda _: {}),
    ("POST", "/v1/remove-google-wallet-account"): Call("admin", lambda _: {}, takes_away=1),
    # Only Google can sign one, and an old one is refused before Google's keys are requested.
    ("POST", "/dev/v1/google-wallet-callbacks"): Call(
        "public",
        lambda ids: Callbacks().call(f"3388000000012345678.{ids['pass']}", "save", expires_in=-1),
        gives=403,
    ),
    ("GET", "/dev/v1/logos/{passTypeIdentifier}/{color}.png"): Call(
        "public", path=lambda ids: f"/dev/v1/logos/{ids['pass_type']}/1b3a4b.png"
    ),
}
