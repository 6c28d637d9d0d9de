"""Combines the filters of a visitor with those of the link. All functions are pure."""

from collections.abc import Mapping, Sequence

Filters = Mapping[str, Sequence[str]]


def intersect_filters(allowed: Filters, requested: Filters) -> dict[str, list[str]]:
    """Return the intersection of both filters: the result matches only what both match.

    A leading `-` excludes. If the link and the visitor name different values, the result matches nothing, and never
    anything that the link does not allow.
    """
    return {
        name: _intersect(list(allowed.get(name, ())), list(requested.get(name, ())))
        for name in dict.fromkeys([*allowed, *requested])
    }


def _intersect(allowed: list[str], requested: list[str]) -> list[str]:
    never = [value for value in [*allowed, *requested] if value.startswith("-")]
    may, wants = (
        [value for value in values if not value.startswith("-")] for values in (allowed, requested)
    )
    if may and wants:
        only = [value for value in may if value in wants]
        if not only:
            only, never = may[:1], [f"-{may[0]}", *never]
    else:
        only = may or wants
    return list(dict.fromkeys([*only, *never]))
