"""API routes of segments."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.people.segments.dependencies import ListServiceDep, SegmentServiceDep
from api.domains.people.segments.schemas import (
    ChangeSegmentMembers,
    ImportSegmentMembers,
    ListSegments,
    PreviewSegment,
    SaveSegment,
    SegmentDeleted,
    SegmentDetail,
    SegmentImported,
    SegmentMembersChanged,
    SegmentPreview,
    SegmentRead,
    SegmentRef,
)
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["segments"])


@router.post("/v1/list-segments")
def list_segments(
    body: ListSegments, me: ViewerDep, segments: SegmentServiceDep
) -> Page[SegmentRead]:
    """List segments with their number of members."""
    items, total = segments.list_segments(me.org_id, body)
    return page_of(items, total, body.paging)


@router.post("/v1/get-segment")
def get_segment(body: SegmentRef, me: ViewerDep, segments: SegmentServiceDep) -> SegmentDetail:
    """Get a segment: its rules, where it is used, and how many customers entered and left each day."""
    return segments.get(me.org_id, body.segment_id)


@router.post("/v1/save-segment")
def save_segment(body: SaveSegment, me: EditorDep, segments: SegmentServiceDep) -> SegmentDetail:
    """Create a segment. With an ID, change an existing one. Its members are counted immediately afterwards."""
    return segments.save(me, body)


@router.post("/v1/delete-segment")
def delete_segment(body: SegmentRef, me: EditorDep, segments: SegmentServiceDep) -> SegmentDeleted:
    """Delete a segment that is not in use."""
    segments.delete(me.org_id, body.segment_id)
    return SegmentDeleted(segment_id=body.segment_id)


@router.post("/v1/preview-segment")
def preview_segment(
    body: PreviewSegment, me: ViewerDep, segments: SegmentServiceDep
) -> SegmentPreview:
    """Count the customers who match rules that are not saved, and return some of them."""
    return segments.preview(me, body)


@router.post("/v1/change-segment-members")
def change_segment_members(
    body: ChangeSegmentMembers, me: EditorDep, lists: ListServiceDep
) -> SegmentMembersChanged:
    """Add customers to a list, and remove others."""
    return lists.change(me, body)


@router.post("/v1/import-segment-members")
def import_segment_members(
    body: ImportSegmentMembers, me: EditorDep, lists: ListServiceDep
) -> SegmentImported:
    """Add the customers with the given email addresses and phone numbers to a list."""
    return lists.import_contacts(me, body)
