"""Visits and rules for tests of a code's outcome."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter

from api.domains.codes.codes.rule_sets import RuleSet
from api.domains.codes.codes.rules import Rule, Rules
from api.domains.codes.codes.types import CodeKind, ResolvedCode
from api.domains.codes.rules.types import (
    Agent,
    Facts,
    Identity,
    Place,
    Verdict,
    Visit,
    VisitContext,
)

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
"""A Friday."""

CODE = ResolvedCode("aaaaaaaaaa", "org_a", CodeKind.REDIRECT, destination="https://a.example/")
LONDON = Place("GB", "England", "London", 51.5074, -0.1278)
PHONE = Agent("Mozilla/5.0 (iPhone)", "phone", "iOS", "Safari", None, None)

_rules: TypeAdapter[list[Rule]] = TypeAdapter(Rules)


def visit_of(visitor_id: str | None = "v1", **changes: Any) -> Visit:
    """Return a visit by a person in London with an iPhone, unless changed; facts by name."""
    facts = {name: changes.pop(name) for name in list(changes) if name in Facts._fields}
    values: dict[str, Any] = {
        "identity": Identity(visitor_id, "cookie" if visitor_id else "none"),
        "agent": PHONE,
        "place": LONDON,
        "context": VisitContext(language="en-GB"),
        "verdict": Verdict(),
        "facts": Facts(**facts),
        **changes,
    }
    return Visit(**values)


def rules_of(*rules: dict[str, Any]) -> list[Rule]:
    """Return rules as a call parses them, numbered `r0`, `r1`… if they have no id."""
    return _rules.validate_python(
        [{"id": f"r{number}"} | rule for number, rule in enumerate(rules)]
    )


def code_with(*rules: dict[str, Any], **columns: Any) -> ResolvedCode:
    """Return a redirect code with these rules."""
    return replace(CODE, rules=RuleSet.of(rules_of(*rules)), **columns)


def leads_to(name: str, *conditions: dict[str, Any]) -> dict[str, Any]:
    """Return a rule that leads to https://{name}.example/ when these conditions hold."""
    return {
        "name": name,
        "conditions": list(conditions),
        "outcome": {"type": "redirect", "url": f"https://{name}.example/"},
    }
