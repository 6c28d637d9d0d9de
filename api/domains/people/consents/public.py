"""The preference page: anybody with a signed link can see and change the owner's consents without a login."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Request, Response
from limits import parse

from api.db.routing import ApiRouter
from api.db.session import SessionDep, enter_tenant
from api.db.visitor_pool import VisitorDatabase
from api.domains.people.consents.links import read_token
from api.domains.people.consents.preference_pages import OpenedLink, PreferencePagesDep
from api.domains.people.consents.visitor_repository import find_brand
from api.kit.addresses import client_network
from api.kit.process_state import ProcessState, SettingsDep

PER_ADDRESS = parse("120 per minute")
PER_LINK = parse("60 per hour")
MAX_INPUTS = 100

router = ApiRouter(tags=["consents"], include_in_schema=False)


def _opened(
    org_id: str, token: str, request: Request, session: SessionDep, settings: SettingsDep
) -> OpenedLink | None:
    """Return the link if it was signed here. From here on, the session is in its organisation."""
    limits = ProcessState.of(request).rate_limits
    link = read_token(settings.secret_key, org_id, token)
    # An email provider sends the clicks of all its users (RFC 8058) from a few addresses.
    if link is None or request.method != "POST":
        limits.hit(PER_ADDRESS, "preferences", client_network(request))
    if link is None:
        return None
    if request.method == "POST":
        limits.hit(PER_LINK, "preferences", org_id, link.customer_id)
    brand = from_thread.run(find_brand, VisitorDatabase.of(request).pool, org_id)
    if brand is None:
        return None
    enter_tenant(session, org_id)
    return OpenedLink(org_id, token, link, brand)


OpenedDep = Annotated[OpenedLink | None, Depends(_opened)]


async def _sent(request: Request) -> Mapping[str, Sequence[str]]:
    async with request.form(max_files=0, max_fields=MAX_INPUTS) as form:
        return {name: [it for it in form.getlist(name) if isinstance(it, str)] for name in form}


SentDep = Annotated[Mapping[str, Sequence[str]], Depends(_sent)]


@router.get("/preferences/{org_id}/{token}")
def preferences_page(opened: OpenedDep, pages: PreferencePagesDep, done: str = "") -> Response:
    """Show the preference page: what a customer consented to, and what they still have to confirm. Opening the page
    changes nothing.
    """
    return pages.show(opened, done)


@router.post("/preferences/{org_id}/{token}")
def choose_preferences(opened: OpenedDep, pages: PreferencePagesDep, sent: SentDep) -> Response:
    """Save the choices on the preference page, confirm a consent, or withdraw all."""
    return pages.choose(opened, sent)


@router.get("/preferences/{org_id}/{token}/unsubscribe")
def unsubscribe_page(opened: OpenedDep, pages: PreferencePagesDep) -> Response:
    """Show the preference page to a person who opens the unsubscribe link of an email."""
    return pages.show(opened, "")


@router.post("/preferences/{org_id}/{token}/unsubscribe")
def unsubscribe(opened: OpenedDep, pages: PreferencePagesDep, sent: SentDep) -> Response:
    """Unsubscribe with one click in an email program (RFC 8058)."""
    return pages.unsubscribe(opened, sent)
