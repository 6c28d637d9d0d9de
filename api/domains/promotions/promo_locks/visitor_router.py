"""The public routes for promo locks, and the gate to which the form of a locked page posts."""

from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from api.auth.member import BodyDep, MaybeMemberDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.types import Refusal
from api.domains.promotions.promo_locks import views
from api.domains.promotions.promo_locks.dependencies import GateDep, PromoServiceDep
from api.domains.promotions.promo_locks.promo_request import PromoRequestDep
from api.domains.promotions.promo_locks.schemas import (
    CheckPromoCode,
    GateFields,
    PromoAnswer,
    PromoCodeUsage,
    UsageRead,
)
from api.domains.promotions.promo_locks.unlocking import UnlockingDep
from api.domains.visits.visits.gate_request import (
    GatePageRequestDep,
    GateRequest,
    problem_in,
    retry_after_in,
)
from api.kit.errors import Unauthenticated, UnsupportedType
from api.rendering.visitor_pages.gate_query import OUTCOME

router = ApiRouter(tags=["promos"])

MAX_FORM = 10_000
FORM = "application/x-www-form-urlencoded"


@router.post("/v1/promo_lock/check_promo_code")
@router.post("/v1/check_promo_code", operation_id="check_promo_code_alias")
def check_promo_code(body: CheckPromoCode, gate: GateDep, visitor: PromoRequestDep) -> PromoAnswer:
    """Check whether a promo code would open the lock, and if not, why. This does not use it."""
    code = visitor.find(body.qr_id)
    result = gate.check(code.org_id, code.code_id, visitor.attempt(code, body.promo_code, body))
    return views.answer(result, gate.lock(code.org_id, code.code_id), is_check=True)


@router.post("/v1/promo_lock/promo_code_usage")
@router.post("/v1/promo_code_usage", operation_id="promo_code_usage_alias")
def promo_code_usage(
    body: PromoCodeUsage,
    member: MaybeMemberDep,
    promos: PromoServiceDep,
    unlocking: UnlockingDep,
) -> PromoAnswer | UsageRead:
    """Use a promo code, without a login. Without `promo_code`, members get a list of uses."""
    if body.promo_code is None:
        if member is None:
            raise Unauthenticated
        totals, rows, total = promos.usage(member, body.qr_id, body)
        return views.usage(body.qr_id, totals, rows, total, body.paging, member, promos.contact)
    return unlocking.use(body.qr_id, body.promo_code, body)


async def _fields(request: Request, body: BodyDep) -> GateFields:
    """Parse the form of the locked page, or the same fields as JSON."""
    if _is_form(request):
        try:
            pairs = parse_qsl(body[:MAX_FORM].decode(errors="replace"), max_num_fields=20)
            return GateFields.model_validate({name: value for name, value in pairs if value})
        except ValueError:  # too many fields, or values out of range
            return GateFields()
    if "json" not in request.headers.get("content-type", ""):
        raise UnsupportedType
    try:
        return GateFields.model_validate_json(body)
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None


GateFieldsDep = Annotated[GateFields, Depends(_fields)]


@router.post(
    "/code/{code_id}/unlock",
    response_model=PromoAnswer,
    responses={303: {"description": "For a form: redirect to the open page, or back to the gate"}},
)
def unlock_code(
    code_id: str,
    request: Request,
    fields: GateFieldsDep,
    unlocking: UnlockingDep,
) -> PromoAnswer | Response:
    """Open a locked page with a promo code or the master key. A form is redirected in either case."""
    if _is_form(request):
        return unlocking.by_form(code_id, fields)
    return unlocking.use(code_id, fields.promo or "", fields)


@router.get("/code/{code_id}/unlock", include_in_schema=False)
async def show_locked_page(unlocking: GatePageRequestDep) -> Response:
    """Show the locked page with the result of the last attempt. This does not count as another visit."""
    code = await unlocking.code_refused_for(Refusal.LOCKED)
    if isinstance(code, Response):
        return code
    return _locked_page(unlocking, code)


def _locked_page(unlocking: GateRequest, code: ResolvedCode) -> Response:
    outcome, query = unlocking.outcome(code), unlocking.incoming.query
    page = unlocking.pages.locked(
        code,
        status=int(outcome.get("status", 200)),
        given=outcome.get("given", ""),
        problem=problem_in(outcome),
        query=query,
        outcome=dict(parse_qsl(query)).get(OUTCOME, "") if "opened" in outcome else "",
    )
    return unlocking.answer(page, **retry_after_in(outcome))


def _is_form(request: Request) -> bool:
    return request.headers.get("content-type", "").lower().startswith(FORM)
