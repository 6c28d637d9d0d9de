"""Decisions per second for a code with 50 rules, against a bare loop over dicts with the same values.

Measured in CPU time of this process, in alternating rounds, so that a busy machine affects both alike. In the worst
case, 49 rules are evaluated without a match before the last one applies.
"""

import random
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter

from api.domains.codes.codes.rule_sets import RuleSet
from api.domains.codes.codes.rules import Rule, Rules
from api.domains.codes.codes.types import CodeKind, ResolvedCode
from api.domains.codes.rules.decide import decide
from api.domains.codes.rules.types import Agent, Identity, Place, Verdict, Visit, VisitContext
from benchmarks.report import Aim, Figure, show

RULES = 50
ROUNDS = 7
SECONDS = 0.4
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
COUNTRIES = ("FR", "DE", "IT", "ES", "PT", "NL", "BE", "AT", "CH", "PL")
BROWSERS = ("Safari", "Chrome", "Firefox", "Edge")

Conditions = list[dict[str, Any]]

_rules: TypeAdapter[list[Rule]] = TypeAdapter(Rules)


def main() -> list[Figure]:
    """Measure a match of the first rule, of the last rule and of no rule, each beside the bare loop."""
    visits = _visits()
    wanted = [
        *[_vain(number) for number in range(RULES - 1)],
        [{"kind": "country", "values": ["GB"]}, {"kind": "device", "values": ["phone"]}],
    ]
    last = _code(wanted)
    first = _code([wanted[-1], *wanted[:-1]])
    plain = _code([])
    rates: dict[str, list[float]] = {"bare": [], "last": [], "first": [], "plain": []}
    facts = [_facts(visit) for visit in visits]
    table = [[(it["kind"], frozenset(it["values"])) for it in rule] for rule in wanted]
    for _ in range(ROUNDS):
        rates["bare"].append(_rate(lambda number: _bare(table, facts[number])))
        rates["last"].append(_rate(lambda number: decide(last, visits[number], NOW)))
        rates["first"].append(_rate(lambda number: decide(first, visits[number], NOW)))
        rates["plain"].append(_rate(lambda number: decide(plain, visits[number], NOW)))
    if any(decide(last, visit, NOW).rule != "r49" for visit in visits):
        raise SystemExit("the last rule should have fired")
    bare, by_name = (
        "bare loop over dicts",
        {name: statistics.median(it) for name, it in rates.items()},
    )
    return [
        Figure(
            f"decision, the last of {RULES} rules fires",
            by_name["last"],
            "decisions/s",
            by_name["bare"],
            bare,
            Aim.at_least(10_000),
        ),
        Figure(
            f"decision, the first of {RULES} rules fires",
            by_name["first"],
            "decisions/s",
            by_name["plain"],
            "a code without rules",
        ),
    ]


def _code(rules: list[Conditions]) -> ResolvedCode:
    outcome = {"type": "redirect", "url": "https://harbor.example/offer"}
    stored = [
        {"id": f"r{number}", "conditions": conditions, "outcome": outcome}
        for number, conditions in enumerate(rules)
    ]
    return ResolvedCode(
        "aaaaaaaaaa",
        "org_bench",
        CodeKind.REDIRECT,
        destination="https://harbor.example/",
        rules=RuleSet.of(_rules.validate_python(stored)),
    )


def _vain(number: int) -> Conditions:
    """Return conditions of which the last one never holds for the visitors of this benchmark."""
    browser = {"kind": "browser", "values": list(BROWSERS)}
    country = {"kind": "country", "values": [COUNTRIES[number % 10], COUNTRIES[(number + 3) % 10]]}
    return [browser, country] if number % 2 else [country]


def _visits() -> list[Visit]:
    randomness = random.Random(7)
    return [
        Visit(
            identity=Identity(f"visitor{number}", "cookie"),
            agent=Agent("", "phone", "iOS", randomness.choice(BROWSERS), None, None),
            place=Place("GB", "England", "London", 51.5, -0.12),
            context=VisitContext(language="en-GB"),
            verdict=Verdict(),
        )
        for number in range(1_000)
    ]


def _facts(visit: Visit) -> dict[str, str | None]:
    return {
        "country": visit.place.country,
        "device": visit.agent.device,
        "browser": visit.agent.browser,
    }


def _bare(table: list[list[tuple[str, frozenset[str]]]], facts: dict[str, str | None]) -> int:
    for number, rule in enumerate(table):
        for name, values in rule:
            if facts[name] not in values:
                break
        else:
            return number
    return -1


def _rate(one: Callable[[int], object]) -> float:
    done = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        for number in range(500):
            one(number)
        done += 500
    return done / spent


if __name__ == "__main__":
    show(main())
