"""Dependencies of the handlers and jobs of earning rules."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session

from api.db.session import SessionDep
from api.domains.promotions.earning.repository import EarningRepository, RuleRepository
from api.domains.promotions.earning.service import EarningService
from api.domains.promotions.earning.settlement import Earner
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.rewards.dependencies import knows_code_of
from api.kit.clock import NowDep
from api.kit.ids import new_id


def earner_of(session: Session, now: datetime) -> Earner:
    """Return the service that applies the rules, for a session in its organisation."""
    ledger = ledger_of(session, now)
    return Earner(RuleRepository(session), EarningRepository(session), ledger, now)


def _earner(session: SessionDep, now: NowDep) -> Earner:
    return earner_of(session, now)


EarnerDep = Annotated[Earner, Depends(_earner)]


def earning_of(session: Session, now: datetime) -> EarningService:
    """Return the service for earning rules, for a session in their organisation."""
    return EarningService(
        *(RuleRepository(session), EarningRepository(session), earner_of(session, now)),
        knows_code_of(session),
        now=now,
        new_id=new_id,
    )


def _earning(session: SessionDep, now: NowDep) -> EarningService:
    return earning_of(session, now)


EarningServiceDep = Annotated[EarningService, Depends(_earning)]
