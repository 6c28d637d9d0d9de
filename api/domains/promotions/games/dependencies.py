"""Dependencies of the handlers and jobs of games."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.db.session import SessionDep
from api.domains.people.customers.dependencies import CustomerServiceDep, customers_of
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.games.boards import BoardService
from api.domains.promotions.games.checking import GameChecks
from api.domains.promotions.games.claims import ClaimService
from api.domains.promotions.games.fairness import FairnessService
from api.domains.promotions.games.library import GameLibrary
from api.domains.promotions.games.phones_port import GamePhones
from api.domains.promotions.games.play_service import PlayService
from api.domains.promotions.games.player import PlayerDep
from api.domains.promotions.games.prize_granting import PrizeGiving
from api.domains.promotions.games.seeds import Seeds
from api.domains.promotions.games.service import GameService
from api.domains.promotions.games.views import GameViews
from api.domains.promotions.loyalty.dependencies import LedgerServiceDep, ledger_of
from api.domains.promotions.loyalty.service import LedgerService
from api.domains.promotions.prizes.passes_port import PrizePasses
from api.domains.promotions.prizes.service import PrizeService
from api.domains.promotions.rewards.dependencies import RewardServiceDep, knows_code_of
from api.domains.promotions.rewards.service import RewardService
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from runtime.settings import Settings

__all__ = ["PlayerDep"]


def prizes_of(session: Session, settings: Settings, now: datetime) -> PrizeService:
    """Return the prize service for a session in its organisation."""
    return PrizeService(session, settings.secret_key, now, new_id)


def plays_of(
    session: Session, settings: Settings, now: datetime, phones: GamePhones | None = None
) -> PlayService:
    """Return the play service for a session in its organisation. Without `phones`, phone numbers are not verified."""
    rewards = RewardService(
        session,
        ledger_of(session, now),
        knows_code_of(session),
        now=now,
        new_id=new_id,
        new_event_id=uuid7,
    )
    prizes, customers = prizes_of(session, settings, now), customers_of(session, settings, now)
    return PlayService(
        session,
        prizes,
        customers,
        settings.secret_key,
        Seeds(settings.sealing_keys),
        now,
        uuid7,
        rewards.has_reward,
        phones,
    )


def games_of(
    session: Session, settings: Settings, now: datetime, passes: PrizePasses | None = None
) -> GameService:
    """Return the game service for a session in its organisation. Without `passes`, no game can give a pass."""
    prizes, plays = prizes_of(session, settings, now), plays_of(session, settings, now)
    checks = GameChecks(session, prizes, plays.has_reward, passes, now)
    return GameService(session, prizes, plays, checks, Seeds(settings.sealing_keys), now, new_id)


def claims_of(
    session: Session,
    settings: Settings,
    customers: CustomerService,
    rewards: RewardService,
    points: LedgerService,
    passes: PrizePasses | None,
    now: datetime,
) -> ClaimService:
    """Return the claim service for a session in its organisation."""
    prizes = prizes_of(session, settings, now)
    giving = PrizeGiving(session, prizes, customers, rewards, points, passes)
    return ClaimService(session, prizes, customers, giving, now)


async def _passes(request: Request) -> PrizePasses | None:
    return PrizePasses.find(request.app)


PrizePassesDep = Annotated[PrizePasses | None, Depends(_passes)]


def _plays(
    request: Request, session: SessionDep, settings: SettingsDep, now: NowDep
) -> PlayService:
    return plays_of(session, settings, now, GamePhones.find(request.app))


def _games(
    session: SessionDep, settings: SettingsDep, passes: PrizePassesDep, now: NowDep
) -> GameService:
    return games_of(session, settings, now, passes)


def _boards(session: SessionDep, now: NowDep) -> BoardService:
    return BoardService(session, now)


def library_of(session: Session, settings: Settings, now: datetime) -> GameLibrary:
    """Return the game library for a session in its organisation."""
    return GameLibrary(session, prizes_of(session, settings, now), settings.secret_key, now)


def _claims(
    session: SessionDep,
    settings: SettingsDep,
    customers: CustomerServiceDep,
    rewards: RewardServiceDep,
    points: LedgerServiceDep,
    passes: PrizePassesDep,
    now: NowDep,
) -> ClaimService:
    return claims_of(session, settings, customers, rewards, points, passes, now)


def _views(
    session: SessionDep, settings: SettingsDep, customers: CustomerServiceDep, now: NowDep
) -> GameViews:
    return GameViews(session, prizes_of(session, settings, now), customers, now)


def _library(session: SessionDep, settings: SettingsDep, now: NowDep) -> GameLibrary:
    return library_of(session, settings, now)


def _fairness(session: SessionDep, settings: SettingsDep) -> FairnessService:
    return FairnessService(session, settings.secret_key, Seeds(settings.sealing_keys))


PlayServiceDep = Annotated[PlayService, Depends(_plays)]
GameServiceDep = Annotated[GameService, Depends(_games)]
BoardServiceDep = Annotated[BoardService, Depends(_boards)]
ClaimServiceDep = Annotated[ClaimService, Depends(_claims)]
GameViewsDep = Annotated[GameViews, Depends(_views)]
GameLibraryDep = Annotated[GameLibrary, Depends(_library)]
FairnessServiceDep = Annotated[FairnessService, Depends(_fairness)]
