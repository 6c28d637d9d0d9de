"""Normal forms of email addresses and phone numbers, by which customers are found."""

import re

import phonenumbers
from email_validator import EmailNotValidError, validate_email

from api.kit.territories import territory_of


def normalised_email(text: str) -> str | None:
    """Return the address in lower case, or None if it is not an email address."""
    try:
        checked = validate_email(text.strip(), check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        return None
    return checked.normalized.lower()


def normalised_phone(text: str, region: str) -> str | None:
    """Return the number in E.164, or None if it is not a phone number.

    A number without a country code belongs to `region`. Numbers reserved for fiction (555-0100) are possible but not
    valid; they are accepted.
    """
    text = text.strip()
    try:
        number = phonenumbers.parse(text, None if text.startswith("+") else region)
    except phonenumbers.NumberParseException:
        return None
    if number.extension or not phonenumbers.is_possible_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def region_of(locale: str) -> str:
    """Return the country of an organisation's phone numbers without a country code."""
    territory = territory_of(locale)
    return territory if territory in phonenumbers.SUPPORTED_REGIONS else "US"


def loose_email(email: str) -> str:
    """Return a normalised address without dots and tag in its local part, which mailboxes often treat as equal."""
    local, _, domain = email.rpartition("@")
    domain = "gmail.com" if domain == "googlemail.com" else domain
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


def loose_phone(phone: str) -> str:
    """Return the last nine digits of a number in E.164, which match despite a wrong or missing country code."""
    return phone[-9:]


_NUMBER = re.compile(r"C?([2-9A-HJKMNP-Z]{8})")


def customer_number(text: str) -> str | None:
    """Return a customer number in its stored form, regardless of case, spaces and hyphens, or None if it is not one."""
    found = _NUMBER.fullmatch(re.sub(r"[\s\-]", "", text).upper())
    return f"C-{found[1]}" if found else None
