"""Rules of saved views: they are private until shared, and only editors can change shared ones."""

from collections.abc import Callable
from datetime import datetime

from api.auth.member import Member
from api.auth.roles import Role
from api.domains.insights.saved_views.errors import (
    SharingNeedsEditor,
    TooManyViews,
    ViewNameTaken,
    ViewNotFound,
)
from api.domains.insights.saved_views.models import SavedView
from api.domains.insights.saved_views.repository import ViewRepository
from api.domains.insights.saved_views.schemas import SaveView, ViewRead

MAX_VIEWS = 100


class ViewService:
    """Views as one member sees them."""

    def __init__(self, views: ViewRepository, now: datetime, new_id: Callable[[str], str]) -> None:
        self._views = views
        self._now = now
        self._new_id = new_id

    def list_views(self, me: Member) -> list[ViewRead]:
        """Return the member's own views and the shared ones."""
        default = self._views.default_of(me.org_id, me.caller_id)
        rows = self._views.list_visible(me.org_id, me.caller_id)
        return [_read(row, me, default) for row in rows]

    def save(self, me: Member, body: SaveView) -> ViewRead:
        """Create a view, or change one."""
        view = self._new(me) if body.view_id is None else self._find_editable(me, body.view_id)
        if body.is_shared and not me.role.reaches(Role.EDITOR):
            raise SharingNeedsEditor
        view.updated_at = self._now
        if not self._views.save(view, body.name, body.search, body.is_shared):
            raise ViewNameTaken
        return _read(view, me, self._views.default_of(me.org_id, me.caller_id))

    def remove(self, me: Member, view_id: str) -> None:
        """Delete a view. It is no longer anybody's default."""
        self._views.remove(self._find_editable(me, view_id))

    def set_default(self, me: Member, view_id: str | None) -> None:
        """Set the view that the member's dashboard opens with, or none."""
        if view_id is not None and self._views.find(me.org_id, me.caller_id, view_id) is None:
            raise ViewNotFound
        self._views.set_default(me.org_id, me.caller_id, view_id)

    def _new(self, me: Member) -> SavedView:
        if self._views.count_own(me.org_id, me.caller_id) >= MAX_VIEWS:
            raise TooManyViews
        return SavedView(
            view_id=self._new_id("view"),
            org_id=me.org_id,
            created_by=me.caller_id,
            created_at=self._now,
        )

    def _find_editable(self, me: Member, view_id: str) -> SavedView:
        view = self._views.find(me.org_id, me.caller_id, view_id)
        if view is None:
            raise ViewNotFound
        if view.created_by != me.caller_id and not me.role.reaches(Role.EDITOR):
            raise SharingNeedsEditor
        return view


def _read(view: SavedView, me: Member, default: str | None) -> ViewRead:
    return ViewRead(
        view_id=view.view_id,
        name=view.name,
        search=view.query,
        is_shared=view.is_shared,
        is_own=view.created_by == me.caller_id,
        is_default=view.view_id == default,
        updated_at=view.updated_at,
    )
