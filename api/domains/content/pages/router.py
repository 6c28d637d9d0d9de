"""API routes for page editors, and the address of a page without a code."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.dependencies import CodeServiceDep, LinksDep
from api.domains.codes.codes.schemas import CodeRef
from api.domains.codes.codes.views import whole as whole_code
from api.domains.content.page_templates.dependencies import TemplateServiceDep
from api.domains.content.page_templates.schemas import SubmitTemplate, TemplateSubmitted
from api.domains.content.pages import initial_content, products, views
from api.domains.content.pages.dependencies import (
    BrandDep,
    CanConfirmDep,
    LanguageModelDep,
    PageServiceDep,
)
from api.domains.content.pages.previews import PagePreviewsDep
from api.domains.content.pages.published_page import page_by_address, page_by_vanity_name
from api.domains.content.pages.schemas import (
    CodeWithPage,
    FieldOptions,
    GenerateContent,
    GeneratedContent,
    GenPage,
    ListPages,
    ListVersions,
    PageDeleted,
    PagePlaces,
    PagePreview,
    PageProblem,
    PageProblems,
    PageRead,
    PageRef,
    PageSummary,
    PageWeight,
    PreviewPage,
    UpdatePage,
    VersionRead,
    WeighPage,
)
from api.kit.pagination import Page, page_of
from api.kit.schemas import OrgBody

router = ApiRouter(tags=["pages"])
router.add_route("/page/{page_id}", page_by_address, methods=["GET"], include_in_schema=False)
for path in ("/p/{name}", "/pitviper/{name}"):
    router.add_route(path, page_by_vanity_name, methods=["GET"], include_in_schema=False)
for path in products.PATHS:
    router.add_route(path, products.open_product, methods=["GET"], include_in_schema=False)


@router.post("/v1/gen-page")
def create_page(
    body: GenPage, me: EditorDep, pages: PageServiceDep, templates: TemplateServiceDep
) -> PageRead:
    """Create a page. Visitors can see it once it is published."""
    template = templates.blocks_of(me, body.template_id) if body.template_id else None
    return views.whole(pages.create(me.org_id, me.caller_id, body, template))


@router.post("/v1/submit-template")
def submit_template(
    body: SubmitTemplate, me: EditorDep, templates: TemplateServiceDep, pages: PageServiceDep
) -> TemplateSubmitted:
    """Save a page as a template, private or shared with the organisation."""
    if body.page_id is not None:
        blocks = pages.get(me.org_id, body.page_id).draft
    else:
        blocks = pages.accept(body.blocks or {}).dump()
    template = templates.submit(me, body, blocks)
    return TemplateSubmitted(template_id=template.template_id, id=template.template_id)


@router.post("/v1/update-page")
def update_page(
    body: UpdatePage, me: EditorDep, pages: PageServiceDep, brand: BrandDep
) -> PageRead:
    """Save a page's draft, publish or unpublish it, or restore an earlier version."""
    return views.whole(pages.update(me.org_id, brand, body))


@router.post("/v1/delete-page")
def delete_page(body: PageRef, me: EditorDep, pages: PageServiceDep) -> PageDeleted:
    """Delete a page. Its submissions are not deleted."""
    page = pages.delete(me.org_id, body.page_id)
    return PageDeleted(page_id=page.page_id, id=page.page_id)


@router.post("/v1/get-all-pages")
def list_pages(body: ListPages, me: ViewerDep, pages: PageServiceDep) -> Page[PageSummary]:
    """List the pages of one code, or all pages."""
    rows, total = pages.list_pages(me.org_id, body)
    return page_of([views.summary(row) for row in rows], total, body.paging)


@router.post("/v1/get-qr", tags=["codes"])
def get_code_with_page(
    body: CodeRef, me: ViewerDep, codes: CodeServiceDep, pages: PageServiceDep, links: LinksDep
) -> CodeWithPage:
    """Get a code with its page."""
    code = codes.get(me.org_id, body.code_id)
    page = pages.of_code(me.org_id, code)
    return CodeWithPage(
        **whole_code(code, links).model_dump(), page=views.whole(page) if page else None
    )


@router.post("/v1/page-history")
def list_page_versions(
    body: ListVersions, me: ViewerDep, pages: PageServiceDep
) -> Page[VersionRead]:
    """List a page's versions, newest first."""
    page = pages.get(me.org_id, body.page_id)
    rows, total = pages.list_versions(me.org_id, body)
    return page_of([views.version(row, page) for row in rows], total, body.paging)


@router.post("/v1/get-form-places")
def list_form_places(body: PageRef, me: ViewerDep, pages: PageServiceDep) -> PagePlaces:
    """Get the capacity of a page's published forms, and how much of it is left."""
    found = pages.places(me.org_id, body.page_id)
    return PagePlaces(places=[views.place(place) for place in found])


@router.post("/v1/check-page")
def check_page(body: PageRef, me: ViewerDep, pages: PageServiceDep) -> PageProblems:
    """Check what a page's draft needs before it can be published. Nothing is changed."""
    found = pages.problems(me.org_id, body.page_id)
    return PageProblems(
        problems=[PageProblem(field=it.field, message=it.message, code=it.code) for it in found]
    )


@router.post("/v1/generate-initial-content")
def generate_initial_content(
    body: GenerateContent, _me: EditorDep, brand: BrandDep, model: LanguageModelDep
) -> GeneratedContent:
    """Generate a starter page for a type of organisation and a tone. Nothing is stored."""
    name = body.name if body.name is not None else brand.name
    made = initial_content.write(body.kind, body.tone, name, body.language, model)
    return views.generated(made, body.tone)


@router.post("/v1/get-field-options")
def get_field_options(_body: OrgBody, _me: ViewerDep, can_confirm: CanConfirmDep) -> FieldOptions:
    """Get the field types, choices and validations of the form builder, and the default sign-up form."""
    return views.field_options(can_confirm=can_confirm)


@router.post("/v1/page-preview")
def preview_page(body: PreviewPage, me: EditorDep, previews: PagePreviewsDep) -> PagePreview:
    """Preview a page as its visitors would see it, without scripts and without sending anything."""
    return previews.preview(me.org_id, body)


@router.post("/v1/page-weight")
def weigh_page(body: WeighPage, me: EditorDep, previews: PagePreviewsDep) -> PageWeight:
    """Get what a visitor would download for the page, rendered as if it were published."""
    return views.weight(previews.weigh(me.org_id, body))
