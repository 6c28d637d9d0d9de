"""API routes of annotations."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.insights.annotations.dependencies import AnnotationServiceDep
from api.domains.insights.annotations.schemas import (
    AnnotationDeleted,
    AnnotationList,
    AnnotationRead,
    AnnotationRef,
    ListAnnotations,
    SaveAnnotation,
)

router = ApiRouter(tags=["annotations"])


@router.post("/v1/save-annotation")
def save_annotation(
    body: SaveAnnotation, me: EditorDep, annotations: AnnotationServiceDep
) -> AnnotationRead:
    """Save a note for a point in time or a period. With an ID, change it."""
    return annotations.save(me.org_id, me.caller_id, body)


@router.post("/v1/list-annotations")
def list_annotations(
    body: ListAnnotations, me: ViewerDep, annotations: AnnotationServiceDep
) -> AnnotationList:
    """List notes and edits of codes in a period, oldest first."""
    return annotations.list_between(me.org_id, body)


@router.post("/v1/delete-annotation")
def delete_annotation(
    body: AnnotationRef, me: EditorDep, annotations: AnnotationServiceDep
) -> AnnotationDeleted:
    """Delete a note permanently."""
    annotations.remove(me.org_id, body.annotation_id)
    return AnnotationDeleted(annotation_id=body.annotation_id)
