"""API routes of walls."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.dependencies import CodeServiceDep, LinksDep
from api.domains.content.walls.dependencies import WallServiceDep
from api.domains.content.walls.public import files
from api.domains.content.walls.public import router as public
from api.domains.content.walls.schemas import (
    CreateWall,
    ExportStarted,
    ListPosts,
    ListWalls,
    Moderate,
    Moderated,
    PostRead,
    UpdateWall,
    WallRead,
    WallRef,
    WallRemoved,
)
from api.domains.content.walls.service import EXPORT
from api.jobs.queue import JobsDep
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["walls"])
router.add_routes_of(public)
router.add_routes_of(files)


@router.post("/v1/selfiewall/create-selfiewall")
def create_wall(
    body: CreateWall, me: EditorDep, walls: WallServiceDep, codes: CodeServiceDep, links: LinksDep
) -> WallRead:
    """Create a photo wall, with the code that opens it."""
    return walls.read(walls.create(me.org_id, me.caller_id, codes, body), links)


@router.post("/v1/selfiewall/update-selfiewall")
def update_wall(
    body: UpdateWall, me: EditorDep, walls: WallServiceDep, links: LinksDep
) -> WallRead:
    """Change a wall, or close it to new pictures."""
    return walls.read(walls.update(me.org_id, body), links)


@router.post("/v1/selfiewall/get-selfiewall")
def get_wall(body: WallRef, me: ViewerDep, walls: WallServiceDep, links: LinksDep) -> WallRead:
    """Get a wall."""
    return walls.read(walls.get(me.org_id, body.wall_id), links)


@router.post("/v1/selfiewall/get-selfiewalls")
def list_walls(
    body: ListWalls, me: ViewerDep, walls: WallServiceDep, links: LinksDep
) -> Page[WallRead]:
    """List walls, newest first."""
    rows, total = walls.list_walls(me.org_id, body, links)
    return page_of(rows, total, body.paging)


@router.post("/v1/selfiewall/delete-selfiewall")
def delete_wall(
    body: WallRef, me: EditorDep, walls: WallServiceDep, codes: CodeServiceDep
) -> WallRemoved:
    """Delete a wall with all its pictures."""
    walls.delete(me.org_id, codes, body.wall_id)
    return WallRemoved(wall_id=body.wall_id)


@router.post("/v1/selfiewall/get-posts")
def list_posts(body: ListPosts, me: ViewerDep, walls: WallServiceDep) -> Page[PostRead]:
    """List a wall's pictures for moderation."""
    rows, total = walls.list_posts(me.org_id, body)
    return page_of(rows, total, body.paging)


@router.post("/v1/selfiewall/moderate")
def moderate_posts(body: Moderate, me: EditorDep, walls: WallServiceDep) -> Moderated:
    """Approve, reject, pin, unpin or delete pictures."""
    return Moderated(changed=walls.moderate(me.org_id, me.caller_id, body))


@router.post("/v1/selfiewall/export")
def export_wall(
    body: WallRef, me: EditorDep, walls: WallServiceDep, jobs: JobsDep
) -> ExportStarted:
    """Export all pictures on the wall as a ZIP file. The job's result contains its key; get a download link
    with `generate-signed-url`.
    """
    walls.get(me.org_id, body.wall_id)
    job_id = jobs.enqueue(
        me.org_id, EXPORT, {"wall_id": body.wall_id}, created_by=me.caller_id, is_bulk=True
    )
    return ExportStarted(job_id=job_id)
