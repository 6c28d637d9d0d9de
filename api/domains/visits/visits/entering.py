"""From a code that a visitor names to the rows of its organisation."""

from anyio import from_thread
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.codes.codes.types import ResolvedCode
from api.domains.visits.visits.scan_service import ScanService


def enter_code(scans: ScanService, session: Session, code_id: str) -> ResolvedCode | None:
    """The code, whosever it is and deleted or not; from here on the session is its organisation's.

    For handlers that run in a thread. None when there is no such code.
    """
    code = from_thread.run(scans.find_code, code_id)
    if code is not None:
        enter_tenant(session, code.org_id)
    return code
