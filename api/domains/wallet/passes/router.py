"""The API calls about passes."""

from typing import Annotated

from fastapi import Path, Query, Response

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.dependencies import CodeServiceDep
from api.domains.wallet.passes.dependencies import (
    CertificateServiceDep,
    OfferServiceDep,
    PassBundlesDep,
    PassServiceDep,
)
from api.domains.wallet.passes.public import router as public
from api.domains.wallet.passes.schemas import (
    BundlePasses,
    CertificateList,
    CertificateRead,
    CreatePass,
    ListCertificates,
    PassCodeRead,
    PassCodeRef,
    PassRead,
    PassSummary,
    SaveCertificate,
    SavePassCode,
    UpdatePass,
)
from api.domains.wallet.passes.till_router import router as till
from api.domains.wallet.passes.types import PassOrder
from api.domains.wallet.passes.web_service import router as web_service
from api.kit.pagination import DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE, Page, Paging
from api.rendering.wallet.apple_package import BUNDLE_MEDIA_TYPE, MEDIA_TYPE

router = ApiRouter(tags=["passes"])
router.add_routes_of(web_service)
router.add_routes_of(public)
router.add_routes_of(till)

PassId = Annotated[str, Path(max_length=64)]


@router.post("/dev/v1/passes")
def create_pass(body: CreatePass, me: EditorDep, passes: PassServiceDep) -> PassRead:
    """Create a pass. Without a certificate from Apple, it is signed for development and marked as such."""
    return passes.create(me.org_id, me.caller_id or None, body)


@router.post("/dev/pass")
def create_pass_too(body: CreatePass, me: EditorDep, passes: PassServiceDep) -> PassRead:
    """Create a pass. This is the same as `/dev/v1/passes`."""
    return passes.create(me.org_id, me.caller_id or None, body)


@router.get("/dev/allpass")
def list_passes(
    me: ViewerDep,
    passes: PassServiceDep,
    text: Annotated[str | None, Query(alias="filter", max_length=200)] = None,
    customer_id: Annotated[str | None, Query(max_length=64)] = None,
    page: Annotated[int, Query(ge=1, le=MAX_PAGE)] = 1,
    page_size: Annotated[int, Query(alias="pageSize", ge=1, le=MAX_PAGE_SIZE)] = DEFAULT_PAGE_SIZE,
    per_page: Annotated[int | None, Query(ge=1, le=MAX_PAGE_SIZE)] = None,
    sort: PassOrder = "-created_at",
) -> Page[PassSummary]:
    """List passes, newest first by default. `sort` names a column, with `-` in front for descending order.
    `filter` searches serial numbers, descriptions and names of customers. `customer_id` limits the list to one
    customer, including profiles merged into theirs. `per_page` is an alias of `pageSize`.
    """
    return passes.search(me.org_id, text, customer_id, Paging(page, per_page or page_size), sort)


@router.get("/dev/pass/{pass_id}")
def get_pass(pass_id: PassId, me: ViewerDep, passes: PassServiceDep) -> PassRead:
    """Get a pass, with problems that its holder would notice."""
    return passes.get(me.org_id, pass_id)


@router.put("/dev/pass/{pass_id}")
def update_pass(
    pass_id: PassId, body: UpdatePass, me: EditorDep, passes: PassServiceDep
) -> PassRead:
    """Change what a pass shows. Phones that have it fetch it again."""
    return passes.update(me.org_id, pass_id, body)


@router.get(
    "/dev/pass/{passTypeIdentifier}/{serialNumber}.pkpass",
    response_class=Response,
    responses={200: {"content": {MEDIA_TYPE: {}}, "description": "The signed pass"}},
)
def download_pass(
    pass_type: Annotated[str, Path(alias="passTypeIdentifier", max_length=200)],
    serial_number: Annotated[str, Path(alias="serialNumber", max_length=64)],
    me: ViewerDep,
    passes: PassServiceDep,
) -> Response:
    """Download the current state of the signed pass."""
    row = passes.find_serial(me.org_id, pass_type, serial_number)
    headers = {
        # A serial number contains no character that a header or a file system would misinterpret.
        "content-disposition": f'attachment; filename="{row.serial_number}.pkpass"',
        "cache-control": "private, no-store",
    }
    return Response(passes.signed(row), media_type=MEDIA_TYPE, headers=headers)


@router.put(
    "/v1/bundle-passes",
    response_class=Response,
    responses={200: {"content": {BUNDLE_MEDIA_TYPE: {}}, "description": "The signed passes"}},
)
def bundle_passes(body: BundlePasses, me: ViewerDep, bundles: PassBundlesDep) -> Response:
    """Download up to ten passes as one `.pkpasses` file, such as the tickets of an order. A phone adds them all
    at once.
    """
    headers = {
        "content-disposition": 'attachment; filename="passes.pkpasses"',
        "cache-control": "private, no-store",
    }
    return Response(bundles.make(me.org_id, body), media_type=BUNDLE_MEDIA_TYPE, headers=headers)


@router.post("/v1/save-pass-certificate")
def save_pass_certificate(
    body: SaveCertificate, me: AdminDep, certificates: CertificateServiceDep
) -> CertificateRead:
    """Save an Apple certificate, which signs new passes from now on, or renew one."""
    return certificates.save(me, body)


@router.post("/v1/list-pass-certificates")
def list_pass_certificates(
    _body: ListCertificates, me: ViewerDep, certificates: CertificateServiceDep
) -> CertificateList:
    """List the certificates that sign passes, and when they expire."""
    return CertificateList(items=certificates.list_all(me.org_id))


@router.post("/v1/save-pass-code")
def save_pass_code(
    body: SavePassCode, me: EditorDep, offers: OfferServiceDep, codes: CodeServiceDep
) -> PassCodeRead:
    """Choose the pass that a code leads to: the same one for everyone, or a copy for each visitor."""
    return offers.save(me, codes, body)


@router.post("/v1/get-pass-code")
def get_pass_code(
    body: PassCodeRef, me: ViewerDep, offers: OfferServiceDep, codes: CodeServiceDep
) -> PassCodeRead:
    """Get the pass that a code leads to, and how many copies visitors have taken."""
    return offers.read(me.org_id, codes, body.code_id)
