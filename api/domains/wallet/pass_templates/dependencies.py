"""Builds the dependencies of the handlers and jobs of pass templates."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session

from api.db.session import SessionDep
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.wallet.pass_templates.issuing import PassMaker
from api.domains.wallet.pass_templates.repository import (
    PassTemplateRepository,
    PassTemplateVersionRepository,
)
from api.domains.wallet.pass_templates.service import PassTemplateService
from api.domains.wallet.pass_templates.values import PersonValues
from api.domains.wallet.passes.dependencies import passes_of
from api.jobs.queue import Jobs
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from runtime.settings import Settings


def templates_of(session: Session, settings: Settings, now: datetime) -> PassTemplateService:
    """Return the template service, through a database session in its organisation."""
    return PassTemplateService(
        PassTemplateRepository(session),
        PassTemplateVersionRepository(session),
        passes_of(session, settings, now),
        Jobs(session, now),
        now=now,
        new_id=new_id,
    )


def _service(session: SessionDep, settings: SettingsDep, now: NowDep) -> PassTemplateService:
    return templates_of(session, settings, now)


PassTemplateServiceDep = Annotated[PassTemplateService, Depends(_service)]


def pass_maker_of(session: Session, settings: Settings, now: datetime) -> PassMaker:
    """Return the maker of passes for the organisation of a database session. Also used by jobs."""
    customers = CustomerService(session, Sealer.of(settings), now, new_id)
    return PassMaker(
        PassTemplateRepository(session),
        PassTemplateVersionRepository(session),
        passes_of(session, settings, now),
        PersonValues(customers, ledger_of(session, now)),
        customers,
        new_id,
    )


def _maker(session: SessionDep, settings: SettingsDep, now: NowDep) -> PassMaker:
    return pass_maker_of(session, settings, now)


PassMakerDep = Annotated[PassMaker, Depends(_maker)]
