"""What the answers of a form say of their customer for good; the rest stays with the submission."""

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
"""Fields that are kept under their names."""

_TAG: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


def attributes_in(values: Mapping[str, Any]) -> dict[str, Any]:
    """Answers that are kept under their names."""
    return {name: value for name, value in values.items() if name in ATTRIBUTES}


def facts_in(values: Mapping[str, Any], spoken: str | None, today: date) -> dict[str, str]:
    """Birthday and language, where the answers have them; `spoken`: what the browser asks for, if no answer says."""
    facts = {}
    born = values.get("birthday")
    if isinstance(born, str):
        with suppress(WrongValue):
            birthday = checked_birthday(born.strip())
            # Somewhere it is tomorrow already.
            if birthday.startswith("--") or date.fromisoformat(birthday) <= today + timedelta(1):
                facts["birthday"] = birthday
    language = values.get("language")
    if not (isinstance(language, str) and _TAG.fullmatch(language.strip())):
        language = spoken
    if language:
        facts["language"] = language.strip()
    return facts
