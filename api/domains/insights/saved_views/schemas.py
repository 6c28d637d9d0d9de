"""Requests and responses about saved views."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema
from api.kit.visible_text import OneLine

ViewId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
ViewName = Annotated[str, OneLine(80)]
ViewQuery = Annotated[str, StringConstraints(max_length=4_000, pattern=r"^[!-~]*$")]


class SaveView(OrgBody):
    """A view to save. With `view_id`, the changes to it."""

    view_id: ViewId | None = None
    name: ViewName
    search: ViewQuery = Field(
        description="The query of the dashboard's URL, percent-encoded, without `?`",
        examples=["interval=30day&country=US"],
    )
    is_shared: bool = Field(False, description="Whether all members of the organisation see it")


class ViewRef(OrgBody):
    """The ID of a view."""

    view_id: ViewId


class SetDefaultView(OrgBody):
    """The view that the caller's dashboard opens with, or null for none."""

    view_id: ViewId | None


class ListViews(OrgBody):
    """List the views that the caller can see."""


class ViewRead(Schema):
    """One view."""

    view_id: str
    name: str
    search: str
    is_shared: bool
    is_own: bool
    is_default: bool = Field(description="Whether the caller's dashboard opens with it")
    updated_at: datetime


class ViewList(Schema):
    """The caller's own views and the shared ones, by name."""

    items: list[ViewRead]


class ViewDeleted(Schema):
    """The view that was permanently deleted."""

    view_id: str
    deleted: Literal[True] = True


class DefaultViewSet(Schema):
    """The view that the caller's dashboard now opens with."""

    view_id: str | None
