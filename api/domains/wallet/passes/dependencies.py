"""Dependencies of the handlers of passes."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.db.offload import Offload, VisitorOffloadDep
from api.db.session import SessionDep
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.wallet.passes.bundles import PassBundles
from api.domains.wallet.passes.certificates import CertificateService
from api.domains.wallet.passes.offer_repository import OfferRepository
from api.domains.wallet.passes.offers import OfferService
from api.domains.wallet.passes.pictures import PassPictures
from api.domains.wallet.passes.redeeming import RedeemingService
from api.domains.wallet.passes.redemption_repository import RedemptionRepository
from api.domains.wallet.passes.repository import CertificateRepository, PassRepository
from api.domains.wallet.passes.service import PassService
from api.domains.wallet.passes.types import DRAW
from api.domains.wallet.passes.undoing import ImportUndoing
from api.jobs.queue import Jobs
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from api.objects.store import objects_of
from runtime.settings import Settings


def certificates_of(session: Session, settings: Settings, now: datetime) -> CertificateService:
    """Return the certificate service, through a database session."""
    return CertificateService(CertificateRepository(session), Sealer.of(settings), now)


def _certificates(settings: SettingsDep, session: SessionDep, now: NowDep) -> CertificateService:
    return certificates_of(session, settings, now)


CertificateServiceDep = Annotated[CertificateService, Depends(_certificates)]


def passes_of(
    session: Session, settings: Settings, now: datetime, offload: Offload | None = None
) -> PassService:
    """Return the pass service, through a database session in its organisation. In a request, `offload` draws the
    pictures.
    """
    sealer = Sealer.of(settings)

    def draw_later(org_id: str, pass_id: str) -> None:
        Jobs(session, now).enqueue(org_id, DRAW, {"pass_id": pass_id})

    return PassService(
        PassRepository(session),
        certificates_of(session, settings, now),
        CustomerService(session, sealer, now, new_id),
        sealer,
        PassPictures(session, objects_of(settings), offload),
        base_url=settings.base_url,
        secret=settings.secret_key,
        now=now,
        new_id=new_id,
        draw_later=draw_later,
    )


def _passes(
    settings: SettingsDep, session: SessionDep, now: NowDep, offload: VisitorOffloadDep
) -> PassService:
    return passes_of(session, settings, now, offload)


PassServiceDep = Annotated[PassService, Depends(_passes)]


def _bundles(
    session: SessionDep, passes: PassServiceDep, customers: CustomerServiceDep
) -> PassBundles:
    return PassBundles(PassRepository(session), passes, customers)


PassBundlesDep = Annotated[PassBundles, Depends(_bundles)]


def undoing_of(session: Session, settings: Settings, now: datetime) -> ImportUndoing:
    """Return the service that undoes imports, through a database session in its organisation."""
    return ImportUndoing(PassRepository(session), passes_of(session, settings, now))


def _offers(
    session: SessionDep, passes: PassServiceDep, customers: CustomerServiceDep, now: NowDep
) -> OfferService:
    return OfferService(OfferRepository(session), passes, customers, now, new_id)


OfferServiceDep = Annotated[OfferService, Depends(_offers)]


def _redeeming(
    session: SessionDep, passes: PassServiceDep, customers: CustomerServiceDep, now: NowDep
) -> RedeemingService:
    return RedeemingService(
        RedemptionRepository(session),
        passes,
        customers,
        now=now,
        new_id=new_id,
        new_event_id=uuid7,
    )


RedeemingServiceDep = Annotated[RedeemingService, Depends(_redeeming)]
