"""How visitors name themselves at a lock: by an email address or a phone number."""

import re

from api.domains.people.customers.contacts import normalised_email, normalised_phone
from api.domains.people.customers.types import ContactKind

_DIGITS = re.compile(r"\+?[0-9]{6,15}\Z")
_BETWEEN_DIGITS = re.compile(r"[\s().\-/]")


def contact_of(text: str, region: str) -> tuple[ContactKind, str] | None:
    """The address or number as customers have it, with its kind; None if it is neither.

    A number without a country code belongs to `region`. One that no country has is kept as its digits.
    """
    email = normalised_email(text)
    if email is not None:
        return "email", email
    digits = _BETWEEN_DIGITS.sub("", text)
    if not _DIGITS.match(digits):
        return None
    return "phone", normalised_phone(text, region) or digits
