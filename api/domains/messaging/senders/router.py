"""The API calls about numbers."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.messaging.senders.messaging_services import MessagingServices
from api.domains.messaging.senders.models import SmsNumber
from api.domains.messaging.senders.names import SenderNameService
from api.domains.messaging.senders.repository import (
    NameRepository,
    NumberRepository,
    ServiceRepository,
)
from api.domains.messaging.senders.schemas import (
    AvailableNumberRead,
    AvailableNumbers,
    ChooseNumber,
    FetchAvailableNumbers,
    GetMessagingService,
    ListNumbers,
    ListSenderNames,
    MakeMessagingService,
    MessagingServiceRead,
    NumberRead,
    Numbers,
    PurchaseNumber,
    RemoveSenderName,
    SaveSenderName,
    SenderNames,
    SetNumberRate,
)
from api.domains.messaging.senders.service import NumberService
from api.integrations.phone_numbers import phone_numbers
from api.integrations.text_services import text_services
from api.kit.clock import NowDep
from api.kit.process_state import SettingsDep

router = ApiRouter(tags=["messages"])


def _service(session: SessionDep, settings: SettingsDep, now: NowDep) -> NumberService:
    return NumberService(
        NumberRepository(session),
        phone_numbers(settings),
        text_services(settings),
        settings.base_url,
        now,
    )


def _names(session: SessionDep, now: NowDep) -> SenderNameService:
    return SenderNameService(NameRepository(session), now)


def _services(session: SessionDep, settings: SettingsDep, now: NowDep) -> MessagingServices:
    services = ServiceRepository(session)
    return MessagingServices(services, text_services(settings), settings.base_url, now)


NumberServiceDep = Annotated[NumberService, Depends(_service)]
NamesDep = Annotated[SenderNameService, Depends(_names)]
ServicesDep = Annotated[MessagingServices, Depends(_services)]


@router.post("/v1/twilio/fetch-available-numbers")
def fetch_available_numbers(
    body: FetchAvailableNumbers, _me: EditorDep, numbers: NumberServiceDep
) -> AvailableNumbers:
    """Search for numbers that can be bought and can send text messages."""
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
    """Buy a number. Text messages are sent from the chosen number, or from the oldest one if none is chosen."""
    bought = numbers.buy(me, body)
    return next(
        it for it in _reads(numbers.list_all(me.org_id)) if it.number_id == bought.number_id
    )


@router.post("/v1/list-numbers")
def list_numbers(_body: ListNumbers, me: ViewerDep, numbers: NumberServiceDep) -> Numbers:
    """List the organisation's numbers. Text messages are sent from the first one."""
    items = _reads(numbers.list_all(me.org_id))
    return Numbers(items=items, total=len(items))


@router.post("/v1/choose-number")
def choose_number(body: ChooseNumber, me: AdminDep, numbers: NumberServiceDep) -> Numbers:
    """Choose the number from which text messages are sent."""
    items = _reads(numbers.choose(me.org_id, body.number_id))
    return Numbers(items=items, total=len(items))


@router.post("/v1/set-number-rate")
def set_number_rate(body: SetNumberRate, me: AdminDep, numbers: NumberServiceDep) -> Numbers:
    """Set how many segments of text messages a number can send per second."""
    items = _reads(numbers.set_rate(me.org_id, body.number_id, body.per_second))
    return Numbers(items=items, total=len(items))


@router.post("/v1/list-sender-names")
def list_sender_names(_body: ListSenderNames, me: ViewerDep, names: NamesDep) -> SenderNames:
    """List the sender names for text messages by country. The response also lists the countries where names cannot be
    used or must be registered.
    """
    return names.list_all(me.org_id)


@router.post("/v1/save-sender-name")
def save_sender_name(body: SaveSenderName, me: AdminDep, names: NamesDep) -> SenderNames:
    """Save the sender name for text messages to a country. If the country requires registration, the name is used once
    it is registered.
    """
    return names.save(me, body)


@router.post("/v1/remove-sender-name")
def remove_sender_name(body: RemoveSenderName, me: AdminDep, names: NamesDep) -> SenderNames:
    """Remove the sender name for a country. Text messages to it are sent from a number again."""
    return names.remove(me.org_id, body.country)


@router.post("/v1/make-messaging-service")
def make_messaging_service(
    body: MakeMessagingService, me: AdminDep, services: ServicesDep
) -> MessagingServiceRead:
    """Create or change the organisation's messaging service at the provider. It contains all the organisation's
    numbers.
    """
    return services.make(me, body.per_second)


@router.post("/v1/get-messaging-service")
def get_messaging_service(
    _body: GetMessagingService, me: ViewerDep, services: ServicesDep
) -> MessagingServiceRead:
    """Get the organisation's messaging service from the provider, with its registration for the US (A2P 10DLC)."""
    return services.read(me.org_id)


def _reads(rows: Sequence[SmsNumber]) -> list[NumberRead]:
    """Return numbers as responses show them. Messages are sent from the first one."""
    return [
        NumberRead(
            number_id=it.number_id,
            phone=it.phone,
            country=it.country,
            place=it.place,
            bought_at=it.bought_at,
            is_default=place == 0,
            per_second=it.per_second,
            in_service=it.in_service,
        )
        for place, it in enumerate(rows)
    ]
