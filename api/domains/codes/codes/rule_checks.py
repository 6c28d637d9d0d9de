"""Checks the rules of a code before they are stored."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.rules import Rule, stored_rule
from api.domains.codes.codes.types import CodeKind

Address = Callable[[str, str | None], str | None]
"""Checks the address of a field and returns its normalised form."""


MissingPages = Callable[[Sequence[str]], Collection[str]]
"""Returns those of these IDs that are not pages of the organisation."""
MissingSegments = Callable[[Sequence[str]], Collection[str]]
"""Returns those of these IDs that are not segments of the organisation."""


def checked_rules(
    rules: Sequence[Rule],
    kind: CodeKind,
    address: Address,
    missing_pages: MissingPages,
    missing_segments: MissingSegments,
    new_id: Callable[[], str],
) -> list[dict[str, Any]]:
    """Return the rules in the form in which the code stores them.

    Raises:
        Invalid: a rule leads to an address that is not allowed, or names a page or segment that does not exist.
    """
    _check_segments(rules, missing_segments)
    stored = []
    pages = [rule.outcome.page_id for rule in rules if rule.outcome.type == "page"]
    missing = missing_pages([page for page in pages if page is not None])
    for place, rule in enumerate(rules):
        url = None
        if rule.outcome.type == "redirect":
            url = address(f"rules.{place}.outcome.url", rule.outcome.url)
        elif rule.outcome.type == "page" and rule.outcome.page_id is not None:
            if rule.outcome.page_id in missing:
                raise invalid_field(
                    f"rules.{place}.outcome.page_id",
                    "is not a page of this organisation",
                    "page_not_found",
                )
        elif rule.outcome.type == "page" and kind is CodeKind.REDIRECT:
            raise invalid_field(
                f"rules.{place}.outcome.type", "is only for codes that have a page", "no_page"
            )
        stored.append(stored_rule(rule, rule.id or f"rule_{new_id()}", url))
    return stored


def _check_segments(rules: Sequence[Rule], missing_segments: MissingSegments) -> None:
    named = [
        (f"rules.{place}.conditions.{number}.values", segment_id)
        for place, rule in enumerate(rules)
        for number, condition in enumerate(rule.conditions)
        if condition.kind == "customer_segment"
        for segment_id in condition.values
    ]
    missing = missing_segments([segment_id for _, segment_id in named])
    for field, segment_id in named:
        if segment_id in missing:
            raise invalid_field(field, "is not a segment of this organisation", "segment_not_found")
