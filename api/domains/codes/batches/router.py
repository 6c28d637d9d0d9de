"""The calls that create, list and withdraw many codes."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.codes.batches.dependencies import OneTimeDep, RowsDep
from api.domains.codes.batches.schemas import (
    CloneMany,
    CreateOneTime,
    ExportFile,
    ImportCodes,
    ListOneTime,
    ManyCodes,
    OneTimePage,
    OneTimeRef,
    OneTimeStarted,
    OneTimeWithdrawn,
)

router = ApiRouter(tags=["codes"])


@router.post("/v1/clone-multiple")
def clone_many(body: CloneMany, me: EditorDep, rows: RowsDep) -> ManyCodes:
    """Create a child of a code for each row of data, all or none."""
    return rows.clone_many(me, body)


@router.post("/v1/import-codes")
def import_codes(body: ImportCodes, me: EditorDep, rows: RowsDep) -> ManyCodes:
    """Create redirect codes from another product's export or from a CSV file, all or none."""
    return rows.import_codes(me, body)


@router.post("/v1/qr/create_one_time_codes")
def create_one_time_codes(
    body: CreateOneTime, me: EditorDep, one_time: OneTimeDep
) -> OneTimeStarted:
    """Start a job that creates codes that can each be used once."""
    return one_time.create(me, body)


@router.post("/v1/qr/delete_one_time_codes")
def withdraw_one_time_codes(
    body: OneTimeRef, me: EditorDep, one_time: OneTimeDep
) -> OneTimeWithdrawn:
    """Withdraw one-time codes that have not been used: all of a base, all of a batch, or a single one."""
    return one_time.withdraw(me, body.id)


@router.post("/v1/get-one-time-codes")
def list_one_time_codes(body: ListOneTime, me: ViewerDep, one_time: OneTimeDep) -> OneTimePage:
    """List the one-time codes of a base or a batch, with counts per state. Codes that can still be used are
    masked for viewers.
    """
    return one_time.list_codes(me, body)


@router.post("/v1/export-one-time-codes")
def export_one_time_codes(body: OneTimeRef, me: EditorDep, one_time: OneTimeDep) -> ExportFile:
    """Export one-time codes as CSV, with address, state and time of use."""
    return one_time.export(me, body.id)
