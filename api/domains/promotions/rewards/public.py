"""The public page of a card: anyone who has its unguessable address sees points, stamps and rewards, and nothing else
of the customer.
"""

from typing import Annotated
from zoneinfo import ZoneInfo

from anyio import from_thread
from fastapi import Depends, Request, Response
from fastapi.responses import JSONResponse
from limits import parse
from starlette.convertors import Convertor, register_url_convertor

from api.auth.tenants import organization_of
from api.db.routing import ApiRouter
from api.db.session import SessionDep, enter_tenant
from api.db.visitor_pool import VisitorDatabase
from api.domains.promotions.loyalty.dependencies import LedgerServiceDep
from api.domains.promotions.rewards.card_view import (
    shown_awards,
    shown_balances,
    shown_history,
    shown_rewards,
    shown_tier,
)
from api.domains.promotions.rewards.cards import HISTORY, card_path
from api.domains.promotions.rewards.dependencies import CardServiceDep
from api.domains.promotions.rewards.signed_codes import seconds_left, signed_code
from api.domains.promotions.rewards.visitor_repository import PublicCard, find_card
from api.kit.addresses import client_network
from api.kit.clock import NowDep
from api.kit.errors import NotFound
from api.kit.process_state import ProcessState, SettingsDep
from api.rendering.qr.drawing import draw
from api.rendering.qr.types import Design, PictureFormat
from api.rendering.visitor_pages.pages import Notice, page_response
from api.rendering.visitor_pages.state import VisitorPagesState
from api.rendering.visitor_pages.words import spoken

PER_ADDRESS = parse("600 per minute")
CODE_SIDE = 280


class _CardId(Convertor[str]):
    """Ids of cards; other words below /card/ belong to the web app."""

    regex = "card_[A-Za-z0-9]{22}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("card", _CardId())

router = ApiRouter(tags=["rewards"], include_in_schema=False)


def _card(card_id: str, request: Request, session: SessionDep) -> PublicCard | None:
    """The card of the address; from here on the session is in its organisation."""
    state = ProcessState.of(request)
    state.rate_limits.hit(PER_ADDRESS, "card", client_network(request))
    card = from_thread.run(find_card, VisitorDatabase.of(request).pool, card_id)
    if card is not None:
        enter_tenant(session, card.org_id)
    return card


CardDep = Annotated[PublicCard | None, Depends(_card)]


@router.get("/card/{card_id:card}")
def card_page(
    request: Request,
    card: CardDep,
    session: SessionDep,
    cards: CardServiceDep,
    ledger: LedgerServiceDep,
    now: NowDep,
    show: str = "",
) -> Response:
    """Points, stamps, rewards and history; with `show=code` the signed code, drawn again every half minute."""
    pages = VisitorPagesState.of(request).pages
    if card is None:
        return page_response(pages.notice(Notice.NOTHING_HERE))
    org_id, customer_ids, say = card.org_id, [card.customer_id], spoken()
    time_zone = organization_of(session, org_id).time_zone
    zone = ZoneInfo(time_zone)
    balances, tier = ledger.balances(org_id, customer_ids), ledger.tier(org_id, customer_ids)
    standing = cards.standing(org_id, time_zone, customer_ids, balances, tier.name)
    history, _ = ledger.history(org_id, customer_ids, HISTORY)
    page = pages.render(
        "card.html.jinja",
        200,
        card.shown_brand,
        page="card",
        code_id=None,
        path=card_path(card.card_id),
        shows_code=show == "code",
        seconds=seconds_left(now) + 1,
        slot=int(now.timestamp()),
        balances=shown_balances(balances, say, zone),
        stamps_goal=ledger.program(org_id).stamps_goal,
        tier=shown_tier(tier, say),
        awards=shown_awards(cards.open_awards(org_id, customer_ids), say, zone),
        rewards=shown_rewards(standing, balances, say),
        history=shown_history(history, say, zone),
    )
    policy = f"{page.security_policy}; manifest-src 'self'"
    headers = {"content-security-policy": policy, "referrer-policy": "no-referrer"}
    return page_response(page, **headers)


@router.get("/card/{card_id:card}/code.svg")
def card_code(card: CardDep, settings: SettingsDep, now: NowDep) -> Response:
    """The signed code of this half minute, for staff to scan."""
    if card is None:
        raise NotFound
    code = signed_code(settings.secret_key, card.card_id, now)
    file = draw(code, Design(), CODE_SIDE, CODE_SIDE, PictureFormat.SVG)
    return Response(file, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@router.get("/card/{card_id:card}/app.webmanifest")
def card_manifest(card: CardDep) -> Response:
    """What a phone needs to put the card on its home screen."""
    if card is None:
        raise NotFound
    brand, path = card.shown_brand, card_path(card.card_id)
    icons = [{"src": brand.logo_url, "sizes": "any"}] if brand.logo_url else []
    manifest = {
        "name": brand.name,
        "short_name": brand.name[:30],
        "id": path,
        "start_url": path,
        "scope": path,
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": brand.color or "#ffffff",
        "icons": icons,
    }
    return JSONResponse(
        manifest,
        media_type="application/manifest+json",
        headers={"cache-control": "private, max-age=3600"},
    )
