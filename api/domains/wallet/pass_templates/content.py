"""Content of a template: a pass whose texts may contain placeholders, so that its values are texts until there is a
person.
"""

from typing import Annotated, Any

from pydantic import Field, StringConstraints, field_validator

from api.rendering.wallet.content import MOST_FIELDS, PassField, WalletPass


class TemplateField(PassField):
    """A field whose value is a text with placeholders. It is parsed by its format once there is a person."""

    value: Annotated[str, StringConstraints(max_length=2_000)]

    @field_validator("value", mode="before")
    @classmethod
    def _read_by_format(cls, value: object, _info: Any) -> object:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return str(value) if is_number else value


class TemplateContent(WalletPass):
    """A pass with placeholders like `{{customer.name}}` in its texts."""

    fields: tuple[TemplateField, ...] = Field((), max_length=MOST_FIELDS)
