"""Validation of the input for a connection against the description of its vendor."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from api.domains.commerce.connections.errors import invalid, refusal
from api.domains.commerce.connections.masking import masked_answer
from api.integrations.connector import DESCRIPTIONS
from api.integrations.ports.connector import (
    ConnectionSettings,
    Connector,
    Credentials,
    VendorDescription,
    VendorProblem,
)
from api.kit.validation_messages import words_for


def description_of(vendor: str | None) -> VendorDescription:
    """Return the description of a vendor.

    Raises:
        Invalid: there is no such vendor.
    """
    description = DESCRIPTIONS.get(vendor or "")
    if description is None:
        raise invalid("vendor", "is not a vendor that can be connected.", "unknown_vendor")
    return description


def checked_settings(
    description: VendorDescription, given: Mapping[str, Any]
) -> ConnectionSettings:
    """Validate the settings for a vendor.

    Raises:
        Invalid: a setting is wrong; the error names it.
    """
    try:
        return description.settings.model_validate(dict(given))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(it) for it in first["loc"]) or "settings"
        message = words_for(first).removeprefix("Value error, ")
        raise invalid(f"settings.{where}", message, first["type"]) from None


def checked_keys(description: VendorDescription, given: Mapping[str, str]) -> dict[str, str]:
    """Return the credentials that were entered, without empty ones.

    Raises:
        Invalid: a credential is missing, too long, or has characters that no key has.
    """
    found = {}
    for it in description.fields:
        text = given.get(it.name, "")
        if it.is_required and not text:
            raise invalid(f"credentials.{it.name}", "is required.", "missing")
        line = "".join(text.splitlines()) if it.is_file else text
        if len(text) > it.max_length or not (line.isascii() and line.isprintable()):
            raise invalid(
                f"credentials.{it.name}",
                "is not a valid key. Copy it from the vendor again.",
                "invalid",
            )
        if text:
            found[it.name] = text
    return found


def checked_kinds(description: VendorDescription, wanted: Any) -> list[str]:
    """Return the kinds of events to send to this vendor, in the vendor's order.

    Raises:
        Invalid: one of them is not sent to this vendor.
    """
    unknown = [it for it in wanted if it not in description.event_kinds]
    if unknown:
        raise invalid(
            "event_kinds", f"contains {unknown[0]}, which this vendor does not receive.", "not_sent"
        )
    return [it for it in description.event_kinds if it in set(wanted)]


def started(vendor: Connector, given: Mapping[str, str]) -> Credentials:
    """Return the credentials to store, made from what was entered.

    Raises:
        Invalid: the credentials cannot work, which is known without asking the vendor.
    """
    try:
        return vendor.start(given)
    except VendorProblem as wrong:
        raise refusal(wrong, masked_answer(wrong.text, dict(given))) from None
