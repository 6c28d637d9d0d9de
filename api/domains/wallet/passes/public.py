"""The public page of a pass, the web twin of what wallets show, for anyone who has its unguessable address."""

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
"""Each package is signed when it is requested."""


class _PassId(Convertor[str]):
    """IDs of passes. Other paths below /card/ belong to cards and to the web app."""

    regex = "pass_[A-Za-z0-9]{22}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


class _OfferId(_PassId):
    """IDs of offers."""

    regex = "offer_[A-Za-z0-9]{22}"


register_url_convertor("pass", _PassId())
register_url_convertor("pass_offer", _OfferId())

router = ApiRouter(tags=["passes"], include_in_schema=False)


def _pass(pass_id: str, request: Request, session: SessionDep) -> PublicPass | None:
    """Return the pass of the address. From here on, the session is in its organisation."""
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
    """Show the current state of the pass: fields, barcode, validity, and buttons that add it to a wallet."""
    return pages.show(public)


@router.get(
    "/card/{pass_id:pass}/pass.pkpass",
    response_class=Response,
    responses={200: {"content": {MEDIA_TYPE: {}}, "description": "The signed pass"}},
)
def public_package(public: PublicPassDep, pages: PassPagesDep, request: Request) -> Response:
    """Return the signed pass, which an iPhone offers to add."""
    network = client_network(request)
    ProcessState.of(request).rate_limits.hit(PACKAGES_PER_ADDRESS, "pass package", network)
    return pages.package(public)


@router.get("/card/{pass_id:pass}/google", status_code=303, response_class=Response)
def to_google_wallet(public: PublicPassDep, pages: PassPagesDep, request: Request) -> Response:
    """Redirect to the pass in Google Wallet. The link is created on request."""
    network = client_network(request)
    ProcessState.of(request).rate_limits.hit(PACKAGES_PER_ADDRESS, "pass package", network)
    return pages.to_google(public)


def _offer(offer_id: str, request: Request, session: SessionDep) -> PublicPass | None:
    """Return the offer of the address. From here on, the session is in its organisation."""
    network = client_network(request)
    ProcessState.of(request).rate_limits.hit(PER_ADDRESS, "pass page", network)
    found = from_thread.run(find_public_offer, VisitorDatabase.of(request).pool, offer_id)
    if found is not None:
        enter_tenant(session, found.org_id)
    return found


PublicOfferDep = Annotated[PublicPass | None, Depends(_offer)]


@router.get("/card/{offer_id:pass_offer}")
def offer_page(offer: PublicOfferDep, pages: OfferPagesDep) -> Response:
    """Show the page on which a visitor gets their own pass. A visitor who already has one is redirected to it."""
    return pages.show(offer)


@router.post("/card/{offer_id:pass_offer}", status_code=303, response_class=Response)
def take_pass(
    offer: PublicOfferDep, pages: OfferPagesDep, name: Annotated[str, Form(max_length=1_000)] = ""
) -> Response:
    """Give the visitor their own pass, and redirect to it."""
    return pages.give(offer, name)
