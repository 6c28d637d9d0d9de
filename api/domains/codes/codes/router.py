"""The calls for codes."""

from api.auth.member import EditorDep, ViewerDep
from api.db.offload import OffloadDep
from api.db.routing import ApiRouter
from api.domains.codes.codes import views
from api.domains.codes.codes.bulk_schemas import (
    BulkCodes,
    CodesChanged,
    ListTags,
    RenameTag,
    TagRead,
    TagRenamed,
    Tags,
)
from api.domains.codes.codes.dependencies import (
    BulkServiceDep,
    CodeServiceDep,
    CopyServiceDep,
    LinksDep,
)
from api.domains.codes.codes.inheritance import effective
from api.domains.codes.codes.listing_schemas import (
    CodeName,
    CodeNames,
    ListChildren,
    ListCodes,
    ListNames,
)
from api.domains.codes.codes.picture_checks import router as picture_checks
from api.domains.codes.codes.picture_checks import warnings_when_saving
from api.domains.codes.codes.pictures import router as pictures
from api.domains.codes.codes.schemas import (
    CloneDesign,
    CodeCreated,
    CodeDeletion,
    CodePicture,
    CodeRead,
    CodeRef,
    CreateCode,
    DeleteCode,
    UpdateCode,
    UpdateDesign,
)
from api.domains.codes.codes.slug_router import router as slugs
from api.kit.pagination import Page, page_of
from api.rendering.qr.types import Design

router = ApiRouter(tags=["codes"])
router.add_routes_of(pictures)
router.add_routes_of(picture_checks)
router.add_routes_of(slugs)


@router.post("/v1/qr/create-code")
def create_code(
    body: CreateCode, me: EditorDep, codes: CodeServiceDep, links: LinksDep, offload: OffloadDep
) -> CodeCreated:
    """Create a code."""
    code = codes.new(me.org_id, me.caller_id, body)
    warnings = warnings_when_saving(
        me.org_id,
        links.of(code),
        Design.model_validate(effective(code, "design")),
        offload,
        accept_unreadable=body.accept_unreadable,
    )
    codes.add(code)
    return views.created(code, links).model_copy(update={"picture_warnings": warnings})


@router.post("/v1/qr/get-code")
def get_code(body: CodeRef, me: ViewerDep, codes: CodeServiceDep, links: LinksDep) -> CodeRead:
    """Get a code."""
    return views.whole(codes.get(me.org_id, body.code_id), links)


@router.post("/v1/get-just-qr")
def get_picture_of_code(
    body: CodeRef, me: ViewerDep, codes: CodeServiceDep, links: LinksDep
) -> CodePicture:
    """Get only a code's picture and design."""
    return views.picture(codes.get(me.org_id, body.code_id), links)


@router.post("/v1/get-all-qr-codes")
def list_codes(
    body: ListCodes, me: ViewerDep, codes: CodeServiceDep, links: LinksDep
) -> Page[CodeRead]:
    """List codes."""
    rows, total = codes.list_codes(me.org_id, body.seen_by(me))
    return page_of([views.whole(row, links) for row in rows], total, body.paging)


@router.post("/v1/get-all-qr-codes/get-name-id")
def list_code_names(body: ListNames, me: ViewerDep, codes: CodeServiceDep) -> CodeNames:
    """List the IDs and names of all codes, for pickers, or of all codes that match a list's filters."""
    rows, total = codes.list_names(me.org_id, body.seen_by(me))
    items = [CodeName(code_id=row[0], id=row[0], name=row[1], type=row[2]) for row in rows]
    return CodeNames(items=items, total=total)


@router.post("/v1/get-all-qr-codes/get-child")
def list_children(
    body: ListChildren, me: ViewerDep, codes: CodeServiceDep, links: LinksDep
) -> Page[CodeRead]:
    """List the children of a base code."""
    rows, total = codes.list_children(me.org_id, body.seen_by(me))
    return page_of([views.whole(row, links) for row in rows], total, body.paging)


@router.post("/v1/qr/update-code")
def update_code(
    body: UpdateCode, me: EditorDep, codes: CodeServiceDep, links: LinksDep, offload: OffloadDep
) -> CodeRead:
    """Change a code's content, validity, design or state, or restore it. Printed codes stay valid."""
    if body.design is not None:
        content = links.of(codes.get(me.org_id, body.code_id))
        unreadable = body.accept_unreadable
        warnings_when_saving(me.org_id, content, body.design, offload, accept_unreadable=unreadable)
    code = codes.update(me.org_id, body)
    return views.whole(code, links)


@router.post("/v1/update-qr-code")
def update_design(
    body: UpdateDesign, me: EditorDep, codes: CodeServiceDep, links: LinksDep, offload: OffloadDep
) -> CodePicture:
    """Change the design of a code's picture."""
    code = codes.get(me.org_id, body.code_id)
    warnings = warnings_when_saving(
        me.org_id,
        links.of(code),
        body.design or Design.model_validate(effective(code, "design")),
        offload,
        accept_unreadable=body.accept_unreadable,
    )
    code = codes.update_design(me.org_id, body)
    return views.picture(code, links).model_copy(update={"picture_warnings": warnings})


@router.post("/v1/qr/clone-qr")
def clone_design(
    body: CloneDesign, me: EditorDep, copies: CopyServiceDep, links: LinksDep
) -> CodePicture:
    """Copy another code's design to a code."""
    return views.picture(copies.clone_design(me.org_id, body), links)


@router.post("/v1/delete-qr-ode")
@router.post("/v1/delete-qr-code", operation_id="delete_code_alias")
def delete_code(body: DeleteCode, me: EditorDep, codes: CodeServiceDep) -> CodeDeletion:
    """Delete a code. It can be restored for 30 days."""
    return views.deletion(codes.delete(me.org_id, body))


@router.post("/v1/bulk-codes")
def change_codes(body: BulkCodes, me: EditorDep, bulk: BulkServiceDep) -> CodesChanged:
    """Pause, resume, delete, restore, move or tag up to 500 codes, or set their UTM values, all of them or
    none. The response contains the calls that undo the change.
    """
    rows, undo = bulk.change(me.org_id, body)
    return CodesChanged(code_ids=[row.code_id for row in rows], changed=len(rows), undo=undo)


@router.post("/v1/get-tags")
def list_tags(body: ListTags, me: ViewerDep, bulk: BulkServiceDep) -> Tags:
    """List all tags, with the number of codes for each."""
    items = [TagRead(tag=tag, codes=codes) for tag, codes in bulk.list_tags(me.org_id, body.filter)]
    return Tags(items=items, total=len(items))


@router.post("/v1/rename-tag")
def rename_tag(body: RenameTag, me: EditorDep, bulk: BulkServiceDep) -> TagRenamed:
    """Rename a tag on every code, or remove it. If the new name exists already, the two tags are merged."""
    return TagRenamed(tag=body.to, changed=bulk.rename_tag(me.org_id, body))
