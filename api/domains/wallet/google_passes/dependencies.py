"""Dependencies of the handlers and jobs for passes in Google Wallet."""

from datetime import datetime
from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Request
from limits import parse
from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.db.session import SessionDep
from api.db.visitor_pool import VisitorDatabase
from api.domains.people.customers.sealing import Sealer
from api.domains.wallet.google_passes.accounts import AccountService
from api.domains.wallet.google_passes.callbacks import Callbacks
from api.domains.wallet.google_passes.drawing import Drawing
from api.domains.wallet.google_passes.links import LinkService
from api.domains.wallet.google_passes.repository import AccountRepository, KeptPassRepository
from api.domains.wallet.passes.pictures import PassPictures
from api.domains.wallet.passes.reading import organization_of_pass
from api.domains.wallet.passes.save_links import SaveLinks
from api.integrations.wallet_objects import (
    SECONDS,
    OpenWallet,
    callback_reader,
    installed_issuer,
    wallet_of,
)
from api.kit.addresses import client_network
from api.kit.clock import Clock, NowDep
from api.kit.process_state import ProcessState, SettingsDep
from api.objects.store import objects_of
from runtime.settings import Settings

SECONDS_OF_A_PAGE = 2.5
CALLBACKS_PER_ADDRESS = parse("6000 per minute")
"""All callbacks come from a few addresses of Google."""


def accounts_of(
    session: Session, settings: Settings, now: datetime, open_wallet: OpenWallet
) -> AccountService:
    """Return the account service, through a database session in its organisation."""
    return AccountService(
        AccountRepository(session),
        KeptPassRepository(session),
        Sealer.of(settings),
        installed=installed_issuer(settings),
        open_wallet=open_wallet,
        now=now,
    )


def _wallet(settings: SettingsDep, now: NowDep) -> OpenWallet:
    return wallet_of(settings, lambda: now)


OpenWalletDep = Annotated[OpenWallet, Depends(_wallet)]


def _accounts(
    settings: SettingsDep, session: SessionDep, now: NowDep, open_wallet: OpenWalletDep
) -> AccountService:
    return accounts_of(session, settings, now, open_wallet)


def _callbacks(
    request: Request, settings: SettingsDep, session: SessionDep, now: NowDep
) -> Callbacks:
    ProcessState.of(request).rate_limits.hit(
        CALLBACKS_PER_ADDRESS, "google callback", client_network(request)
    )
    pool = VisitorDatabase.of(request).pool

    def owner_of(pass_id: str) -> str | None:
        return from_thread.run(organization_of_pass, pool, pass_id)

    return Callbacks(session, callback_reader(settings, now), owner_of, now)


CallbacksDep = Annotated[Callbacks, Depends(_callbacks)]


AccountServiceDep = Annotated[AccountService, Depends(_accounts)]


def links_of(
    session: Session, settings: Settings, now: datetime, *, seconds: float = SECONDS
) -> LinkService:
    """Return the link service, through a database session in its organisation."""
    open_wallet = wallet_of(settings, lambda: now, seconds=seconds)

    def drawing_of(org_id: str) -> Drawing:
        pictures = PassPictures(session, objects_of(settings))
        return Drawing(organization_of(session, org_id), pictures, settings.base_url, now)

    accounts = accounts_of(session, settings, now, open_wallet)
    return LinkService(
        session, accounts, drawing_of, open_wallet=open_wallet, origin=settings.base_url, now=now
    )


def page_links(settings: Settings, clock: Clock) -> SaveLinks:
    """Return the links behind the buttons on pages of passes."""

    def link(session: Session, org_id: str, pass_id: str) -> str | None:
        links = links_of(session, settings, clock(), seconds=SECONDS_OF_A_PAGE)
        return links.link_for_page(org_id, pass_id)

    def has_google(session: Session, org_id: str) -> bool:
        now = clock()
        own = accounts_of(session, settings, now, wallet_of(settings, lambda: now)).find(org_id)
        return own is not None and not own.is_development

    return SaveLinks(link, has_google)


def _links(settings: SettingsDep, session: SessionDep, now: NowDep) -> LinkService:
    return links_of(session, settings, now)


LinkServiceDep = Annotated[LinkService, Depends(_links)]
