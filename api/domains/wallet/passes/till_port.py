"""The staff who scan passes at a till, as provided by the domain of tills."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Protocol

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from api.auth.member import AnswersDep, MaybeMemberDep, Member, NamedOrganizationsDep
from api.db.session import SessionDep
from api.kit.app_state import AppState
from api.kit.clock import NowDep


class Cashier(Protocol):
    """A member with a login, or a person with a PIN at a device."""

    @property
    def member(self) -> Member: ...


@dataclass(frozen=True)
class TillPort(AppState):
    """The functions of the domain of tills, attached when the app is built."""

    require: Callable[..., Cashier]
    """Returns who makes a call, from the arguments that `_cashier` passes on. Raises if the caller has no
    permission.
    """
    keep: Callable[[Session, datetime, Any, str, str, str], None]
    """Stores an action on a pass in the tills' log: cashier, action, customer, and the redemption or the given pass.
    Refuses an action beyond somebody's limits.
    """


def _cashier(
    request: Request,
    member: MaybeMemberDep,
    named: NamedOrganizationsDep,
    session: SessionDep,
    now: NowDep,
    answers: AnswersDep,
) -> Cashier:
    return TillPort.of(request).require(request, member, named, session, now, answers)


CashierDep = Annotated[Cashier, Depends(_cashier)]


async def _port(request: Request) -> TillPort:
    return TillPort.of(request)


TillPortDep = Annotated[TillPort, Depends(_port)]
