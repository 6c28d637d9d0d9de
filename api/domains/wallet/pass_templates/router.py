"""The calls about pass templates."""

from typing import Annotated

from fastapi import File, Form, UploadFile

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.wallet.pass_templates.dependencies import (
    PassImporterDep,
    PassMakerDep,
    PassTemplateServiceDep,
)
from api.domains.wallet.pass_templates.errors import PassImportNotFound
from api.domains.wallet.pass_templates.importing import MAX_BYTES
from api.domains.wallet.pass_templates.schemas import (
    CheckedPassTemplate,
    CheckPassTemplate,
    CreateFromTemplate,
    ImportedPasses,
    ListPassTemplates,
    ListPassTemplateVersions,
    PassImportUndone,
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
    UndoPassImport,
)
from api.domains.wallet.passes.dependencies import ImportUndoingDep
from api.domains.wallet.passes.schemas import PassRead
from api.kit.errors import NotFound
from api.kit.pagination import Page

router = ApiRouter(tags=["passes"])


@router.post("/v1/list-pass-templates")
def list_pass_templates(
    body: ListPassTemplates, me: ViewerDep, templates: PassTemplateServiceDep
) -> Page[PassTemplateSummary]:
    """List pass templates, by name."""
    return templates.search(me.org_id, body.filter, body.paging)


@router.post("/v1/get-pass-template")
def get_pass_template(
    body: PassTemplateRef, me: ViewerDep, templates: PassTemplateServiceDep
) -> PassTemplateRead:
    """Read a pass template with its draft."""
    return templates.get(me.org_id, body.template_id)


@router.post("/v1/save-pass-template")
def save_pass_template(
    body: SavePassTemplate, me: EditorDep, templates: PassTemplateServiceDep
) -> PassTemplateRead:
    """Keep the draft of a pass template; without an id, of a new one. Passes do not change by it."""
    return templates.save(me, body)


@router.post("/v1/check-pass-template")
def check_pass_template(
    body: CheckPassTemplate, me: ViewerDep, templates: PassTemplateServiceDep
) -> CheckedPassTemplate:
    """What a draft becomes for a sample person, what is wrong with it, and what each wallet leaves out."""
    return templates.check(me.org_id, body.content, body.sample)


@router.post("/v1/publish-pass-template")
def publish_pass_template(
    body: PublishPassTemplate, me: EditorDep, templates: PassTemplateServiceDep
) -> PublishedPassTemplate:
    """Publish the draft. New passes are made from it, and a job brings those that there are to it."""
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
    """Make a version the draft again, and if asked publish it at once."""
    return templates.restore(me, body.template_id, body.version, publish=body.publish)


@router.post("/v1/delete-pass-template")
def delete_pass_template(
    body: PassTemplateRef, me: EditorDep, templates: PassTemplateServiceDep
) -> PassTemplateDeleted:
    """Remove a pass template; passes made from it stay as they are."""
    templates.remove(me.org_id, body.template_id)
    return PassTemplateDeleted(template_id=body.template_id)


@router.post("/v1/create-pass-from-template")
def create_pass_from_template(
    body: CreateFromTemplate, me: EditorDep, maker: PassMakerDep
) -> PassRead:
    """Make a pass from the published version, for a customer or nobody in particular."""
    return maker.create(me, body)


@router.put("/v1/import-passes")
def import_passes(
    file: Annotated[UploadFile, File(description="The CSV file, at most 2 MB and 1,000 rows")],
    template_id: Annotated[str, Form(max_length=64)],
    me: EditorDep,
    importer: PassImporterDep,
    is_trial: Annotated[bool, Form(description="Count what it would do, and do nothing")] = False,
    another: Annotated[bool, Form(description="One more for customers who have one")] = False,
    org_id: Annotated[str | None, Form(max_length=64)] = None,
    other_org_id: Annotated[str | None, Form(alias="orgID", max_length=64)] = None,
) -> ImportedPasses:
    """Make a pass for each row of a CSV file; the answer names each row that becomes none, and why."""
    if any(named and named != me.org_id for named in (org_id, other_org_id)):
        raise NotFound("There is no such organisation.")
    data = file.file.read(MAX_BYTES + 1)
    return importer.take(me, template_id, data, another=another, is_trial=is_trial)


@router.post("/v1/undo-pass-import")
def undo_pass_import(
    body: UndoPassImport, me: EditorDep, undoing: ImportUndoingDep
) -> PassImportUndone:
    """Delete the passes that an import made; those on a phone and those used become void. Values that it gave to
    passes which were there before stay.
    """
    done = undoing.take_back(me.org_id, body.import_id)
    if done is None:
        raise PassImportNotFound
    return PassImportUndone(import_id=body.import_id, **done._asdict())


@router.post("/v1/refresh-pass")
def refresh_pass(body: RefreshPass, me: EditorDep, maker: PassMakerDep) -> PassRead:
    """Look up the values of a pass from a template again, such as the balance of the customer."""
    return maker.refresh(me.org_id, body)
