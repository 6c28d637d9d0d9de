"""The card at a public address, which is all that a visitor needs to open it."""

from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Query, Request
from limits import parse
from starlette.convertors import Convertor, register_url_convertor

from api.db.session import SessionDep, enter_tenant
from api.db.visitor_pool import VisitorDatabase
from api.domains.promotions.rewards.visitor_repository import PublicCard, find_card
from api.kit.addresses import client_network
from api.kit.process_state import ProcessState

PER_ADDRESS = parse("600 per minute")


class _CardId(Convertor[str]):
    """IDs of cards; other words below /card/ belong to the web app."""

    regex = "card_[A-Za-z0-9]{22}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("card", _CardId())


def _card(card_id: str, request: Request, session: SessionDep) -> PublicCard | None:
    """Return the card at the address, or None; from here on, the session is in its organisation."""
    state = ProcessState.of(request)
    state.rate_limits.hit(PER_ADDRESS, "card", client_network(request))
    card = from_thread.run(find_card, VisitorDatabase.of(request).pool, card_id)
    if card is not None:
        enter_tenant(session, card.org_id)
    return card


AnId = Annotated[str, Query(pattern=r"^[A-Za-z0-9_]{0,64}$")]
CardDep = Annotated[PublicCard | None, Depends(_card)]
