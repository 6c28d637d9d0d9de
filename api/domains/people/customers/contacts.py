"""Normal forms of email addresses and phone numbers: what customers are found by."""

import re

import phonenumbers
from email_validator import EmailNotValidError, validate_email

from api.kit.territories import territory_of


def normalised_email(text: str) -> str | None:
    """The address in lower case; None if it is no email address."""
    try:
        checked = validate_email(text.strip(), check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        return None
    return checked.normalized.lower()


def normalised_phone(text: str, region: str) -> str | None:
    """The number in E.164; None if it is no phone number.

    A number without a country code belongs to `region`. Numbers reserved for fiction (555-0100) are possible
    but not valid; they are accepted.
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
    """The country that an organisation's phone numbers belong to when they name none."""
    territory = territory_of(locale)
    return territory if territory in phonenumbers.SUPPORTED_REGIONS else "US"


def loose_email(email: str) -> str:
    """A normalised address without dots and tag in its first part: what mailboxes often take for the same."""
    local, _, domain = email.rpartition("@")
    domain = "gmail.com" if domain == "googlemail.com" else domain
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


def loose_phone(phone: str) -> str:
    """The last nine digits of a number in E.164: the same with a wrong or missing country code."""
    return phone[-9:]


_NUMBER = re.compile(r"C?([2-9A-HJKMNP-Z]{8})")


def customer_number(text: str) -> str | None:
    """A customer's number as it is stored, however it is typed: without case, spaces and hyphens; None if it is none."""
    found = _NUMBER.fullmatch(re.sub(r"[\s\-]", "", text).upper())
    return f"C-{found[1]}" if found else None
