"""The field mapping: which fields go to a vendor, and the vendor's names of fields and events. It works the same for
every vendor.
"""

import hashlib
import re
from typing import Annotated, Literal, get_args

from pydantic import Field, StringConstraints

from api.integrations.ports.connector import ConnectionSettings, EventKind, Person

ProfileField = Literal[
    "customer_id", "first_name", "last_name", "language", "birthday", "time_zone", "source"
]
"""Customer data that can be sent in addition to contact details, which go to the vendor's own fields."""

PROFILE_FIELDS: tuple[ProfileField, ...] = get_args(ProfileField)

VendorName = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=40, pattern=r"^[A-Za-z0-9 _$.-]*$")
]
"""A name at the vendor. If empty, the field is not sent, or an event has its usual name."""


class MappedSettings(ConnectionSettings):
    """Base class of settings of vendors that receive people or events."""

    profile_fields: dict[ProfileField, VendorName] = Field(
        default_factory=dict,
        description="What a field of customers is called there; empty: not sent",
    )
    event_names: dict[EventKind, VendorName] = Field(
        default_factory=dict, description="What a kind of event is called there; empty: as usual"
    )


def mapped_profile(
    person: Person, settings: MappedSettings, usual: dict[ProfileField, str]
) -> dict[str, str]:
    """Return the customer fields to send, by their names at the vendor. Fields that the settings do not name have their
    usual names.
    """
    names = {**usual, **settings.profile_fields}
    found = {there: getattr(person, ours) for ours, there in names.items() if there}
    return {there: value for there, value in found.items() if value}


def event_name(kind: str, settings: MappedSettings, usual: dict[str, str]) -> str:
    """Return an event's name at the vendor."""
    chosen: dict[str, str] = {str(it): name for it, name in settings.event_names.items()}
    return chosen.get(kind) or usual.get(kind, kind)


def hashed(text: str) -> str:
    """Return the SHA-256 in hexadecimal digits by which advertising vendors match an address."""
    return hashlib.sha256(text.encode()).hexdigest()


def hashed_email(email: str) -> str:
    """Return the hash of an email address in lower case, without spaces."""
    return hashed(email.strip().lower())


def hashed_phone(phone: str, *, plus: bool) -> str:
    """Return the hash of a number in E.164 format, with its plus sign or with digits only."""
    digits = re.sub(r"\D", "", phone)
    return hashed(f"+{digits}" if plus else digits)
