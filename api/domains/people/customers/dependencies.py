"""Builds what needs customers."""

from typing import Annotated

from fastapi import Depends, Request

from api.db.session import SessionDep
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.kit.clock import NowDep
from api.kit.ids import new_id
from runtime.settings import Settings


def _service(request: Request, session: SessionDep, now: NowDep) -> CustomerService:
    settings: Settings = request.app.state.settings
    return CustomerService(session, Sealer(settings.secret_key), now, new_id)


CustomerServiceDep = Annotated[CustomerService, Depends(_service)]
