"""What marketing vendors receive of an event and its person: descriptive names, and contact details with consent."""

from typing import Any

from api.integrations.ports.connector import Delivery, Person

WITHDRAWAL = "withdrawal"
"""The kind of a delivery that reports the withdrawal of a customer's consent."""
EVENT_NAMES = {
    "scan": "Scanned a code",
    "view": "Viewed a page",
    "submit": "Sent a form",
    "vote": "Voted",
    "play": "Played a game",
    "redemption": "Redeemed",
    "order": "Ordered",
    "points": "Points changed",
    "award": "Got a reward",
}


def is_withdrawal(it: Delivery) -> bool:
    """Return whether a delivery reports a withdrawal of consent, which is not an event."""
    return it.kind == WITHDRAWAL


def agreed_contacts(person: Person, *, phone: str) -> dict[str, str]:
    """Return the contact details to which a person agreed to receive marketing; `phone` is the vendor's name for the
    number.
    """
    found = {}
    if person.may_email and person.email:
        found["email"] = person.email
    if person.may_text and person.phone:
        found[phone] = person.phone
    return found


def ended_contact(it: Delivery, *, phone: str) -> dict[str, str]:
    """Return the address for which consent was withdrawn; empty if it no longer exists, or if there is a new
    consent.
    """
    person, channel = it.person, it.body["data"]["details"]["channel"]
    if person is None:
        return {}
    if channel == "email":
        return {"email": person.email} if person.email and not person.may_email else {}
    return {phone: person.phone} if person.phone and not person.may_text else {}


def event_properties(it: Delivery) -> dict[str, Any]:
    """Return the properties of an event by name: IDs and its details."""
    data = it.body["data"]
    return {
        "code_id": data["code_id"],
        "page_id": data["page_id"],
        "campaign_id": data["campaign_id"],
        **{name: value for name, value in data["details"].items() if _is_plain(value)},
    }


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int | float | bool)
