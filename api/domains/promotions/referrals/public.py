"""The public routes of referrals: the page for friends, and subscribing through a referral."""

from typing import Annotated

from fastapi import Form, Response

from api.db.routing import ApiRouter
from api.domains.promotions.referrals.referral_pages import ReferralPagesDep
from api.domains.promotions.referrals.schemas import ReferSubscription, Subscribed

router = ApiRouter(tags=["referrals"])


@router.post("/v1/refer-subscription")
def refer_subscription(
    body: ReferSubscription, response: Response, pages: ReferralPagesDep
) -> Subscribed:
    """Subscribe through a referral, without a login. The response never reveals whether an address is known."""
    cookie = pages.subscribe(body)
    if cookie is not None:
        response.headers.append("set-cookie", cookie)
    return Subscribed()


@router.get("/refer/{code}", include_in_schema=False)
def referral_page(code: str, pages: ReferralPagesDep) -> Response:
    """Show the page for a customer's friends."""
    return pages.show(code)


@router.post("/refer/{code}", include_in_schema=False)
def join_by_referral(
    code: str,
    pages: ReferralPagesDep,
    email: Annotated[str, Form(max_length=1_000)] = "",
    first_name: Annotated[str, Form(max_length=1_000)] = "",
) -> Response:
    """Submit the form of the page."""
    return pages.send(code, email, first_name)
