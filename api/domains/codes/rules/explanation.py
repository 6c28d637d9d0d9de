"""Explains in plain English why a visit has its outcome: the same steps as `decide`, one by one."""

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
    """One step of the decision. `passed` is None if an earlier step has already decided."""

    step: StepName
    passed: bool | None
    why: str


class RuleExplanation(NamedTuple):
    """The result of one rule. `failed` is the index of the condition that did not hold."""

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
    "window": "It is active and within its dates.",
    "one_time": "It is not a used one-time code.",
    "password": "No password is missing.",
    "promo_lock": "No promo code is missing.",
    "limits": "No limit has been reached.",
}
_REFUSED: dict[Refusal, str] = {
    Refusal.DELETED: "The code was deleted.",
    Refusal.PAUSED: "The code is paused.",
    Refusal.NOT_YET: "The code is not active yet.",
    Refusal.OVER: "The code has ended.",
    Refusal.USED: "This one-time code has already been used.",
    Refusal.VOID: "This one-time code was withdrawn.",
    Refusal.PASSWORD: "The visitor has to enter the password first.",
    Refusal.LOCKED: "The visitor has to enter a promo code first.",
}


def explain(code: ResolvedCode, visit: Visit, now: datetime) -> Explanation:
    """Return the decision, with the result of each step and each rule."""
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
        return [Step("rules", True, f"“{name}” applies."), Step("default", None, "")]
    why = "No rule applies." if code.rules.rules else "There are no rules."
    default = "It leads to its usual destination."
    if decision.refusal is Refusal.UNAVAILABLE:
        default = "Its content is not ready yet."
    return [Step("rules", False, why), Step("default", True, default)]


def _limit(code: ResolvedCode, visit: Visit) -> str:
    if exceeds(visit.facts.total_scans, code.scan_limit):
        return f"Its limit of {_visits(code.scan_limit)} has been reached."
    return f"The limit of {_visits(code.visitor_limit)} per visitor has been reached."


def _visits(limit: int | None) -> str:
    return "1 visit" if limit == 1 else f"{limit:,} visits"


def _rules(
    code: ResolvedCode, visit: Visit, now: datetime, fired: Rule | None, *, is_over: bool
) -> list[RuleExplanation]:
    explained: list[RuleExplanation] = []
    is_done = is_over
    for rule in code.rules.rules:
        if not rule.enabled:
            explained.append(RuleExplanation(rule, "off", "It is switched off."))
        elif is_done:
            why = "An earlier step has already decided." if is_over else "An earlier rule applies."
            explained.append(RuleExplanation(rule, "not_asked", why))
        elif rule is fired:
            why = "All its conditions match." if rule.conditions else "It applies to everyone."
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
    why = f"Requires that {requirement}, but {fact_of(condition, rule, code, visit, now)}."
    return RuleExplanation(rule, "not_matched", why, place)


def fact_of(
    condition: Condition, rule: Rule, code: ResolvedCode, visit: Visit, now: datetime
) -> str:
    """Return the known fact about the visit that this condition checks."""
    place, agent, facts = visit.place, visit.agent, visit.facts
    match condition.kind:
        case "country":
            return _known("the country", place.country and country_name(place.country))
        case "region":
            return _known("the region", place.region)
        case "city":
            return _known("the city", place.city)
        case "distance":
            if place.latitude is None or place.longitude is None:
                return "the visitor's location is unknown"
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
            return f"it is {local:%A, %H:%M} ({condition.time_zone or code.time_zone})"
        case "date_window":
            return f"it is now {moment(now, zone_of(code.time_zone))}"
        case "visit_number":
            return _known("the visit number", facts.visit_number)
        case "total_scans":
            return _known("the total scan number", facts.total_scans)
        case "stock":
            return _known("the number of codes left", facts.stock.get(condition.subject_id))
        case "query":
            values = parameters_of(visit.query).get(condition.name)
            if not values:
                return "it is missing"
            return f"its value is {listed(values)}" if any(values) else "it is empty"
        case "customer_tag":
            if facts.customer_tags is None:
                return "the visitor is not a known customer"
            tags = listed(sorted(facts.customer_tags), "and")
            return f"the customer's tags are {tags}" if tags else "the customer has no tags"
        case "customer_segment":
            if facts.customer_segments is None:
                return "the visitor is not a known customer"
            known = len(facts.customer_segments)
            return f"the customer is in {known} segment{'' if known == 1 else 's'}"
        case "network":
            return "the IP address is unknown" if not visit.address else f"it is {visit.address}"
        case "split":
            return _draw(rule, condition, code, visit, now)


def _draw(
    rule: Rule, condition: SplitCondition, code: ResolvedCode, visit: Visit, now: datetime
) -> str:
    bounds = code.rules.shares.get(rule.key)
    drawn = None if bounds is None else drawn_by(condition, code, visit, now, bounds[0])
    if bounds is None or drawn is None:
        return "the visitor is unknown"
    start, end = bounds[1] / 100, bounds[2] / 100
    where = "inside" if bounds[1] <= drawn < bounds[2] else "outside"
    who = "visitor" if condition.sticky else "visit"
    return f"the value of this {who} is {drawn / 100:.2f}, {where} {start:g} to {end:g}"


def _known(what: str, fact: object) -> str:
    return f"{what} is unknown" if fact is None else f"{what} is {fact}"
