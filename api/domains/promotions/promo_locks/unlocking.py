"""Opens locked pages for visitors: with a response to an API call, or with redirects for a form."""

from typing import Annotated

import orjson
from fastapi import Depends, Request, Response

from api.db.idempotency import Replay
from api.domains.codes.codes.types import ResolvedCode
from api.domains.promotions.promo_locks import views
from api.domains.promotions.promo_locks.dependencies import GateDep
from api.domains.promotions.promo_locks.promo_request import PromoRequestDep
from api.domains.promotions.promo_locks.schemas import GateFields, PromoAnswer, Try
from api.domains.promotions.promo_locks.types import Opened, StillLocked
from api.domains.visits.visits.gate_request import RETRY_AFTER, GateRequest
from api.kit.errors import TooMany


class Unlocking:
    """A visitor's attempt to open a locked page."""

    def __init__(
        self, request: Request, response: Response, gate: GateDep, visitor: PromoRequestDep
    ) -> None:
        self._request = request
        self._response = response
        self._gate = gate
        self._visitor = visitor

    def use(self, code_id: str, entered: str, fields: Try) -> PromoAnswer:
        """Use a promo code or the master key; the response sets the cookie that opens the page."""
        visitor, code = self._visitor, self._visitor.find(code_id)
        try:
            visitor.claim_idempotency_key(code)
        except Replay as replay:
            answer = orjson.loads(bytes(replay.response.body))
            before = self._gate.opened_by(code.org_id, answer.get("use_id") or "")
            if before is not None:
                replay.response.headers.append("set-cookie", visitor.cookie(code.code_id, before))
            raise
        result = self._gate.use(code.org_id, code.code_id, visitor.attempt(code, entered, fields))
        if isinstance(result, Opened):
            self._response.headers.append("set-cookie", visitor.cookie(code.code_id, result))
        return views.answer(result, self._gate.lock(code.org_id, code.code_id), is_check=False)

    def by_form(self, code_id: str, fields: GateFields) -> Response:
        """Do the same for the page's form: redirect to the open page, or back to the gate."""
        code, entered = self._visitor.find(code_id), fields.promo or ""
        unlocking = GateRequest(self._request, code, self._visitor.now)
        typed = {"given": entered[:64]}
        try:
            result = self._visitor.opened_before(unlocking.outcome(code)) or self._gate.use(
                code.org_id, code.code_id, self._visitor.attempt(code, entered, fields)
            )
        except TooMany as error:
            outcome = {"problem": "promo_often", "status": "429", **typed}
            outcome[RETRY_AFTER] = error.headers.get("Retry-After", "60")
            return unlocking.redirect_to_gate(code, "unlock", outcome)
        if isinstance(result, StillLocked):
            outcome = {"problem": f"promo_{result.reason}", **typed}
            return unlocking.redirect_to_gate(code, "unlock", outcome)
        return self._opened(unlocking, code, result, typed)

    def _opened(
        self,
        unlocking: GateRequest,
        code: ResolvedCode,
        opened: Opened | None,
        typed: dict[str, str],
    ) -> Response:
        if opened is None:
            return unlocking.redirect_to_code(code.code_id)
        if unlocking.has_cookies:
            redirect = unlocking.redirect_to_code(code.code_id)
        else:
            outcome = {"problem": "no_cookie", **self._visitor.restore_fields(opened), **typed}
            redirect = unlocking.redirect_to_gate(code, "unlock", outcome)
        redirect.headers.append("set-cookie", self._visitor.cookie(code.code_id, opened))
        return redirect


UnlockingDep = Annotated[Unlocking, Depends(Unlocking)]
