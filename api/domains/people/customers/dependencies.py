"""Dependencies for customers."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session

from api.db.session import SessionDep
from api.domains.people.customers.merge_repository import MergeRepository
from api.domains.people.customers.profile_repository import ProfileRepository
from api.domains.people.customers.profiles import ProfileService
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from runtime.settings import Settings


def customers_of(session: Session, settings: Settings, now: datetime) -> CustomerService:
    """Return the customer service for a session in their organisation."""
    return CustomerService(session, Sealer.of(settings), now, new_id)


def _service(settings: SettingsDep, session: SessionDep, now: NowDep) -> CustomerService:
    return customers_of(session, settings, now)


CustomerServiceDep = Annotated[CustomerService, Depends(_service)]


def profiles_of(session: Session, settings: Settings, now: datetime) -> ProfileService:
    """Return the profile service for a session in their organisation."""
    merges, sealer = MergeRepository(session), Sealer.of(settings)
    return ProfileService(ProfileRepository(session), merges, sealer, now, new_id)


def _profiles(settings: SettingsDep, session: SessionDep, now: NowDep) -> ProfileService:
    return profiles_of(session, settings, now)


ProfileServiceDep = Annotated[ProfileService, Depends(_profiles)]
