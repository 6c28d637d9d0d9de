"""How visitors name themselves at a lock: by an e-mail address or a phone number."""

import re

from api.domains.people.customers.types import ContactKind

_MAIL = re.compile(r"[^@\s]{1,64}@[^@\s]+\.[^@\s]+\Z")
_PHONE = re.compile(r"\+?[0-9]{6,15}\Z")
_BETWEEN_DIGITS = re.compile(r"[\s().\-/]")


def contact_of(text: str) -> tuple[ContactKind, str] | None:
    """The address in lower case or the digits of the number, with its kind; None if it is neither."""
    if _MAIL.match(text):
        return "email", text.casefold()
    digits = _BETWEEN_DIGITS.sub("", text)
    return ("phone", digits) if _PHONE.match(digits) else None
