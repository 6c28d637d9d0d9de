"""The API calls about imports of passes."""

from typing import Annotated

from fastapi import Depends, File, Form, Request, UploadFile

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.people.customer_imports.dependencies import imports_of
from api.domains.people.customer_imports.schemas import ImportProblemRead, ImportProblemsFile
from api.domains.people.customer_imports.service import ImportService
from api.domains.people.customer_imports.types import Encoding
from api.domains.wallet.pass_imports.pass_kind import PassKind
from api.domains.wallet.pass_imports.schemas import (
    CheckPassImport,
    ListPassImportProblems,
    ListPassImports,
    PassImportDetail,
    PassImportRead,
    PassImportRef,
)
from api.domains.wallet.pass_templates.dependencies import PassMakerDep
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep
from api.kit.errors import NotFound
from api.kit.pagination import Page, page_of
from api.kit.process_state import SettingsDep
from api.objects.store import ObjectsDep

router = ApiRouter(tags=["passes"])
PassImports = ImportService[PassImportRead, PassImportDetail]


def _service(
    request: Request,
    settings: SettingsDep,
    session: SessionDep,
    jobs: JobsDep,
    objects: ObjectsDep,
    now: NowDep,
) -> PassImports:
    kind = PassKind()
    return imports_of(kind, request, session, settings, jobs, objects, now)


PassImportsDep = Annotated[PassImports, Depends(_service)]


@router.post("/v1/upload-pass-import")
def upload_pass_import(
    file: Annotated[UploadFile, File(description="The CSV file, at most 100 MB")],
    template_id: Annotated[str, Form(max_length=64)],
    me: EditorDep,
    imports: PassImportsDep,
    maker: PassMakerDep,
    encoding: Annotated[
        Encoding | None, Form(description="Only needed if it is not detected correctly")
    ] = None,
    org_id: Annotated[str | None, Form(max_length=64)] = None,
    other_org_id: Annotated[str | None, Form(alias="orgID", max_length=64)] = None,
) -> PassImportDetail:
    """Upload a CSV file with one row per pass. No pass is created yet. The response suggests a target for each
    column.
    """
    if any(named and named != me.org_id for named in (org_id, other_org_id)):
        raise NotFound("Organisation not found.")
    maker.require_published(me.org_id, template_id)
    return imports.receive(me, file.file, file.filename or "", encoding, template_id)


@router.post("/v1/check-pass-import")
def check_pass_import(
    body: CheckPassImport, me: EditorDep, imports: PassImportsDep
) -> PassImportRead:
    """Match the columns and start a dry run, which counts what the import would do."""
    return imports.check(me, body.import_id, body.mapping, {"another": body.another})


@router.post("/v1/run-pass-import")
def run_pass_import(body: PassImportRef, me: EditorDep, imports: PassImportsDep) -> PassImportRead:
    """Start an import after its dry run."""
    return imports.run(me, body.import_id)


@router.post("/v1/undo-pass-import")
def undo_pass_import(body: PassImportRef, me: EditorDep, imports: PassImportsDep) -> PassImportRead:
    """Start to undo an import. Its passes are deleted; those on a phone or already used become void. Values
    that it changed on existing passes stay as they are.
    """
    return imports.undo(me, body.import_id)


@router.post("/v1/cancel-pass-import")
def cancel_pass_import(
    body: PassImportRef, me: EditorDep, imports: PassImportsDep
) -> PassImportRead:
    """Discard a file that has not been imported yet, or stop an import."""
    return imports.cancel(me, body.import_id)


@router.post("/v1/get-pass-import")
def get_pass_import(
    body: PassImportRef, me: ViewerDep, imports: PassImportsDep
) -> PassImportDetail:
    """Get an import with its columns, progress and counts."""
    return imports.get(me, body.import_id)


@router.post("/v1/list-pass-imports")
def list_pass_imports(
    body: ListPassImports, me: ViewerDep, imports: PassImportsDep
) -> Page[PassImportRead]:
    """List imports, newest first."""
    items, total = imports.list_imports(me, body.paging, body.template_id)
    return page_of(items, total, body.paging)


@router.post("/v1/list-pass-import-problems")
def list_pass_import_problems(
    body: ListPassImportProblems, me: ViewerDep, imports: PassImportsDep
) -> Page[ImportProblemRead]:
    """List the rows of an import that can't become a pass, and why."""
    items, total = imports.problems(me, body.import_id, body.paging)
    return page_of(items, total, body.paging)


@router.post("/v1/export-pass-import-problems")
def export_pass_import_problems(
    body: PassImportRef, me: ViewerDep, imports: PassImportsDep
) -> ImportProblemsFile:
    """Download all stored problems of an import as a CSV file."""
    return imports.problems_file(me, body.import_id)
