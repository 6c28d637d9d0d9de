"""Lists, item by item."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from typing_extensions import TypedDict

Item = TypeVar("Item")
LARGEST = 100


class PageOf(TypedDict, Generic[Item]):
    """What every list answers with."""

    items: list[Item]
    page: int
    pageSize: int
    total: int


def each(
    call: Callable[[Any], PageOf[Item]], body: Mapping[str, Any] | None = None
) -> Iterator[Item]:
    """All items of a list, fetched page by page: `each(waypost.list_codes, {"filter": "menu"})`."""
    asked: dict[str, Any] = {"pageSize": LARGEST, **(body or {}), "page": 1}
    while True:
        answer = call(asked)
        yield from answer["items"]
        if asked["page"] * answer["pageSize"] >= answer["total"] or not answer["items"]:
            return
        asked["page"] += 1
