"""Dependencies of the handlers and jobs of earning rules."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session

from api.db.session import SessionDep
from api.domains.promotions.earning.earner import Earner
from api.domains.promotions.earning.repository import EarningRepository, RuleRepository
from api.domains.promotions.earning.service import EarningService
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.rewards.dependencies import KnowsCodeDep
from api.kit.clock import NowDep
from api.kit.ids import new_id


def earner_of(session: Session, now: datetime) -> Earner:
    """What applies the rules, through a session in its organisation."""
    ledger = ledger_of(session, now)
    return Earner(RuleRepository(session), EarningRepository(session), ledger, now)


def _earner(session: SessionDep, now: NowDep) -> Earner:
    return earner_of(session, now)


EarnerDep = Annotated[Earner, Depends(_earner)]


def _earning(
    session: SessionDep, earner: EarnerDep, knows_code: KnowsCodeDep, now: NowDep
) -> EarningService:
    return EarningService(
        *(RuleRepository(session), EarningRepository(session), earner, knows_code),
        now=now,
        new_id=new_id,
    )


EarningServiceDep = Annotated[EarningService, Depends(_earning)]
