"""The answers of a form that become lasting facts about the customer. The others stay with the submission."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta
from typing import Any, Final

from api.domains.people.customers.field_values import WrongValue, checked_birthday

ATTRIBUTES: Final = frozenset(
    {
        *("address1", "address2", "city", "country", "province", "zip"),
        *("company", "gender"),
    }
)
"""Fields that are stored under their own names."""

_TAG: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


def attributes_in(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers that are stored under their own names."""
    return {name: value for name, value in values.items() if name in ATTRIBUTES}


def facts_in(values: Mapping[str, Any], spoken: str | None, today: date) -> dict[str, str]:
    """Return birthday and language if the answers have them. `spoken` is the language that the browser requests, used
    if no answer names one.
    """
    facts = {}
    born = values.get("birthday")
    if isinstance(born, str):
        with suppress(WrongValue):
            birthday = checked_birthday(born.strip())
            # It may already be tomorrow in some time zone.
            if birthday.startswith("--") or date.fromisoformat(birthday) <= today + timedelta(1):
                facts["birthday"] = birthday
    language = values.get("language")
    if not (isinstance(language, str) and _TAG.fullmatch(language.strip())):
        language = spoken
    if language:
        facts["language"] = language.strip()
    return facts
