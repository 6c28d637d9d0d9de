"""The `referral_email` field of the API: it arrives in base64, is decoded, and backslashes are removed."""

import base64
import binascii

from api.domains.people.customers.contacts import normalised_email

MAX_ENCODED = 1_000
_URL_SAFE = str.maketrans("-_", "+/")


def decode_referral_email(text: str) -> str | None:
    """Return the normalised address; None if the text is not base64 of an address. Padding may be missing, and both
    base64 alphabets are accepted.
    """
    plain = "".join(text.split()).translate(_URL_SAFE).rstrip("=")
    try:
        decoded = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return None
    return normalised_email(decoded.replace("\\", ""))


def encode_referral_email(email: str) -> str:
    """Return the address in the encoding of the API."""
    return base64.b64encode(email.encode()).decode()
