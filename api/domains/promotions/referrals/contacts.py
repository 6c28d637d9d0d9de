"""Parses the email addresses and phone numbers in requests about referrals."""

from typing import NamedTuple

from api.domains.people.customers.contacts import normalised_email, normalised_phone
from api.domains.promotions.referrals.errors import invalid
from api.domains.promotions.referrals.referral_emails import decode_referral_email


class Contact(NamedTuple):
    """A normalised email address and phone number; None where missing."""

    email: str | None
    phone: str | None


def contact_in(email: str | None, phone: str | None, region: str) -> Contact:
    """Return a friend's email address and phone number, normalised.

    Raises:
        Invalid: one of them is not valid.
    """
    address = normalised_email(email) if email is not None else None
    if email is not None and address is None:
        raise invalid("email", "must be an email address", "not_email")
    return Contact(address, _number("phone_number", phone, region))


def referrer_in(email: str | None, phone: str | None, region: str) -> Contact:
    """Return a referrer's email address, which arrives in base64, and phone number, normalised.

    Raises:
        Invalid: one of them is not valid.
    """
    address = decode_referral_email(email) if email is not None else None
    if email is not None and address is None:
        raise invalid("referral_email", "must be an email address in base64", "not_base64_email")
    return Contact(address, _number("referred_by_number", phone, region))


def _number(field: str, phone: str | None, region: str) -> str | None:
    number = normalised_phone(phone, region) if phone is not None else None
    if phone is not None and number is None:
        raise invalid(
            field,
            "is not a valid phone number. Include the country code if it is from another country",
            "not_phone",
        )
    return number
