"""The public page of a pass, the web's twin of what wallets show, for anyone who has its unguessable address."""

from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Form, Request, Response
from limits import parse
from starlette.convertors import Convertor, register_url_convertor

from api.db.routing import ApiRouter
from api.db.session import SessionDep, enter_tenant
from api.db.visitor_pool import VisitorDatabase
from api.domains.wallet.passes.offer_pages import OfferPagesDep
from api.domains.wallet.passes.pass_pages import PassPagesDep
from api.domains.wallet.passes.visitor_repository import (
    PublicPass,
    find_public_offer,
    find_public_pass,
)
from api.kit.addresses import client_network
from api.kit.process_state import ProcessState
from api.rendering.wallet.apple_package import MEDIA_TYPE

PER_ADDRESS = parse("600 per minute")
PACKAGES_PER_ADDRESS = parse("60 per minute")
"""Each is signed when it is asked for."""


class _PassId(Convertor[str]):
    """Ids of passes; other words below /card/ belong to cards and to the web app."""

    regex = "pass_[A-Za-z0-9]{22}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


class _OfferId(_PassId):
    """Ids of offers."""

    regex = "offer_[A-Za-z0-9]{22}"


register_url_convertor("pass", _PassId())
register_url_convertor("pass_offer", _OfferId())

router = ApiRouter(tags=["passes"], include_in_schema=False)


def _pass(pass_id: str, request: Request, session: SessionDep) -> PublicPass | None:
    """The pass of the address; from here on the session is in its organisation."""
    network = client_network(request)
    ProcessState.of(request).rate_limits.hit(PER_ADDRESS, "pass page", network)
    pool = VisitorDatabase.of(request).pool
    found = from_thread.run(find_public_pass, pool, pass_id)
    if found is not None:
        enter_tenant(session, found.org_id)
    return found


PublicPassDep = Annotated[PublicPass | None, Depends(_pass)]


@router.get("/card/{pass_id:pass}")
def pass_page(public: PublicPassDep, pages: PassPagesDep) -> Response:
    """The pass as it is now: fields, barcode, state, and buttons that add it to a wallet."""
    return pages.show(public)


@router.get(
    "/card/{pass_id:pass}/pass.pkpass",
    response_class=Response,
    responses={200: {"content": {MEDIA_TYPE: {}}, "description": "The signed pass"}},
)
def public_package(public: PublicPassDep, pages: PassPagesDep, request: Request) -> Response:
    """The signed pass, which an iPhone offers to add."""
    network = client_network(request)
    ProcessState.of(request).rate_limits.hit(PACKAGES_PER_ADDRESS, "pass package", network)
    return pages.package(public)


@router.get("/card/{pass_id:pass}/google", status_code=303, response_class=Response)
def to_google_wallet(public: PublicPassDep, pages: PassPagesDep, request: Request) -> Response:
    """Leads to the pass in Google Wallet, whose link is made when it is asked for."""
    network = client_network(request)
    ProcessState.of(request).rate_limits.hit(PACKAGES_PER_ADDRESS, "pass package", network)
    return pages.to_google(public)


def _offer(offer_id: str, request: Request, session: SessionDep) -> PublicPass | None:
    """The offer of the address; from here on the session is in its organisation."""
    network = client_network(request)
    ProcessState.of(request).rate_limits.hit(PER_ADDRESS, "pass page", network)
    found = from_thread.run(find_public_offer, VisitorDatabase.of(request).pool, offer_id)
    if found is not None:
        enter_tenant(session, found.org_id)
    return found


PublicOfferDep = Annotated[PublicPass | None, Depends(_offer)]


@router.get("/card/{offer_id:pass_offer}")
def offer_page(offer: PublicOfferDep, pages: OfferPagesDep) -> Response:
    """Where a visitor gets a pass of their own; who has it is led there."""
    return pages.show(offer)


@router.post("/card/{offer_id:pass_offer}", status_code=303, response_class=Response)
def take_pass(
    offer: PublicOfferDep, pages: OfferPagesDep, name: Annotated[str, Form(max_length=1_000)] = ""
) -> Response:
    """Take a pass of one's own. Leads to it."""
    return pages.give(offer, name)
