"""The rules of one code, prepared for visits: parsed once, with a list of the facts that they need."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import structlog
from pydantic import TypeAdapter, ValidationError

from api.domains.codes.codes.rules import Rule, share_bounds

log = structlog.get_logger(__name__)

_rule: TypeAdapter[Rule] = TypeAdapter(Rule)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules in their order. `shares` contains the bounds of percentage splits by rule ID."""

    rules: tuple[Rule, ...] = ()
    shares: Mapping[str, tuple[str, int, int]] = field(default_factory=dict)
    counts: bool = False
    """Whether a rule depends on how often the code was opened."""
    stocks: tuple[str, ...] = ()
    """Base codes and batches on whose stock a rule depends."""
    tags: bool = False
    """Whether a rule depends on tags of the customer."""
    segments: bool = False
    """Whether a rule depends on segments of the customer."""

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> Self:
        """Prepare these rules."""
        fixed = tuple(rules)
        alive = [condition for rule in fixed if rule.enabled for condition in rule.conditions]
        return cls(
            rules=fixed,
            shares=share_bounds(fixed),
            counts=any(it.kind in ("visit_number", "total_scans") for it in alive),
            stocks=tuple(sorted({it.subject_id for it in alive if it.kind == "stock"})),
            tags=any(it.kind == "customer_tag" for it in alive),
            segments=any(it.kind == "customer_segment" for it in alive),
        )

    @classmethod
    def read(cls, stored: Iterable[Any]) -> Self:
        """Parse the stored rules of a code. A rule that cannot be parsed never applies, so it is left out."""
        rules = []
        for item in stored:
            try:
                rules.append(_rule.validate_python(item))
            except ValidationError as error:
                log.warning("a stored rule cannot be read", error=str(error))
        return cls.of(rules)


NO_RULES = RuleSet()
