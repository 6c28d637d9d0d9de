"""Renders the page of a card for a visitor who has its address."""

from collections.abc import Mapping
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import Depends, Request, Response

from api.auth.tenants import organization_of
from api.db.session import SessionDep
from api.domains.promotions.loyalty.dependencies import LedgerServiceDep
from api.domains.promotions.rewards.card_redeeming import CardRedeemingDep
from api.domains.promotions.rewards.card_view import (
    shown_awards,
    shown_balances,
    shown_check_in,
    shown_history,
    shown_redemption,
    shown_rewards,
    shown_tier,
)
from api.domains.promotions.rewards.cards import HISTORY, card_path
from api.domains.promotions.rewards.dependencies import CardServiceDep
from api.domains.promotions.rewards.signed_codes import seconds_left
from api.domains.promotions.rewards.visitor_repository import PublicCard
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.rendering.initials import initial_icon
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.pages import Notice, Page, page_response
from api.rendering.visitor_pages.state import VisitorPagesState
from api.rendering.visitor_pages.theme import DEFAULT_THEME
from api.rendering.visitor_pages.tokens import accent_of
from api.rendering.visitor_pages.words import spoken


class CardPages:
    """Pages of cards, in the session of one request."""

    def __init__(
        self,
        request: Request,
        session: SessionDep,
        cards: CardServiceDep,
        ledger: LedgerServiceDep,
        redeeming: CardRedeemingDep,
        now: NowDep,
    ) -> None:
        self._pages = VisitorPagesState.of(request).pages
        self._session = session
        self._cards = cards
        self._ledger = ledger
        self._redeeming = redeeming
        self._now = now

    def show(
        self,
        card: PublicCard | None,
        show: str = "",
        redeemed: str = "",
        refused: str = "",
        check_in: str = "",
    ) -> Response:
        """Return the page of a card, or a page stating that there is no such card."""
        if card is None:
            return page_response(self._pages.notice(Notice.NOTHING_HERE))
        page = self._page(card, show == "code", redeemed, check_in, is_refused=bool(refused))
        policy = f"{page.security_policy}; worker-src 'self'"
        headers = {"content-security-policy": policy, "referrer-policy": "no-referrer"}
        return page_response(page, **headers)

    def redeem(self, card: PublicCard | None, reward_id: str, award_id: str, key: str) -> Response:
        """Redeem, and redirect to the card, which shows the result."""
        if card is None:
            return page_response(self._pages.notice(Notice.NOTHING_HERE))
        redeemed = self._redeeming.redeem(card, reward_id, award_id, key)
        answer = f"redeemed={redeemed}" if redeemed else "refused=1"
        return self.back_to(card, answer)

    @staticmethod
    def back_to(card: PublicCard, answer: str) -> Response:
        """Redirect to the card with the result in the query."""
        headers = {"location": f"{card_path(card.card_id)}?{answer}", "cache-control": "no-store"}
        return Response(status_code=303, headers=headers)

    def _page(
        self,
        card: PublicCard,
        shows_code: bool,
        redeemed: str,
        check_in: str,
        *,
        is_refused: bool,
    ) -> Page:
        org_id, say, ledger, cards = card.org_id, spoken(), self._ledger, self._cards
        customer_ids = cards.person(org_id, card.customer_id)
        time_zone = organization_of(self._session, org_id).time_zone
        zone = ZoneInfo(time_zone)
        balances, tier = ledger.balances(org_id, customer_ids), ledger.tier(org_id, customer_ids)
        standing = cards.standing(
            org_id, time_zone, customer_ids, balances, tier.name, anywhere=True
        )
        found = self._redeeming.redeemed(card, redeemed) if redeemed else None
        history, _ = ledger.history(org_id, customer_ids, HISTORY)
        vouchers = [
            shown_redemption((award, reward), say, zone, time_zone, voucher)
            for award, reward, voucher in cards.vouchers(org_id, customer_ids)
        ]
        return self._pages.render(
            "card.html.jinja",
            200,
            card.shown_brand,
            page="card",
            code_id=None,
            path=card_path(card.card_id),
            as_of=say.moment_of(self._now, zone, time_zone),
            shows_code=shows_code,
            redeemed=found
            and shown_redemption(found, say, zone, time_zone, cards.voucher(org_id, found[0])),
            is_refused=is_refused or (bool(redeemed) and found is None),
            checked_in=shown_check_in(check_in, say),
            can_check_in=cards.has_places(org_id),
            key=new_id("key"),
            seconds=seconds_left(self._now) + 1,
            slot=int(self._now.timestamp()),
            balances=shown_balances(balances, say, zone),
            stamps_goal=ledger.program(org_id).stamps_goal,
            tier=shown_tier(tier, say),
            awards=shown_awards(cards.open_awards(org_id, customer_ids), say, zone) + vouchers,
            rewards=shown_rewards(standing, balances, say),
            history=shown_history(history, say, zone),
            referral_url=cards.referral_url(org_id, customer_ids),
        )


ICON_SIDES: Mapping[str, int] = {"192": 192, "512": 512}
"""The sizes in pixels of the icons that a phone needs; developer.chrome.com/docs/devtools/progressive-web-apps."""

CardPagesDep = Annotated[CardPages, Depends(CardPages)]


def manifest_of(card: PublicCard) -> dict[str, Any]:
    """Return the web app manifest with which a phone adds the card to its home screen."""
    brand, path = card.shown_brand, card_path(card.card_id)
    logo = brand.look.logo or brand.logo_url
    return {
        "name": brand.name,
        "short_name": brand.name[:30],
        "id": path,
        "start_url": path,
        "scope": path,
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": _color_of(brand),
        "icons": [{"src": logo, "sizes": "any"}] if logo else _drawn_icons(path),
    }


def _drawn_icons(path: str) -> list[dict[str, str]]:
    return [
        {
            "src": f"{path}/icon-{name}.png",
            "sizes": f"{side}x{side}",
            "type": "image/png",
            "purpose": purpose,
        }
        for purpose in ("any", "maskable")
        for name, side in ICON_SIDES.items()
    ]


def icon_of(card: PublicCard, name: str) -> bytes | None:
    """Return the icon of a size, with the organisation's initial; None for any other size."""
    brand, side = card.shown_brand, ICON_SIDES.get(name)
    return initial_icon(brand.name, _color_of(brand), side) if side is not None else None


def _color_of(brand: Brand) -> str:
    return accent_of(brand.theme or DEFAULT_THEME, brand.color)
