"""Lists: the requested page, and the format of the response."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from api.kit.schemas import OrgBody

Item = TypeVar("Item")

DEFAULT_PAGE_SIZE = 10
MAX_PAGE_SIZE = 100
MAX_PAGE = 100_000


@dataclass(frozen=True, slots=True)
class Paging:
    """A page of a list, counted from 1."""

    page: int = 1
    page_size: int = DEFAULT_PAGE_SIZE

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.page_size


class PagedBody(OrgBody):
    """The body of a request for a list with a fixed order: page and size."""

    page: int = Field(1, ge=1, le=MAX_PAGE)
    page_size: int = Field(
        DEFAULT_PAGE_SIZE,
        ge=1,
        le=MAX_PAGE_SIZE,
        validation_alias=AliasChoices("pageSize", "per_page", "page_size"),
    )

    @property
    def paging(self) -> Paging:
        return Paging(self.page, self.page_size)


class ListBody(PagedBody):
    """The body of a request for most lists: page, size, text filter and sort."""

    filter: str | None = Field(None, max_length=200, description="Text that an item must contain")
    sort: str | None = Field(
        None,
        max_length=50,
        description="Column to order by, `-` in front for descending; a column that the list does"
        " not have is refused",
    )


class Page(BaseModel, Generic[Item]):
    """One page of a list."""

    model_config = ConfigDict(populate_by_name=True, defer_build=True)

    items: list[Item]
    page: int
    page_size: int = Field(serialization_alias="pageSize")
    total: int = Field(description="Items on all pages together")


def page_of(items: list[Item], total: int, paging: Paging) -> Page[Item]:
    """Return the response to a list call."""
    return Page(items=items, total=total, page=paging.page, page_size=paging.page_size)


def contains_pattern(text: str) -> str:
    """Return an ILIKE pattern for texts that contain `text`, with its wildcards escaped."""
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
