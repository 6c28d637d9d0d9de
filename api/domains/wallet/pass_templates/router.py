"""The API calls about pass templates."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.wallet.pass_templates.dependencies import (
    PassMakerDep,
    PassTemplateServiceDep,
)
from api.domains.wallet.pass_templates.schemas import (
    CheckedPassTemplate,
    CheckPassTemplate,
    CreateFromTemplate,
    ListPassTemplates,
    ListPassTemplateVersions,
    PassTemplateDeleted,
    PassTemplateRead,
    PassTemplateRef,
    PassTemplateSummary,
    PassTemplateVersionRead,
    PublishedPassTemplate,
    PublishPassTemplate,
    RefreshPass,
    RestorePassTemplate,
    SavePassTemplate,
)
from api.domains.wallet.pass_templates.till_router import router as till
from api.domains.wallet.passes.schemas import PassRead
from api.kit.pagination import Page

router = ApiRouter(tags=["passes"])
router.add_routes_of(till)


@router.post("/v1/list-pass-templates")
def list_pass_templates(
    body: ListPassTemplates, me: ViewerDep, templates: PassTemplateServiceDep
) -> Page[PassTemplateSummary]:
    """List pass templates by name."""
    return templates.search(me.org_id, body.filter, body.paging)


@router.post("/v1/get-pass-template")
def get_pass_template(
    body: PassTemplateRef, me: ViewerDep, templates: PassTemplateServiceDep
) -> PassTemplateRead:
    """Get a pass template with its draft."""
    return templates.get(me.org_id, body.template_id)


@router.post("/v1/save-pass-template")
def save_pass_template(
    body: SavePassTemplate, me: EditorDep, templates: PassTemplateServiceDep
) -> PassTemplateRead:
    """Save the draft of a pass template. Without an ID, create a new one. Existing passes do not change."""
    return templates.save(me, body)


@router.post("/v1/check-pass-template")
def check_pass_template(
    body: CheckPassTemplate, me: ViewerDep, templates: PassTemplateServiceDep
) -> CheckedPassTemplate:
    """Preview a draft for a sample person, with its problems and what each wallet leaves out."""
    return templates.check(me.org_id, body.content, body.sample)


@router.post("/v1/publish-pass-template")
def publish_pass_template(
    body: PublishPassTemplate, me: EditorDep, templates: PassTemplateServiceDep
) -> PublishedPassTemplate:
    """Publish the draft. New passes use it, and a job updates existing passes to it."""
    return templates.publish(me, body.template_id, body.revision)


@router.post("/v1/list-pass-template-versions")
def list_pass_template_versions(
    body: ListPassTemplateVersions, me: ViewerDep, templates: PassTemplateServiceDep
) -> Page[PassTemplateVersionRead]:
    """List the published versions of a pass template, newest first."""
    return templates.list_versions(me.org_id, body.template_id, body.paging)


@router.post("/v1/restore-pass-template")
def restore_pass_template(
    body: RestorePassTemplate, me: EditorDep, templates: PassTemplateServiceDep
) -> PublishedPassTemplate:
    """Make a version the draft again, and optionally publish it right away."""
    return templates.restore(me, body.template_id, body.version, publish=body.publish)


@router.post("/v1/delete-pass-template")
def delete_pass_template(
    body: PassTemplateRef, me: EditorDep, templates: PassTemplateServiceDep
) -> PassTemplateDeleted:
    """Delete a pass template. Passes created from it stay as they are."""
    templates.remove(me.org_id, body.template_id)
    return PassTemplateDeleted(template_id=body.template_id)


@router.post("/v1/create-pass-from-template")
def create_pass_from_template(
    body: CreateFromTemplate, me: EditorDep, maker: PassMakerDep
) -> PassRead:
    """Create a pass from the published version, with or without a customer."""
    return maker.create(me, body)


@router.post("/v1/refresh-pass")
def refresh_pass(body: RefreshPass, me: EditorDep, maker: PassMakerDep) -> PassRead:
    """Refresh the values of a pass from a template, such as the customer's balance."""
    return maker.refresh(me.org_id, body)
