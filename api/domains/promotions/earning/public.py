"""Checking in on the card: the phone reports its position, and the rules decide whether it is one of the places."""

from typing import Annotated

from fastapi import Form, Response

from api.auth.member import viewer_of
from api.auth.tenants import organization_of
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.promotions.earning.dependencies import EarningServiceDep
from api.domains.promotions.earning.types import Position
from api.domains.promotions.rewards.card_addresses import CardDep
from api.domains.promotions.rewards.card_pages import CardPagesDep
from api.domains.promotions.rewards.dependencies import CardServiceDep

router = ApiRouter(tags=["rewards"], include_in_schema=False)

Coordinate = Annotated[str, Form(max_length=40)]


@router.post("/card/{card_id:card}/check-in", status_code=303, response_class=Response)
def check_in_on_card(
    card: CardDep,
    pages: CardPagesDep,
    cards: CardServiceDep,
    earning: EarningServiceDep,
    session: SessionDep,
    latitude: Coordinate = "",
    longitude: Coordinate = "",
    accuracy: Coordinate = "",
) -> Response:
    """Check the customer in at the position that their phone reports. Redirects back to the card, which shows the
    result.
    """
    if card is None:
        return pages.show(None)
    me = viewer_of(organization_of(session, card.org_id))
    position = position_of(latitude, longitude, accuracy)
    outcome, _ = earning.visit(me, cards.person(card.org_id, card.customer_id), position)
    return pages.back_to(card, f"check_in={outcome}")


def position_of(latitude: str, longitude: str, accuracy: str) -> Position | None:
    """Parse the position that a phone sent; return None if it is not a place on earth, or has no accuracy."""
    try:
        found = Position(float(latitude), float(longitude), float(accuracy))
    except ValueError:
        return None
    is_place = abs(found.latitude) <= 90 and abs(found.longitude) <= 180
    return found if is_place and found.accuracy_m >= 0 else None
