"""The public page of a card: anyone who has its unguessable address sees points, stamps and rewards, and no other data
of the customer.
"""

from typing import Annotated

from fastapi import Form, Response
from fastapi.responses import JSONResponse

from api.db.routing import ApiRouter
from api.domains.promotions.rewards.card_addresses import AnId, CardDep
from api.domains.promotions.rewards.card_pages import CardPagesDep, icon_of, manifest_of
from api.domains.promotions.rewards.signed_codes import signed_code
from api.kit.clock import NowDep
from api.kit.errors import NotFound
from api.kit.process_state import SettingsDep
from api.rendering.qr.drawing import draw
from api.rendering.qr.types import Design, PictureFormat

CODE_SIDE = 280

router = ApiRouter(tags=["rewards"], include_in_schema=False)


AnIdInForm = Annotated[str, Form(pattern=r"^[A-Za-z0-9_]{0,64}$")]


@router.get("/card/{card_id:card}")
def card_page(
    card: CardDep,
    pages: CardPagesDep,
    show: str = "",
    redeemed: AnId = "",
    refused: str = "",
    check_in: AnId = "",
) -> Response:
    """Show a customer's card: points, stamps, rewards and history. With `show=code` it shows the signed code, which is
    renewed every 30 seconds.
    """
    return pages.show(card, show, redeemed, refused, check_in)


@router.post("/card/{card_id:card}/redeem", status_code=303, response_class=Response)
def redeem_on_card(
    card: CardDep,
    pages: CardPagesDep,
    reward_id: AnIdInForm = "",
    award_id: AnIdInForm = "",
    key: AnIdInForm = "",
) -> Response:
    """Redeem a reward on the card itself, if the organisation allows it. Redirects back to the card."""
    return pages.redeem(card, reward_id, award_id, key)


@router.get("/card/{card_id:card}/code.svg")
def card_code(card: CardDep, settings: SettingsDep, now: NowDep) -> Response:
    """Get the current signed code as a picture, for staff to scan."""
    if card is None:
        raise NotFound
    code = signed_code(settings.secret_key, card.card_id, now)
    file = draw(code, Design(), CODE_SIDE, CODE_SIDE, PictureFormat.SVG)
    return Response(file, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@router.get("/card/{card_id:card}/app.webmanifest")
def card_manifest(card: CardDep) -> Response:
    """Get the manifest with which a phone adds the card to its home screen."""
    if card is None:
        raise NotFound
    return JSONResponse(
        manifest_of(card),
        media_type="application/manifest+json",
        headers={"cache-control": "private, max-age=3600"},
    )


@router.get("/card/{card_id:card}/icon-{size}.png")
def card_icon(card: CardDep, size: str) -> Response:
    """Get the home screen icon for an organisation without a logo."""
    icon = icon_of(card, size) if card is not None else None
    if icon is None:
        raise NotFound
    headers = {"cache-control": "private, max-age=3600"}
    return Response(icon, media_type="image/png", headers=headers)
