"""The visitor of a locked code, read from the request in the same way as every visit."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal

from fastapi import Depends, Request
from limits import parse

from api.auth.member import AnswersDep
from api.db.session import SessionDep
from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.codes.unlocks import unlock_cookie
from api.domains.codes.rules.decide import refusal_of
from api.domains.promotions.promo_locks.errors import NoSuchCode
from api.domains.promotions.promo_locks.gate import Attempt
from api.domains.promotions.promo_locks.schemas import Try
from api.domains.promotions.promo_locks.types import Customer, Location, Opened
from api.domains.visits.visits.entering import enter_code
from api.domains.visits.visits.scan_service import Arrival
from api.domains.visits.visits.state import VisitsState
from api.kit.clock import NowDep
from api.kit.process_state import ProcessState

PER_ADDRESS = parse("300 per minute")
PER_CODE = parse("6000 per minute")

_MAIL = re.compile(r"[^@\s]{1,64}@[^@\s]+\.[^@\s]+\Z")
_PHONE = re.compile(r"\+?[0-9]{6,15}\Z")
_BETWEEN_DIGITS = re.compile(r"[\s().\-/]")


class AtTheGate:
    """One request of a visitor to a lock."""

    def __init__(
        self, request: Request, session: SessionDep, now: NowDep, answers: AnswersDep
    ) -> None:
        self.request = request
        self.now = now
        self._session = session
        self._answers = answers
        self._scans = VisitsState.of(request).scans
        self._settings = ProcessState.of(request).settings
        self.arrival: Arrival = self._scans.arrival("POST", request.scope)
        limits = ProcessState.of(request).rate_limits
        limits.hit(PER_ADDRESS, "promo", self.arrival.network)

    def find(self, code_id: str) -> ResolvedCode:
        """The code, whosever it is; from here on the session is its organisation's."""
        limits = ProcessState.of(self.request).rate_limits
        limits.hit(PER_CODE, "promo", code_id)
        code = enter_code(self._scans, self._session, code_id)
        if code is None:
            raise NoSuchCode
        return code

    def once(self, code: ResolvedCode) -> None:
        """Claim the request's Idempotency-Key for this device; raises Replay when it was answered."""
        self._answers.keep(code.org_id, f"device:{self._device()}")

    def attempt(self, code: ResolvedCode, given: str, said: Try) -> Attempt:
        """What is tried, by whom, from where."""
        visit = self._scans.visit(self.arrival, self.now, code.brand.consent, may_give_cookie=False)
        identity = visit.identity
        network = self._scans.identities.daily(self.arrival.network, "", self.now.date())
        guessers = [f"address:{network}"]
        if identity.kind == "cookie" and identity.visitor_id is not None:
            visitor: tuple[str, str] = (identity.visitor_id, "cookie")
            guessers.append(f"visitor:{identity.visitor_id}")
        else:
            visitor = (self._device(), "daily")
        same_browser = [visitor[0]] if visitor[1] == "cookie" else []
        named = customer_of(said.customer)
        is_open = self._scans.opened_by(visit, self.arrival, code, self.now).facts.promo_ok
        if is_open:
            # It keeps the cookie that opens the page, and had or has none that names it.
            same_browser.append(self._device())
        location = None
        if said.latitude is not None and said.longitude is not None:
            location = Location(said.latitude, said.longitude, said.accuracy or 0)
        return Attempt(
            given=given,
            location=location,
            customer=named
            or Customer(visitor[0], "visitor" if visitor[1] == "cookie" else "device"),
            visitor=(visitor[0], "cookie" if visitor[1] == "cookie" else "daily"),
            visit=visit,
            guessers=guessers,
            same_browser=same_browser,
            is_closed=refusal_of(code, self.now) is not None,
        )

    def cookie(self, code_id: str, opened: Opened) -> str:
        """The Set-Cookie value that keeps the code open for this visitor."""
        return unlock_cookie(
            self._settings.secret_key,
            code_id,
            opened.what,
            opened.epoch,
            opened.until,
            self.now,
            is_secure=self.arrival.is_secure,
        )

    def told_again(self, opened: Opened) -> dict[str, str]:
        """What a browser that kept no cookie comes back with, so that nothing more is used."""
        until = opened.until.isoformat()
        return {"opened": f"{opened.what} {opened.epoch} {until}", "device": self._device()}

    def opened_before(self, said: Mapping[str, str]) -> Opened | None:
        """What this very device opened a moment ago without keeping the cookie."""
        what, _, rest = said.get("opened", "").partition(" ")
        if what not in ("promo", "master") or said.get("device") != self._device():
            return None
        epoch, _, until = rest.partition(" ")
        opener: Literal["promo", "master"] = "promo" if what == "promo" else "master"
        return Opened(opener, int(epoch), datetime.fromisoformat(until))

    def _device(self) -> str:
        agent = self.arrival.headers.get("user-agent", "")[:512]
        return self._scans.identities.daily(self.arrival.address, agent, self.now.date())


AtTheGateDep = Annotated[AtTheGate, Depends(AtTheGate)]


def customer_of(said: str | None) -> Customer | None:
    """The customer that somebody says to be; None when they say nothing."""
    if not said:
        return None
    if _MAIL.match(said):
        return Customer(said.casefold(), "email")
    digits = _BETWEEN_DIGITS.sub("", said)
    if _PHONE.match(digits):
        return Customer(digits, "phone")
    raise invalid_field(
        "customer", "is neither an email address nor a phone number", "bad_customer"
    )
