"""Placeholders in the texts of a template: the available ones, and the pass that results for one person."""

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import ValidationError

from api.domains.wallet.pass_templates.content import TemplateContent
from api.kit.validation_messages import words_for
from api.rendering.placeholders import defaults, filled, placeholders
from api.rendering.wallet.content import WalletPass

SAMPLE: Mapping[str, str] = {
    "customer.name": "Ana Silva",
    "customer.first_name": "Ana",
    "customer.last_name": "Silva",
    "customer.number": "K7M2PX4",
    "points": "120",
    "stamps": "4",
    "stamps_goal": "10",
    "tier": "Gold",
    "serial": "wp_4XhT9sKq",
    "code": "HC7K2M9PXQ4R",
}
"""Every placeholder, with its value for the person in the preview."""
ROW = "row."
"""Prefix of the name of a column in a person's own row: `{{row.seat}}`."""

_DAY = "2027-06-01T18:00:00Z"
_BY_FORMAT: Mapping[str, str] = {
    "number": "1",
    "percent": "10",
    "currency": "1",
    "date": _DAY,
    "time": _DAY,
    "date_time": _DAY,
}


class Problem(NamedTuple):
    """A reason why a template is not a valid pass for a person: the path within the content, and the problem there."""

    field: str
    message: str


class Unresolvable(Exception):
    """A template that does not make a valid pass for this person."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"{field} {message}" for field, message in problems))
        self.problems = problems


def resolve(content: TemplateContent, values: Mapping[str, str]) -> WalletPass:
    """Return the pass of the person with these values.

    Raises:
        Unresolvable: the result is not a valid pass.
    """
    resolved = filled(content.model_dump(mode="json"), values)
    try:
        return WalletPass.model_validate(resolved)
    except ValidationError as error:
        problems = [Problem(_path(content, it["loc"]), words_for(it)) for it in error.errors()]
        raise Unresolvable(problems) from None


def mentioned(content: TemplateContent) -> frozenset[str]:
    """Return the placeholders that a template contains."""
    return frozenset(name for _, name in placeholders(content.model_dump(mode="json")))


def sample_columns(content: TemplateContent) -> dict[str, str]:
    """Return sample values for the columns that a template mentions: the default, or a value that fits the field's
    format.
    """
    values: dict[str, str] = {}
    for field in content.fields:
        for name, default in defaults(field.value):
            plain = _BY_FORMAT.get(field.format, name.removeprefix(ROW).title())
            values.setdefault(name, (default or "").strip() or plain)
    for name in mentioned(content):
        values.setdefault(name, name.removeprefix(ROW).title())
    return {name: text for name, text in values.items() if name.startswith(ROW)}


def unknown(content: TemplateContent) -> list[tuple[str, str]]:
    """Return path and name of each placeholder that does not exist."""
    return [
        (_path(content, at), name)
        for at, name in placeholders(content.model_dump(mode="json"))
        if not is_known(name)
    ]


def is_known(name: str) -> bool:
    """Return whether there is such a placeholder."""
    return name in SAMPLE or name.startswith(ROW)


def _path(content: TemplateContent, at: tuple[str | int, ...]) -> str:
    """Return the path in the linter's notation, which names a field by its key."""
    if len(at) > 1 and at[0] == "fields" and isinstance(at[1], int):
        return f"fields.{content.fields[at[1]].key}"
    return ".".join(str(it) for it in at)
