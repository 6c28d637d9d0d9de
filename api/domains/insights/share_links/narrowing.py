"""What a visitor asks, held inside what their link allows. Pure."""

from collections.abc import Mapping, Sequence

Filters = Mapping[str, Sequence[str]]


def narrowed(allowed: Filters, asked: Filters) -> dict[str, list[str]]:
    """Both filters at once: what the result lets through, each of the two lets through.

    A leading `-` excludes. Values that the link allows and the visitor asks for meet in what both
    name; where that is nothing, the answer is of nothing and never of what the link does not allow.
    """
    return {
        name: _both(list(allowed.get(name, ())), list(asked.get(name, ())))
        for name in dict.fromkeys([*allowed, *asked])
    }


def _both(allowed: list[str], asked: list[str]) -> list[str]:
    never = [value for value in [*allowed, *asked] if value.startswith("-")]
    may, wants = (
        [value for value in values if not value.startswith("-")] for values in (allowed, asked)
    )
    if may and wants:
        only = [value for value in may if value in wants]
        if not only:
            only, never = may[:1], [f"-{may[0]}", *never]
    else:
        only = may or wants
    return list(dict.fromkeys([*only, *never]))
