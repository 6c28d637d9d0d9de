"""The calls about numbers."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.messaging.senders.models import SmsNumber
from api.domains.messaging.senders.repository import NumberRepository
from api.domains.messaging.senders.schemas import (
    AvailableNumberRead,
    AvailableNumbers,
    ChooseNumber,
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
    price = numbers.monthly_price(body.country) if items else None
    return AvailableNumbers(
        items=items,
        total=len(items),
        monthly_micros=price.micros if price else None,
        currency=price.currency if price else None,
    )


@router.post("/v1/twilio/purchase-number")
def purchase_number(body: PurchaseNumber, me: AdminDep, numbers: NumberServiceDep) -> NumberRead:
    """Buy a number. Text messages come from the one that is chosen, else from the oldest."""
    bought = numbers.buy(me, body)
    return next(
        it for it in _reads(numbers.list_all(me.org_id)) if it.number_id == bought.number_id
    )


@router.post("/v1/list-numbers")
def list_numbers(_body: ListNumbers, me: ViewerDep, numbers: NumberServiceDep) -> Numbers:
    """List the organisation's numbers; text messages come from the first."""
    items = _reads(numbers.list_all(me.org_id))
    return Numbers(items=items, total=len(items))


@router.post("/v1/choose-number")
def choose_number(body: ChooseNumber, me: AdminDep, numbers: NumberServiceDep) -> Numbers:
    """Send text messages from one of the organisation's numbers."""
    items = _reads(numbers.choose(me.org_id, body.number_id))
    return Numbers(items=items, total=len(items))


def _reads(rows: Sequence[SmsNumber]) -> list[NumberRead]:
    """Numbers as answers show them: messages come from the first."""
    return [
        NumberRead(
            number_id=it.number_id,
            phone=it.phone,
            country=it.country,
            place=it.place,
            bought_at=it.bought_at,
            is_default=place == 0,
        )
        for place, it in enumerate(rows)
    ]
