"""How visitors identify themselves at a lock: by email address or phone number."""

import re

from api.domains.people.customers.contacts import normalised_email, normalised_phone
from api.domains.people.customers.types import ContactKind

_DIGITS = re.compile(r"\+?[0-9]{6,15}\Z")
_BETWEEN_DIGITS = re.compile(r"[\s().\-/]")


def contact_of(text: str, region: str) -> tuple[ContactKind, str] | None:
    """Return the kind and the normalised form of an email address or phone number; None if the text is neither.

    A number without a country code belongs to `region`. An invalid number is reduced to its digits.
    """
    email = normalised_email(text)
    if email is not None:
        return "email", email
    digits = _BETWEEN_DIGITS.sub("", text)
    if not _DIGITS.match(digits):
        return None
    return "phone", normalised_phone(text, region) or digits
