"""Dependencies for customers."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.people.customers.merge_repository import MergeRepository
from api.domains.people.customers.profile_repository import ProfileRepository
from api.domains.people.customers.profiles import ProfileService
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep


def _service(settings: SettingsDep, session: SessionDep, now: NowDep) -> CustomerService:
    return CustomerService(session, Sealer(settings.secret_key), now, new_id)


CustomerServiceDep = Annotated[CustomerService, Depends(_service)]


def _profiles(settings: SettingsDep, session: SessionDep, now: NowDep) -> ProfileService:
    merges, sealer = MergeRepository(session), Sealer(settings.secret_key)
    return ProfileService(ProfileRepository(session), merges, sealer, now, new_id)


ProfileServiceDep = Annotated[ProfileService, Depends(_profiles)]
