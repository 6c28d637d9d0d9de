"""API routes for imports of customers."""

from typing import Annotated

from fastapi import Depends, File, Form, Request, UploadFile

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.people.customer_imports.customer_kind import CustomerKind, chosen_options
from api.domains.people.customer_imports.dependencies import imports_of
from api.domains.people.customer_imports.schemas import (
    CheckImport,
    ImportDetail,
    ImportProblemRead,
    ImportProblemsFile,
    ImportRead,
    ImportRef,
    ListImportProblems,
    ListImports,
)
from api.domains.people.customer_imports.service import ImportService
from api.domains.people.customer_imports.types import Encoding
from api.domains.people.customers.reading import custom_fields
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep
from api.kit.errors import NotFound
from api.kit.pagination import Page, page_of
from api.kit.process_state import SettingsDep
from api.objects.store import ObjectsDep

router = ApiRouter(tags=["customers"])
CustomerImports = ImportService[ImportRead, ImportDetail]


def _service(
    request: Request,
    settings: SettingsDep,
    session: SessionDep,
    jobs: JobsDep,
    objects: ObjectsDep,
    now: NowDep,
) -> CustomerImports:
    kind = CustomerKind(lambda org_id: custom_fields(session, org_id))
    return imports_of(kind, request, session, settings, jobs, objects, now)


ImportServiceDep = Annotated[CustomerImports, Depends(_service)]


@router.post("/v1/upload-customer-import")
def upload_customer_import(
    file: Annotated[UploadFile, File(description="The CSV file, at most 100 MB")],
    me: EditorDep,
    imports: ImportServiceDep,
    encoding: Annotated[
        Encoding | None, Form(description="Only needed if Waypost does not recognise the encoding")
    ] = None,
    org_id: Annotated[str | None, Form(max_length=64)] = None,
    other_org_id: Annotated[str | None, Form(alias="orgID", max_length=64)] = None,
) -> ImportDetail:
    """Upload a CSV file with customers. Nothing is imported yet. The response suggests what each column contains."""
    if any(named and named != me.org_id for named in (org_id, other_org_id)):
        raise NotFound("Organisation not found.")
    return imports.receive(me, file.file, file.filename or "", encoding)


@router.post("/v1/check-customer-import")
def check_customer_import(
    body: CheckImport, me: EditorDep, imports: ImportServiceDep
) -> ImportRead:
    """Match the columns and start a dry run that counts what the import would do."""
    return imports.check(me, body.import_id, body.mapping, chosen_options(body))


@router.post("/v1/run-customer-import")
def run_customer_import(body: ImportRef, me: EditorDep, imports: ImportServiceDep) -> ImportRead:
    """Start an import after its dry run."""
    return imports.run(me, body.import_id)


@router.post("/v1/undo-customer-import")
def undo_customer_import(body: ImportRef, me: EditorDep, imports: ImportServiceDep) -> ImportRead:
    """Start undoing an import: new customers are removed, and changed values are restored."""
    return imports.undo(me, body.import_id)


@router.post("/v1/cancel-customer-import")
def cancel_customer_import(body: ImportRef, me: EditorDep, imports: ImportServiceDep) -> ImportRead:
    """Discard a file that has not been imported yet, or stop an import."""
    return imports.cancel(me, body.import_id)


@router.post("/v1/get-customer-import")
def get_customer_import(body: ImportRef, me: ViewerDep, imports: ImportServiceDep) -> ImportDetail:
    """Get an import with its columns, progress and counts."""
    return imports.get(me, body.import_id)


@router.post("/v1/list-customer-imports")
def list_customer_imports(
    body: ListImports, me: ViewerDep, imports: ImportServiceDep
) -> Page[ImportRead]:
    """List imports, newest first."""
    items, total = imports.list_imports(me, body.paging)
    return page_of(items, total, body.paging)


@router.post("/v1/list-customer-import-problems")
def list_customer_import_problems(
    body: ListImportProblems, me: ViewerDep, imports: ImportServiceDep
) -> Page[ImportProblemRead]:
    """List the rows of an import that were refused, and the values that were left out."""
    items, total = imports.problems(me, body.import_id, body.paging)
    return page_of(items, total, body.paging)


@router.post("/v1/export-customer-import-problems")
def export_customer_import_problems(
    body: ImportRef, me: ViewerDep, imports: ImportServiceDep
) -> ImportProblemsFile:
    """Download all stored problems of an import as a CSV file."""
    return imports.problems_file(me, body.import_id)
