"""What marketing vendors get of an event and of its person: names that say what happened, and addresses with a yes."""

from typing import Any

from api.integrations.ports.connector import Delivery, Person

WITHDRAWAL = "withdrawal"
"""Kind of a delivery that says that somebody took their consent back."""
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
    """Whether it says that somebody took their consent back, which is no event."""
    return it.kind == WITHDRAWAL


def agreed_contacts(person: Person, *, phone: str) -> dict[str, str]:
    """The addresses at which they agreed to be written to; `phone` is the vendor's name for the number."""
    found = {}
    if person.may_email and person.email:
        found["email"] = person.email
    if person.may_text and person.phone:
        found[phone] = person.phone
    return found


def ended_contact(it: Delivery, *, phone: str) -> dict[str, str]:
    """The address whose yes was taken back; empty if there is none any more, or a new yes."""
    person, channel = it.person, it.body["data"]["details"]["channel"]
    if person is None:
        return {}
    if channel == "email":
        return {"email": person.email} if person.email and not person.may_email else {}
    return {phone: person.phone} if person.phone and not person.may_text else {}


def event_properties(it: Delivery) -> dict[str, Any]:
    """What belongs to an event, by name: ids and its details."""
    data = it.body["data"]
    return {
        "code_id": data["code_id"],
        "page_id": data["page_id"],
        "campaign_id": data["campaign_id"],
        **{name: value for name, value in data["details"].items() if _is_plain(value)},
    }


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int | float | bool)
