"""Dependencies of the handlers of rewards and cards."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.db.session import SessionDep
from api.domains.codes.codes.reading import find_code
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.loyalty.dependencies import LedgerServiceDep, ledger_of
from api.domains.promotions.promo_locks.vouchers import Vouchers
from api.domains.promotions.rewards.cards import CardService
from api.domains.promotions.rewards.definitions import DefinitionService, KnowsCode
from api.domains.promotions.rewards.repository import RewardRepository
from api.domains.promotions.rewards.service import RewardService
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from runtime.settings import Settings


def knows_code_of(session: Session) -> KnowsCode:
    """Return a function that checks in this session whether an organisation has a code."""

    def knows(org_id: str, code_id: str) -> bool:
        code = find_code(session, org_id, code_id)
        return code is not None and code.deleted_at is None

    return knows


def _knows_code(session: SessionDep) -> KnowsCode:
    return knows_code_of(session)


KnowsCodeDep = Annotated[KnowsCode, Depends(_knows_code)]


def definitions_of(session: Session, now: datetime) -> DefinitionService:
    """Return the service that defines rewards, for a session in its organisation."""
    rewards, vouchers = RewardRepository(session), Vouchers(session, now)
    return DefinitionService(rewards, vouchers, knows_code_of(session), now, new_id)


def _definitions(session: SessionDep, now: NowDep) -> DefinitionService:
    return definitions_of(session, now)


def _rewards(
    session: SessionDep, ledger: LedgerServiceDep, knows_code: KnowsCodeDep, now: NowDep
) -> RewardService:
    return RewardService(session, ledger, knows_code, now=now, new_id=new_id, new_event_id=uuid7)


RewardServiceDep = Annotated[RewardService, Depends(_rewards)]


def cards_of(
    session: Session, settings: Settings, customers: CustomerService, now: datetime
) -> CardService:
    """Return the card service for a session in its organisation."""
    ledger, knows_code = ledger_of(session, now), knows_code_of(session)
    rewards = RewardService(session, ledger, knows_code, now=now, new_id=new_id, new_event_id=uuid7)
    return CardService(
        *(session, customers, ledger, rewards, knows_code),
        base_url=settings.base_url,
        secret=settings.secret_key,
        now=now,
        new_id=new_id,
    )


def _cards(
    settings: SettingsDep, session: SessionDep, customers: CustomerServiceDep, now: NowDep
) -> CardService:
    return cards_of(session, settings, customers, now)


CardServiceDep = Annotated[CardService, Depends(_cards)]
DefinitionServiceDep = Annotated[DefinitionService, Depends(_definitions)]
