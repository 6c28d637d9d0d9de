"""The decision about a visit to `/code/{id}`: a pure function, in the fixed order that is documented for owners.

exists → not deleted → inside its active window → one-time state → password → promo lock → limits → rules, first match
wins → default. The caller checks existence.
"""

from datetime import datetime

from api.domains.codes.codes.app_links import link_for
from api.domains.codes.codes.forwarding import forwarded, with_click_id
from api.domains.codes.codes.rules import Rule
from api.domains.codes.codes.types import (
    PAGE_KINDS,
    CodeKind,
    CodeState,
    OneTimeState,
    ResolvedCode,
)
from api.domains.codes.rules.conditions import holds
from api.domains.codes.rules.types import WITHOUT_FALLBACK, Decision, Refusal, Visit

LINK_KINDS = (CodeKind.REDIRECT, CodeKind.WALL, CodeKind.PASS, CodeKind.GAME)
"""Kinds that lead elsewhere. Walls, passes and games have pages of their own."""


EXHAUSTED = (Refusal.OVER, Refusal.LIMIT)
"""Refusals of codes that have expired or reached their limit."""


def decide(code: ResolvedCode, visit: Visit, now: datetime) -> Decision:
    """Return the outcome of this visit to this code. `explain` gives the reasons."""
    refusal = refusal_of(code, now)
    if refusal is None and not code.is_plain:
        refusal = gate_of(code, visit) or limit_of(code, visit)
    if refusal is not None:
        return _refused(code, refusal)
    if code.is_plain:
        return _default(code, visit)
    rule = matching_rule(code, visit, now) if code.rules.rules else None
    decision = _default(code, visit) if rule is None else _outcome(code, rule, visit.query)
    return _offered(decision) if code.one_time is not None and not visit.uses else decision


def refusal_of(code: ResolvedCode, now: datetime) -> Refusal | None:
    """Return why the code is currently closed for every visitor, or None if it is open."""
    if code.deleted_at is not None:
        return Refusal.DELETED
    if code.state is CodeState.PAUSED:
        return Refusal.PAUSED
    if code.active_from is not None and now < code.active_from:
        return Refusal.NOT_YET
    if code.active_until is not None and now >= code.active_until:
        return Refusal.OVER
    if code.one_time is OneTimeState.USED:
        return Refusal.USED
    if code.one_time is OneTimeState.VOID:
        return Refusal.VOID
    return None


def gate_of(code: ResolvedCode, visit: Visit) -> Refusal | None:
    """Return the gate that this visitor must pass first, the password and then the promo code, or None."""
    if code.password_hash is not None and not visit.facts.password_ok:
        return Refusal.PASSWORD
    if is_locked(code) and not visit.facts.promo_ok:
        return Refusal.LOCKED
    return None


def is_locked(code: ResolvedCode) -> bool:
    """Return whether the promo lock is on."""
    return code.promo_lock is not None and code.promo_lock.enabled


def limit_of(code: ResolvedCode, visit: Visit) -> Refusal | None:
    """Return a refusal if this opening exceeds the owner's limit, in total or for this visitor."""
    if exceeds(visit.facts.total_scans, code.scan_limit):
        return Refusal.LIMIT
    if exceeds(visit.facts.visit_number, code.visitor_limit):
        return Refusal.LIMIT
    return None


def exceeds(number: int | None, limit: int | None) -> bool:
    """Return whether a known number exceeds a limit, if one is set."""
    return limit is not None and number is not None and number > limit


def matching_rule(code: ResolvedCode, visit: Visit, now: datetime) -> Rule | None:
    """Return the first rule whose conditions all hold."""
    for rule in code.rules.rules:
        if rule.enabled:
            for condition in rule.conditions:
                if not holds(condition, rule, code, visit, now):
                    break
            else:
                return rule
    return None


def _refused(code: ResolvedCode, refusal: Refusal) -> Decision:
    """Return the decision for a refusal. A printed code never fails: it leads to the owner's fallback if there is one,
    else to a friendly page.

    Expired and exhausted codes may have a separate address, which takes precedence over the fallback.
    """
    if code.expired_url is not None and refusal in EXHAUSTED:
        return Decision("fallback", code, url=code.expired_url, refusal=refusal)
    if code.fallback_url is not None and refusal not in WITHOUT_FALLBACK:
        return Decision("fallback", code, url=code.fallback_url, refusal=refusal)
    return Decision("refused", code, refusal=refusal)


def _outcome(code: ResolvedCode, rule: Rule, query: str) -> Decision:
    outcome = rule.outcome
    if outcome.type == "redirect":
        url = led_to(code, outcome.url, query)
        return Decision("redirect", code, url=url, rule=rule.key)
    if outcome.type == "page":
        return Decision("page", code, rule=rule.key, page_id=outcome.page_id)
    return Decision("refused", code, rule=rule.key, refusal=Refusal.RULE, message=outcome.message)


def _default(code: ResolvedCode, visit: Visit) -> Decision:
    if code.kind in LINK_KINDS and code.destination is not None:
        url = led_to(code, code.destination, visit.query)
        if code.app_links is not None and visit.verdict.is_human:
            app = link_for(code.app_links, visit.agent.system, url)
            return Decision("redirect", code, url=url, app=app)
        return Decision("redirect", code, url=url)
    if code.kind in PAGE_KINDS:
        return Decision("page", code)
    if code.kind is CodeKind.NOTE:
        return Decision("redirect", code, url=f"/code/note/{code.code_id}")
    return _refused(code, Refusal.UNAVAILABLE)


def led_to(code: ResolvedCode, url: str, query: str) -> str:
    """Return the destination of a code with the parameters that are passed on. Its own click ID is added first, so that
    no visitor can replace it.
    """
    if code.shop_hosts:
        url = with_click_id(url, code.code_id, code.shop_hosts)
    return forwarded(url, query) if code.forwards_query else url


def _offered(decision: Decision) -> Decision:
    """Return the decision for a one-time code, which only shows its offer. The code is used only when the visitor
    confirms.
    """
    if decision.refusal is not None:
        return decision
    return decision._replace(outcome="page", is_offer=True)
