"""The decision of `/code/{id}`: pure, in the one order that is promised to owners.

exists → not deleted → inside its active window → one-time state → password → promo lock → rules,
first match wins → default. Existence is the caller's business; steps that no kind of code has yet
are absent, and take their place here in this order when they come.
"""

from datetime import datetime

from api.domains.codes.types import CodeKind, CodeState, ResolvedCode
from api.domains.visits.types import GATES, Decision, Refusal, Visit


def decide(code: ResolvedCode, visit: Visit, now: datetime) -> Decision:
    """What this visit to this code leads to at this moment."""
    refusal = refusal_of(code, now) or gate_of(code, visit)
    if refusal is not None:
        return _refused(code, refusal)
    return _default(code)


def refusal_of(code: ResolvedCode, now: datetime) -> Refusal | None:
    """Why the code leads nowhere at this moment, whoever comes; None when it is open."""
    if code.deleted_at is not None:
        return Refusal.DELETED
    if code.state is CodeState.PAUSED:
        return Refusal.PAUSED
    if code.active_from is not None and now < code.active_from:
        return Refusal.NOT_YET
    if code.active_until is not None and now >= code.active_until:
        return Refusal.OVER
    return None


def gate_of(code: ResolvedCode, visit: Visit) -> Refusal | None:
    """What this visitor must give first: a password, then a promo code; None when nothing."""
    if code.password_hash is not None and not visit.facts.password_ok:
        return Refusal.PASSWORD
    if is_locked(code) and not visit.facts.promo_ok:
        return Refusal.LOCKED
    return None


def is_locked(code: ResolvedCode) -> bool:
    """Whether the owner's promo lock is on."""
    return code.promo_lock is not None and code.promo_lock.get("enabled") is True


def _refused(code: ResolvedCode, refusal: Refusal) -> Decision:
    """A printed code never goes dead: the owner's fallback if there is one, else a friendly page."""
    if code.fallback_url is not None and refusal not in GATES:
        return Decision("fallback", code, url=code.fallback_url, refusal=refusal)
    return Decision("refused", code, refusal=refusal)


def _default(code: ResolvedCode) -> Decision:
    if code.kind is CodeKind.REDIRECT and code.destination is not None:
        return Decision("redirect", code, url=code.destination)
    if code.kind is CodeKind.PAGE:
        return Decision("page", code)
    return _refused(code, Refusal.UNAVAILABLE)
