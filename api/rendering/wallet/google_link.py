"""Save links of Google Wallet: a signed token that names a pass or contains it as a whole.

Source: developers.google.com/wallet/generic/web#create-jwt and …/overview/add-to-google-wallet-flow.
"""

from collections.abc import Sequence
from datetime import datetime

import jwt

from api.rendering.wallet.google_json import Document, GooglePass

ADDRESS = "https://pay.google.com/gp/v/save/"
MOST_CHARACTERS = 1_800
"""Maximum length of a token. According to Google, browsers may truncate longer ones."""


def whole(made: GooglePass) -> Document:
    """Return the payload of a link that creates the pass when it is saved."""
    return {
        f"{made.kind}Classes": [made.class_document],
        f"{made.kind}Objects": [made.object_document],
    }


def by_name(made: GooglePass) -> Document:
    """Return the payload of a link to a pass that already exists at Google."""
    names = {name: made.object_document[name] for name in ("id", "classId")}
    return {f"{made.kind}Objects": [names]}


def signed(
    payload: Document, email: str, private_key: str, now: datetime, *, origins: Sequence[str]
) -> str:
    """Return the token of a link, signed with a service account's key."""
    claims = {
        "iss": email,
        "aud": "google",
        "typ": "savetowallet",
        "iat": int(now.timestamp()),
        "origins": list(origins),
        "payload": payload,
    }
    return jwt.encode(claims, private_key, algorithm="RS256")


def fits(token: str) -> bool:
    """Return whether every browser accepts a link with this token."""
    return len(token) <= MOST_CHARACTERS
