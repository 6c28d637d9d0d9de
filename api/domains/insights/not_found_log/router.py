"""The calls about addresses that nobody answers."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.insights.not_found_log.dependencies import MissedAddressServiceDep
from api.domains.insights.not_found_log.schemas import (
    DismissMissedAddress,
    ListMissedAddresses,
    MissedAddresses,
    MissedAddressKept,
)

router = ApiRouter(tags=["own_domains"])


@router.post("/v1/list-missed-addresses")
def list_missed_addresses(
    body: ListMissedAddresses, me: ViewerDep, missed: MissedAddressServiceDep
) -> MissedAddresses:
    """What was asked for at hosts of your own and nobody answers, of the last 90 days."""
    return missed.list_missed(me, body)


@router.post("/v1/dismiss-missed-address")
def dismiss_missed_address(
    body: DismissMissedAddress, me: EditorDep, missed: MissedAddressServiceDep
) -> MissedAddressKept:
    """Put such an address aside, or show it again."""
    return missed.dismiss(me, body)
