"""A visitor's request to a lock, read like every visit."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal

from fastapi import Depends, Request
from limits import parse

from api.auth.member import AnswersDep
from api.auth.tenants import organization_of
from api.db.session import SessionDep
from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.codes.unlocks import unlock_cookie
from api.domains.codes.rules.decide import refusal_of
from api.domains.people.customers.contacts import region_of
from api.domains.people.customers.sealing import Sealer
from api.domains.promotions.promo_locks.contacts import contact_of
from api.domains.promotions.promo_locks.errors import NoSuchCode
from api.domains.promotions.promo_locks.gate import Attempt
from api.domains.promotions.promo_locks.schemas import Try
from api.domains.promotions.promo_locks.types import Customer, Location, Opened
from api.domains.visits.visits.code_tenant import enter_tenant_of_code
from api.domains.visits.visits.scan_service import VisitorRequest
from api.domains.visits.visits.state import VisitsState
from api.kit.clock import NowDep
from api.kit.process_state import ProcessState

PER_ADDRESS = parse("300 per minute")
PER_CODE = parse("6000 per minute")


class PromoRequest:
    """A visitor's request to check or open a lock."""

    def __init__(
        self, request: Request, session: SessionDep, now: NowDep, answers: AnswersDep
    ) -> None:
        self.request = request
        self.now = now
        self._session = session
        self._answers = answers
        self._scans = VisitsState.of(request).scans
        self._settings = ProcessState.of(request).settings
        self.incoming: VisitorRequest = self._scans.read_request("POST", request.scope)
        limits = ProcessState.of(request).rate_limits
        limits.hit(PER_ADDRESS, "promo", self.incoming.network)

    def find(self, code_id: str) -> ResolvedCode:
        """Find the code in any organisation, and switch the session to that organisation."""
        limits = ProcessState.of(self.request).rate_limits
        limits.hit(PER_CODE, "promo", code_id)
        code = enter_tenant_of_code(self._scans, self._session, code_id)
        if code is None:
            raise NoSuchCode
        return code

    def claim_idempotency_key(self, code: ResolvedCode) -> None:
        """Claim the request's `Idempotency-Key` for this device.

        Raises:
            Replay: the request was already answered.
        """
        self._answers.keep(code.org_id, f"device:{self._device()}")

    def attempt(self, code: ResolvedCode, entered: str, fields: Try) -> Attempt:
        """Return an attempt to open the code's lock, with visitor, customer and location."""
        visit = self._scans.visit(
            self.incoming, self.now, code.brand.consent, may_give_cookie=False
        )
        identity = visit.identity
        network = self._scans.identities.daily(self.incoming.network, "", self.now.date())
        guessers = [f"address:{network}"]
        if identity.kind == "cookie" and identity.visitor_id is not None:
            visitor: tuple[str, str] = (identity.visitor_id, "cookie")
            guessers.append(f"visitor:{identity.visitor_id}")
        else:
            visitor = (self._device(), "daily")
        same_browser = [visitor[0]] if visitor[1] == "cookie" else []
        sealer = Sealer.of(self._settings)
        customer = self._customer(sealer, code.org_id, fields.customer)
        is_open = self._scans.with_unlocks(visit, self.incoming, code, self.now).facts.promo_ok
        if is_open:
            # The browser may have the cookie that opens the page without having a visitor cookie.
            same_browser.append(self._device())
        location = None
        if fields.latitude is not None and fields.longitude is not None:
            location = Location(fields.latitude, fields.longitude, fields.accuracy or 0)
        return Attempt(
            entered=entered,
            location=location,
            customer=customer
            or Customer(visitor[0], "visitor" if visitor[1] == "cookie" else "device"),
            visitor=(visitor[0], "cookie" if visitor[1] == "cookie" else "daily"),
            visit=visit,
            guessers=guessers,
            same_browser=same_browser,
            is_closed=refusal_of(code, self.now) is not None,
        )

    def _customer(self, sealer: Sealer, org_id: str, contact: str | None) -> Customer | None:
        """Return the customer with this email address or phone number; None without one."""
        if not contact:
            return None
        region = region_of(organization_of(self._session, org_id).locale)
        given = contact_of(contact, region)
        if given is None:
            message = "must be an email address or a phone number"
            raise invalid_field("customer", message, "bad_customer")
        kind, text = given
        return Customer(sealer.index(org_id, kind, text).hex(), kind, sealer.wrap(text))

    def cookie(self, code_id: str, opened: Opened) -> str:
        """Return the `Set-Cookie` header that keeps the code open for this visitor."""
        return unlock_cookie(
            self._settings.secret_key,
            code_id,
            opened.kind,
            opened.epoch,
            opened.until,
            self.now,
            is_secure=self.incoming.is_secure,
        )

    def restore_fields(self, opened: Opened) -> dict[str, str]:
        """Return fields with which a browser without cookies can send the form again without another use."""
        until = opened.until.isoformat()
        return {"opened": f"{opened.kind} {opened.epoch} {until}", "device": self._device()}

    def opened_before(self, fields: Mapping[str, str]) -> Opened | None:
        """Return what this device opened before, according to `restore_fields`; None if the fields belong to another
        device.
        """
        kind, _, rest = fields.get("opened", "").partition(" ")
        if kind not in ("promo", "master") or fields.get("device") != self._device():
            return None
        epoch, _, until = rest.partition(" ")
        opener: Literal["promo", "master"] = "promo" if kind == "promo" else "master"
        return Opened(opener, int(epoch), datetime.fromisoformat(until))

    def _device(self) -> str:
        agent = self.incoming.headers.get("user-agent", "")[:512]
        return self._scans.identities.daily(self.incoming.address, agent, self.now.date())


PromoRequestDep = Annotated[PromoRequest, Depends(PromoRequest)]
