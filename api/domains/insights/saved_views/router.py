"""API routes of saved views."""

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.insights.saved_views.dependencies import ViewServiceDep
from api.domains.insights.saved_views.schemas import (
    DefaultViewSet,
    ListViews,
    SaveView,
    SetDefaultView,
    ViewDeleted,
    ViewList,
    ViewRead,
    ViewRef,
)

router = ApiRouter(tags=["saved_views"])


@router.post("/v1/save-view")
def save_view(body: SaveView, me: ViewerDep, views: ViewServiceDep) -> ViewRead:
    """Save a view of the dashboard. With an ID, change it."""
    return views.save(me, body)


@router.post("/v1/list-views")
def list_views(_body: ListViews, me: ViewerDep, views: ViewServiceDep) -> ViewList:
    """List the caller's own views and the shared ones."""
    return ViewList(items=views.list_views(me))


@router.post("/v1/set-default-view")
def set_default_view(body: SetDefaultView, me: ViewerDep, views: ViewServiceDep) -> DefaultViewSet:
    """Set the view that the caller's dashboard opens with."""
    views.set_default(me, body.view_id)
    return DefaultViewSet(view_id=body.view_id)


@router.post("/v1/delete-view")
def delete_view(body: ViewRef, me: ViewerDep, views: ViewServiceDep) -> ViewDeleted:
    """Delete a view permanently."""
    views.remove(me, body.view_id)
    return ViewDeleted(view_id=body.view_id)
