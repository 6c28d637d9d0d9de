"""Filters of queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from warehouse.queries.dimensions import AnyDimension, Dimension, QuestionError, parse_dimension

MAX_VALUES = 100
MAX_VALUE_LENGTH = 512
NO_CODE = "no code"
"""A value that no code has, so that an empty group matches no events instead of all."""

Groups = Mapping[AnyDimension, Mapping[str, str]]
"""For each dimension of codes, the group by code ID. Codes without a group are missing."""


@dataclass(frozen=True)
class Filter:
    """Rows whose `dimension` is one of `only` (if any is given) and none of `never`.

    The empty string means an unknown value.
    """

    dimension: AnyDimension
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    def matches(self, value: str) -> bool:
        """Return whether a row with this value passes the filter."""
        return (not self.only or value in self.only) and value not in self.never


def parse_filters(raw: Mapping[str, Sequence[str]]) -> tuple[Filter, ...]:
    """Parse filters of a request, such as `{"country": ["US", "-CA"]}`. A leading `-` excludes a value.

    Raises:
        QuestionError: a dimension is unknown, there are too many values, or a value is too long.
    """
    filters = []
    for name, values in raw.items():
        field = f"filters.{name[:64]}"
        dimension = parse_dimension(name, field)
        if dimension is Dimension.HOUR_BY_WEEKDAY:
            raise QuestionError(field, "Hours can be listed, not filtered by")
        if len(values) > MAX_VALUES:
            raise QuestionError(field, f"At most {MAX_VALUES} values")
        if any(len(value) > MAX_VALUE_LENGTH or "\x00" in value for value in values):
            raise QuestionError(field, f"A value has at most {MAX_VALUE_LENGTH} characters")
        never = tuple(value[1:] for value in values if value.startswith("-"))
        only = tuple(value for value in values if not value.startswith("-"))
        if only or never:
            filters.append(Filter(dimension, only, never))
    return tuple(filters)


def filters_of_codes(filters: Sequence[Filter], groups: Groups) -> tuple[Filter, ...]:
    """Return the same filters, with groups of codes expanded to code IDs. Codes missing in `groups` belong to the empty
    group.
    """
    lines = []
    for one in filters:
        if not one.dimension.is_of_codes:
            lines.append(one)
            continue
        known = groups.get(one.dimension, {})
        if one.only:
            lines.append(_codes_in(known, one.only))
        if one.never:
            lines.append(_codes_not_in(known, one.never))
    return tuple(lines)


def _codes_in(known: Mapping[str, str], groups: tuple[str, ...]) -> Filter:
    if "" in groups:
        others = tuple(code for code, group in known.items() if group not in groups)
        return Filter(Dimension.CODE, never=others or (NO_CODE,))
    codes = tuple(code for code, group in known.items() if group in groups)
    return Filter(Dimension.CODE, only=codes or (NO_CODE,))


def _codes_not_in(known: Mapping[str, str], groups: tuple[str, ...]) -> Filter:
    if "" in groups:
        codes = tuple(code for code, group in known.items() if group not in groups)
        return Filter(Dimension.CODE, only=codes or (NO_CODE,))
    others = tuple(code for code, group in known.items() if group in groups)
    return Filter(Dimension.CODE, never=others or (NO_CODE,))
