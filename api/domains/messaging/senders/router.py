"""The calls about numbers."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.messaging.senders.repository import NumberRepository
from api.domains.messaging.senders.schemas import (
    AvailableNumberRead,
    AvailableNumbers,
    FetchAvailableNumbers,
    ListNumbers,
    NumberRead,
    Numbers,
    PurchaseNumber,
)
from api.domains.messaging.senders.service import NumberService
from api.integrations.phone_numbers import phone_numbers
from api.kit.clock import NowDep
from api.kit.process_state import SettingsDep

router = ApiRouter(tags=["messages"])


def _service(session: SessionDep, settings: SettingsDep, now: NowDep) -> NumberService:
    return NumberService(NumberRepository(session), phone_numbers(settings), settings.base_url, now)


NumberServiceDep = Annotated[NumberService, Depends(_service)]


@router.post("/v1/twilio/fetch-available-numbers")
def fetch_available_numbers(
    body: FetchAvailableNumbers, _me: EditorDep, numbers: NumberServiceDep
) -> AvailableNumbers:
    """Search numbers that can be bought and take text messages."""
    items = [AvailableNumberRead.model_validate(it) for it in numbers.available(body)]
    return AvailableNumbers(items=items, total=len(items))


@router.post("/v1/twilio/purchase-number")
def purchase_number(body: PurchaseNumber, me: AdminDep, numbers: NumberServiceDep) -> NumberRead:
    """Buy a number; the organisation's text messages come from its oldest one."""
    return NumberRead.model_validate(numbers.buy(me, body))


@router.post("/v1/list-numbers")
def list_numbers(_body: ListNumbers, me: ViewerDep, numbers: NumberServiceDep) -> Numbers:
    """List the organisation's numbers, the oldest first."""
    items = [NumberRead.model_validate(it) for it in numbers.list_all(me.org_id)]
    return Numbers(items=items, total=len(items))
