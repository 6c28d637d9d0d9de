"""Which of our fields go to a vendor, and what they and events are called there: the same for every vendor."""

import hashlib
import re
from typing import Annotated, Literal, get_args

from pydantic import Field, StringConstraints

from api.integrations.ports.connector import ConnectionSettings, EventKind, Person

ProfileField = Literal[
    "customer_id", "first_name", "last_name", "language", "birthday", "time_zone", "source"
]
"""What of a customer can be sent beside the addresses, which go where the vendor has them."""

PROFILE_FIELDS: tuple[ProfileField, ...] = get_args(ProfileField)

VendorName = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=40, pattern=r"^[A-Za-z0-9 _$.-]*$")
]
"""A name at the vendor; empty: not sent, or called as usual."""


class MappedSettings(ConnectionSettings):
    """Base of settings of vendors that get people or events."""

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
    """The fields of a customer that go there, by their names there. What the settings do not name goes as usual."""
    names = {**usual, **settings.profile_fields}
    found = {there: getattr(person, ours) for ours, there in names.items() if there}
    return {there: value for there, value in found.items() if value}


def event_name(kind: str, settings: MappedSettings, usual: dict[str, str]) -> str:
    """What an event is called there."""
    chosen: dict[str, str] = {str(it): name for it, name in settings.event_names.items()}
    return chosen.get(kind) or usual.get(kind, kind)


def hashed(text: str) -> str:
    """The SHA-256 by which advertising vendors know an address, as hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def hashed_email(email: str) -> str:
    """Of an address, in small letters without spaces."""
    return hashed(email.strip().lower())


def hashed_phone(phone: str, *, plus: bool) -> str:
    """Of a number in E.164, with its plus sign or with digits only."""
    digits = re.sub(r"\D", "", phone)
    return hashed(f"+{digits}" if plus else digits)
