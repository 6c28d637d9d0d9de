"""Explains in plain English why a visit leads where it leads: the same steps as `decide`, one by one."""

from datetime import datetime
from typing import Literal, NamedTuple

from api.domains.codes.codes.rules import Condition, Rule, SplitCondition
from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.conditions import drawn_by, holds, parameters_of, zone_of
from api.domains.codes.rules.decide import (
    decide,
    exceeds,
    gate_of,
    limit_of,
    matching_rule,
    refusal_of,
)
from api.domains.codes.rules.labels import country_name, listed, moment, spoken
from api.domains.codes.rules.types import Decision, Refusal, Visit

StepName = Literal[
    "exists",
    "deleted",
    "window",
    "one_time",
    "password",
    "promo_lock",
    "limits",
    "rules",
    "default",
]


class Step(NamedTuple):
    """One step of the decision. `passed` is None when an earlier step has decided."""

    step: StepName
    passed: bool | None
    why: str


class RuleExplanation(NamedTuple):
    """What became of one rule; `failed` is the place of the condition that did not hold."""

    rule: Rule
    state: Literal["fired", "not_matched", "not_asked", "off"]
    why: str
    failed: int | None = None


class Explanation(NamedTuple):
    """A decision with its reasons."""

    decision: Decision
    steps: list[Step]
    rules: list[RuleExplanation]


_STEP_OF: dict[Refusal, StepName] = {
    Refusal.DELETED: "deleted",
    Refusal.PAUSED: "window",
    Refusal.NOT_YET: "window",
    Refusal.OVER: "window",
    Refusal.USED: "one_time",
    Refusal.VOID: "one_time",
    Refusal.PASSWORD: "password",
    Refusal.LOCKED: "promo_lock",
    Refusal.LIMIT: "limits",
}
_PASSED: dict[StepName, str] = {
    "exists": "The code exists.",
    "deleted": "It is not deleted.",
    "window": "It is switched on and inside its dates.",
    "one_time": "It is not a one-time code that is used up.",
    "password": "No password is in the way.",
    "promo_lock": "No promo lock is in the way.",
    "limits": "No limit is reached.",
}
_REFUSED: dict[Refusal, str] = {
    Refusal.DELETED: "The code was deleted.",
    Refusal.PAUSED: "The code is paused.",
    Refusal.NOT_YET: "The code is not active yet.",
    Refusal.OVER: "The code's time is over.",
    Refusal.USED: "This one-time code was used already.",
    Refusal.VOID: "This one-time code was withdrawn.",
    Refusal.PASSWORD: "The visitor has to give the password first.",
    Refusal.LOCKED: "The visitor has to give a promo code first.",
}


def explain(code: ResolvedCode, visit: Visit, now: datetime) -> Explanation:
    """The decision, with the result of each step and each rule."""
    refusal = refusal_of(code, now) or gate_of(code, visit) or limit_of(code, visit)
    stopped = None if refusal is None else _STEP_OF[refusal]
    steps: list[Step] = []
    is_over = False
    for name, passed in _PASSED.items():
        if name == stopped and refusal is not None:
            steps.append(Step(name, False, _REFUSED.get(refusal) or _limit(code, visit)))
            is_over = True
        else:
            steps.append(Step(name, None if is_over else True, "" if is_over else passed))
    fired = None if is_over else matching_rule(code, visit, now)
    rules = _rules(code, visit, now, fired, is_over=is_over)
    decision = decide(code, visit, now)
    return Explanation(decision, [*steps, *_last(code, fired, decision, is_over=is_over)], rules)


def _last(
    code: ResolvedCode, fired: Rule | None, decision: Decision, *, is_over: bool
) -> list[Step]:
    if is_over:
        return [Step("rules", None, ""), Step("default", None, "")]
    if fired is not None:
        name = fired.name or f"Rule {code.rules.rules.index(fired) + 1}"
        return [Step("rules", True, f"“{name}” fires."), Step("default", None, "")]
    why = "No rule fires." if code.rules.rules else "There are no rules."
    default = "It leads where it usually leads."
    if decision.refusal is Refusal.UNAVAILABLE:
        default = "Its owner has not finished what it leads to."
    return [Step("rules", False, why), Step("default", True, default)]


def _limit(code: ResolvedCode, visit: Visit) -> str:
    if exceeds(visit.facts.total_scans, code.scan_limit):
        return f"Its limit of {_openings(code.scan_limit)} is reached."
    return f"The limit of {_openings(code.visitor_limit)} for one visitor is reached."


def _openings(limit: int | None) -> str:
    return "1 opening" if limit == 1 else f"{limit:,} openings"


def _rules(
    code: ResolvedCode, visit: Visit, now: datetime, fired: Rule | None, *, is_over: bool
) -> list[RuleExplanation]:
    explained: list[RuleExplanation] = []
    is_done = is_over
    for rule in code.rules.rules:
        if not rule.enabled:
            explained.append(RuleExplanation(rule, "off", "It is switched off."))
        elif is_done:
            why = "An earlier step has decided." if is_over else "An earlier rule fires."
            explained.append(RuleExplanation(rule, "not_asked", why))
        elif rule is fired:
            why = "All its conditions hold." if rule.conditions else "It is for everybody."
            explained.append(RuleExplanation(rule, "fired", why))
            is_done = True
        else:
            explained.append(_not_matched(rule, code, visit, now))
    return explained


def _not_matched(rule: Rule, code: ResolvedCode, visit: Visit, now: datetime) -> RuleExplanation:
    place = next(
        place
        for place, condition in enumerate(rule.conditions)
        if not holds(condition, rule, code, visit, now)
    )
    condition = rule.conditions[place]
    requirement = spoken(condition, zone_of(code.time_zone))
    why = f"It asks that {requirement}; {fact_of(condition, rule, code, visit, now)}."
    return RuleExplanation(rule, "not_matched", why, place)


def fact_of(
    condition: Condition, rule: Rule, code: ResolvedCode, visit: Visit, now: datetime
) -> str:
    """What is known of the visit about this condition."""
    place, agent, facts = visit.place, visit.agent, visit.facts
    match condition.kind:
        case "country":
            return _known("the country", place.country and country_name(place.country))
        case "region":
            return _known("the region", place.region)
        case "city":
            return _known("the town", place.city)
        case "distance":
            if place.latitude is None or place.longitude is None:
                return "where the visitor is is not known"
            return f"the visitor is at about {place.latitude:.2f}, {place.longitude:.2f}"
        case "device":
            return _known("the device", agent.device)
        case "system":
            return _known("the system", agent.system)
        case "browser":
            return _known("the browser", agent.browser)
        case "language":
            return _known("the language", visit.context.language)
        case "local_time":
            local = now.astimezone(zone_of(condition.time_zone or code.time_zone))
            return f"there it is {local:%A, %H:%M} ({condition.time_zone or code.time_zone})"
        case "date_window":
            return f"now it is {moment(now, zone_of(code.time_zone))}"
        case "visit_number":
            return _known("the visit's number", facts.visit_number)
        case "total_scans":
            return _known("the scan's number", facts.total_scans)
        case "stock":
            return _known("what is left", facts.stock.get(condition.subject_id))
        case "query":
            values = parameters_of(visit.query).get(condition.name)
            return (
                f"the address has {listed(values) or 'it empty'}" if values else "it is not there"
            )
        case "customer_tag":
            if facts.customer_tags is None:
                return "the visitor is no known customer"
            return f"the customer's tags are {listed(sorted(facts.customer_tags)) or 'none'}"
        case "customer_segment":
            if facts.customer_segments is None:
                return "the visitor is no known customer"
            known = len(facts.customer_segments)
            return f"the customer is in {known} segment{'' if known == 1 else 's'}"
        case "network":
            return (
                "its address is not known"
                if not visit.address
                else f"it comes from {visit.address}"
            )
        case "split":
            return _draw(rule, condition, code, visit, now)


def _draw(
    rule: Rule, condition: SplitCondition, code: ResolvedCode, visit: Visit, now: datetime
) -> str:
    bounds = code.rules.shares.get(rule.key)
    drawn = None if bounds is None else drawn_by(condition, code, visit, now, bounds[0])
    if bounds is None or drawn is None:
        return "who the visitor is is not known"
    start, end = bounds[1] / 100, bounds[2] / 100
    where = "inside" if bounds[1] <= drawn < bounds[2] else "outside"
    who = "visitor" if condition.sticky else "visit"
    return f"this {who} drew {drawn / 100:.2f}, {where} of {start:g} to {end:g}"


def _known(what: str, fact: object) -> str:
    return f"{what} is not known" if fact is None else f"{what} is {fact}"
