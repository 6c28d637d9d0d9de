"""API routes of the not-found log."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.insights.not_found_log.dependencies import NotFoundLogServiceDep
from api.domains.insights.not_found_log.schemas import (
    DismissMissedAddress,
    ListMissedAddresses,
    MissedAddresses,
    MissedAddressKept,
)

router = ApiRouter(tags=["own_domains"])


@router.post("/v1/list-missed-addresses")
def list_missed_addresses(
    body: ListMissedAddresses, me: ViewerDep, missed: NotFoundLogServiceDep
) -> MissedAddresses:
    """List addresses on your custom domains that returned 404 in the last 90 days."""
    return missed.list_missed(me, body)


@router.post("/v1/dismiss-missed-address")
def dismiss_missed_address(
    body: DismissMissedAddress, me: EditorDep, missed: NotFoundLogServiceDep
) -> MissedAddressKept:
    """Dismiss an address of the not-found log, or undo the dismissal."""
    return missed.dismiss(me, body)
