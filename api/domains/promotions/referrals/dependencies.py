"""Dependencies of the handlers and jobs of referrals."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Depends
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.auth.tenants import organization_of
from api.db.session import SessionDep
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.referrals.analysis import AnalysisService
from api.domains.promotions.referrals.analysis_repository import AnalysisRepository
from api.domains.promotions.referrals.events import Happening, referral_recorded
from api.domains.promotions.referrals.models import Referral
from api.domains.promotions.referrals.repository import ProgramRepository, ReferralRepository
from api.domains.promotions.referrals.revenue import revenue_of
from api.domains.promotions.referrals.service import ReferralService
from api.domains.promotions.referrals.settlement import Settlement
from api.domains.promotions.referrals.views import ReferralViews
from api.domains.promotions.rewards.dependencies import knows_code_of
from api.domains.promotions.rewards.service import RewardService
from api.jobs.queue import Jobs
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from ingest.outbox import record
from runtime.settings import Settings


def recorder(
    session: Session, now: datetime, new_event_id: Callable[[], UUID] = uuid7
) -> Callable[[Referral, Happening], None]:
    """Return a function that records events of referrals in the session's transaction."""

    def record_event(referral: Referral, action: Happening) -> None:
        given = ReferralRepository(session).rewards(referral.org_id, [referral.referral_id])
        is_demo = organization_of(session, referral.org_id).is_demo
        event = referral_recorded(
            referral, action, list(given), is_demo=is_demo, event_id=new_event_id(), now=now
        )
        record(session, event)

    return record_event


def settlement_of(session: Session, settings: Settings, now: datetime) -> Settlement:
    """Return the service that gives rewards, for a session in its organisation."""
    ledger = ledger_of(session, now)
    rewards = RewardService(
        session, ledger, knows_code_of(session), now=now, new_id=new_id, new_event_id=uuid7
    )
    customers = CustomerService(session, Sealer.of(settings), now, new_id)
    return Settlement(
        *(ReferralRepository(session), customers, ledger, rewards),
        record=recorder(session, now),
        now=now,
    )


def referrals_of(session: Session, settings: Settings, now: datetime) -> ReferralService:
    """Return the referral service for a session."""
    return ReferralService(
        ProgramRepository(session),
        ReferralRepository(session),
        CustomerService(session, Sealer.of(settings), now, new_id),
        settlement_of(session, settings, now),
        recorder(session, now),
        Jobs(session, now),
        base_url=settings.base_url,
        now=now,
        new_id=new_id,
    )


def _referrals(session: SessionDep, settings: SettingsDep, now: NowDep) -> ReferralService:
    return referrals_of(session, settings, now)


ReferralServiceDep = Annotated[ReferralService, Depends(_referrals)]


def _views(session: SessionDep, settings: SettingsDep, now: NowDep) -> ReferralViews:
    customers = CustomerService(session, Sealer.of(settings), now, new_id)
    return ReferralViews(ReferralRepository(session), AnalysisRepository(session), customers)


ReferralViewsDep = Annotated[ReferralViews, Depends(_views)]


def _analysis(
    session: SessionDep, settings: SettingsDep, views: ReferralViewsDep, now: NowDep
) -> AnalysisService:
    def revenue(org_id: str, customer_ids: Sequence[str]) -> int | None:
        return revenue_of(settings, org_id, customer_ids)

    return AnalysisService(AnalysisRepository(session), views, revenue, now)


AnalysisServiceDep = Annotated[AnalysisService, Depends(_analysis)]
