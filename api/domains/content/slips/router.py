"""API routes of slips: one path to store and read them, and one to print."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.content.slips.dependencies import PrintServiceDep, SlipServiceDep
from api.domains.content.slips.schemas import (
    PrintSlip,
    SlipCall,
    SlipDeleted,
    SlipPrinted,
    SlipRead,
)
from api.domains.content.slips.slip_calls import SlipCallsDep
from api.kit.pagination import Page

router = ApiRouter(tags=["slips"])


@router.post("/v1/slip")
def slip(
    body: SlipCall, me: ViewerDep, calls: SlipCallsDep
) -> SlipRead | Page[SlipRead] | SlipDeleted:
    """Create, list, read, change or delete slips, depending on `action`. Changes require an editor."""
    return calls.perform(me, body)


@router.post("/v1/print-slip")
def print_slip(
    body: PrintSlip, me: EditorDep, slips: SlipServiceDep, printing: PrintServiceDep
) -> SlipPrinted:
    """Print a slip: up to 50 copies in the request, more with a job. Each copy can have its own one-time code."""
    return printing.print(me, slips.get(me.org_id, body.slip_id), body)
