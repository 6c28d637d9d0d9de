"""Enters the tenant scope of a code that a visitor names."""

from anyio import from_thread
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.codes.codes.types import ResolvedCode
from api.domains.visits.visits.scan_service import ScanService


def enter_tenant_of_code(scans: ScanService, session: Session, code_id: str) -> ResolvedCode | None:
    """Return the code of any organisation, even if it is deleted, and enter its organisation's tenant scope.

    For handlers that run in a thread. None if there is no such code.
    """
    code = from_thread.run(scans.find_code, code_id)
    if code is not None:
        enter_tenant(session, code.org_id)
    return code
