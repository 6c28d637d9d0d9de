"""The `referral_email` of the calls: it arrives in base64, is decoded, and backslashes are removed."""

import base64
import binascii

from api.domains.people.customers.contacts import normalised_email

MAX_ENCODED = 1_000
_URL_SAFE = str.maketrans("-_", "+/")


def decode_referral_email(text: str) -> str | None:
    """The normalised address; None if the text is no base64 of one. Padding may be missing, and both alphabets of
    base64 are read.
    """
    plain = "".join(text.split()).translate(_URL_SAFE).rstrip("=")
    try:
        decoded = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return None
    return normalised_email(decoded.replace("\\", ""))


def encode_referral_email(email: str) -> str:
    """The address as the calls take it."""
    return base64.b64encode(email.encode()).decode()
