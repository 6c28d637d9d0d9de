"""Dependencies of the handlers of promo locks."""

import secrets
from typing import Annotated

from fastapi import Depends
from uuid_utils.compat import uuid7

from api.db.session import SessionDep
from api.domains.codes.codes.locks import CodeLocks
from api.domains.people.customers.sealing import Sealer
from api.domains.promotions.promo_locks.gate import Gate
from api.domains.promotions.promo_locks.guess_limits import GuessLimiter
from api.domains.promotions.promo_locks.master_keys import MasterKeyService
from api.domains.promotions.promo_locks.repository import (
    MasterKeys,
)
from api.domains.promotions.promo_locks.service import PromoService
from api.domains.promotions.promo_locks.use_repository import Guesses, Uses
from api.domains.promotions.promo_locks.vouchers import Vouchers
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep


def _service(settings: SettingsDep, session: SessionDep, now: NowDep) -> PromoService:
    return PromoService(
        session,
        Sealer.of(settings),
        now=now,
        new_id=new_id,
        new_event_id=uuid7,
        choose=secrets.choice,
    )


def _gate(session: SessionDep, now: NowDep) -> Gate:
    return Gate(
        CodeLocks(session),
        Uses(session),
        MasterKeys(session),
        GuessLimiter(Guesses(session), now, new_id),
        now=now,
        new_id=new_id,
        new_event_id=uuid7,
    )


def _master_keys(session: SessionDep, now: NowDep) -> MasterKeyService:
    return MasterKeyService(
        CodeLocks(session),
        MasterKeys(session),
        now=now,
        choose=secrets.choice,
        random_bytes=secrets.token_bytes,
    )


PromoServiceDep = Annotated[PromoService, Depends(_service)]
GateDep = Annotated[Gate, Depends(_gate)]
MasterKeyServiceDep = Annotated[MasterKeyService, Depends(_master_keys)]


def _vouchers(session: SessionDep, now: NowDep) -> Vouchers:
    return Vouchers(session, now)


VouchersDep = Annotated[Vouchers, Depends(_vouchers)]
