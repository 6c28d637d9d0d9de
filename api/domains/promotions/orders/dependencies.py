"""Dependencies of the handlers of orders."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.db.session import SessionDep
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.earning.dependencies import earner_of
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.orders.repository import OrderRepository
from api.domains.promotions.orders.service import OrderService
from api.domains.promotions.rewards.dependencies import cards_of, knows_code_of
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from ingest.contracts.envelope import Event
from ingest.outbox import record
from runtime.settings import Settings


def orders_of(session: Session, settings: Settings, now: datetime) -> OrderService:
    """Return the order service for a session in its organisation."""

    def record_event(event: Event) -> None:
        record(session, event)

    sealer = Sealer.of(settings)
    customers = CustomerService(session, sealer, now, new_id)
    return OrderService(
        OrderRepository(session),
        cards_of(session, settings, customers, now),
        ledger_of(session, now),
        earner_of(session, now),
        knows_code_of(session),
        card_index=lambda org_id, text: sealer.index(org_id, "email", f"payment card:{text}"),
        record=record_event,
        now=now,
        new_id=new_id,
        new_event_id=uuid7,
    )


def _orders(session: SessionDep, settings: SettingsDep, now: NowDep) -> OrderService:
    return orders_of(session, settings, now)


OrderServiceDep = Annotated[OrderService, Depends(_orders)]
