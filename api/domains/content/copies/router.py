"""API routes that copy a code with its content."""

from api.auth.member import EditorDep
from api.db.routing import ApiRouter
from api.domains.codes.codes import views
from api.domains.codes.codes.dependencies import LinksDep
from api.domains.codes.codes.schemas import CloneCode, CodeCreated, DuplicateCode
from api.domains.content.copies.dependencies import FullCopyServiceDep
from api.domains.content.pages.dependencies import BrandDep

router = ApiRouter(tags=["codes"])


@router.post("/v1/qr/create-duplicate-code")
def duplicate_code(
    body: DuplicateCode, me: EditorDep, brand: BrandDep, copies: FullCopyServiceDep, links: LinksDep
) -> CodeCreated:
    """Copy a code with its pages, or with its public notes if its type is note."""
    return views.created(copies.duplicate(me, brand, body), links)


@router.post("/v1/clone-code")
def clone_code(
    body: CloneCode, me: EditorDep, brand: BrandDep, copies: FullCopyServiceDep, links: LinksDep
) -> CodeCreated:
    """Copy a code with its pages to a folder or to another organisation of the caller. The folder, tags and pages that
    do not exist there are left out.
    """
    return views.created(copies.clone(me, brand, body), links)
