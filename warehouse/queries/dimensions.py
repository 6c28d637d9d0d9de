"""Dimensions: columns of the lake, groups of codes and properties of codes."""

import re
from collections.abc import Iterable

from warehouse.dimensions import GROUPS_OF_CODES, Dimension

__all__ = [
    "GROUPS_OF_CODES",
    "AnyDimension",
    "Dimension",
    "Property",
    "QuestionError",
    "columns_of",
    "parse_dimension",
]

MAX_PROPERTY_NAME = 40
"""Maximum length of a property's name."""
_PROPERTY_NAME = re.compile(rf"(?! )[^\x00-\x1f\x7f]{{1,{MAX_PROPERTY_NAME}}}(?<! )")


class QuestionError(ValueError):
    """An invalid question. `field` names the wrong field."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Property(str):
    """A property of codes, such as `property:store`, which is a dimension that an organisation defines.

    Its name comes from the caller, so it is only bound as a value and never becomes SQL text.
    """

    __slots__ = ()
    PREFIX = "property:"

    @classmethod
    def called(cls, name: str) -> "Property":
        """Return the property with this name."""
        return cls(f"{cls.PREFIX}{name}")

    @property
    def value(self) -> str:
        """Its name in requests, such as `property:store`."""
        return str(self)

    @property
    def name(self) -> str:
        """Its name on codes."""
        return self.removeprefix(self.PREFIX)

    @property
    def column(self) -> str:
        """The column of the lake from which it is derived."""
        return "code_id"

    @property
    def is_of_codes(self) -> bool:
        """Whether it groups codes, which is always true."""
        return True


AnyDimension = Dimension | Property


def parse_dimension(name: str, field: str) -> AnyDimension:
    """Return the dimension called `name`.

    Raises:
        QuestionError: there is no such dimension.
    """
    if name.startswith(Property.PREFIX):
        if _PROPERTY_NAME.fullmatch(name, len(Property.PREFIX)) is None:
            raise QuestionError(
                field,
                f"A property has a name of 1 to {MAX_PROPERTY_NAME} letters after"
                f" `{Property.PREFIX}`, without blanks around it",
            )
        return Property(name)
    try:
        return Dimension(name)
    except ValueError as unknown:
        known = ", ".join((*Dimension, f"{Property.PREFIX}NAME"))
        raise QuestionError(field, f"Unknown dimension {name[:64]!r}; one of {known}") from unknown


def columns_of(dimensions: Iterable[AnyDimension]) -> list[str]:
    """Return the lake's columns that these dimensions need, without duplicates."""
    stored = (one for one in dimensions if one is not Dimension.HOUR_BY_WEEKDAY)
    return list(dict.fromkeys(one.column for one in stored))
