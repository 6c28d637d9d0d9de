"""Forms on the page of a code: entering its password, or redeeming a one-time code."""

from typing import Annotated

from fastapi import Form, Response

from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.visits.visits import gate_service
from api.domains.visits.visits.gate_request import GatePageRequestDep, GateRequestDep

router = ApiRouter(tags=["visits"], include_in_schema=False)


@router.post("/code/{code_id}/password")
async def give_password(
    gate: GateRequestDep, password: Annotated[str, Form(max_length=1000)] = ""
) -> Response:
    """Open a code with its password, for twelve hours in this browser."""
    return await gate_service.open_with_password(gate, password)


@router.get("/code/{code_id}/password")
async def ask_password_again(gate: GatePageRequestDep) -> Response:
    """Return the page with the password form and the last outcome."""
    return await gate_service.password_page(gate)


@router.get("/code/{code_id}/use")
async def look_at_use(code_id: str, gate: GatePageRequestDep) -> Response:
    """Redirect a browser that returns to this address to the code, which shows when it was redeemed."""
    return gate.redirect_to_code(code_id)


@router.post("/code/{code_id}/use")
async def use_code(gate: GateRequestDep, session: SessionDep) -> Response:
    """Redeem a one-time code. Exactly one of several concurrent requests redeems it, and the others show when
    that was.
    """
    return await gate_service.redeem(gate, session)
