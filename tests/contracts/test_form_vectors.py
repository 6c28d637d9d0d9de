"""The test vectors that keep the form validation of server and browser equal, checked on the server."""

import json
from pathlib import Path
from typing import Any

import pytest

from api.domains.content.forms.answers import MESSAGES, check
from api.domains.content.forms.definition import FormField, missing_first_divider
from api.domains.content.forms.patterns import BadPattern, compile_pattern

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "form_vectors.json").read_text())


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["title"][:60])
def test_answers_are_validated_as_in_the_shared_cases(case: dict[str, Any]) -> None:
    fields = [FormField.model_validate(field) for field in case["fields"]]

    checked = check(fields, case["answers"], case.get("region", "US"))

    assert checked.errors == case["errors"]
    assert checked.values == case["values"]


@pytest.mark.parametrize("case", VECTORS["beginnings"], ids=lambda case: case["title"])
def test_forms_begin_with_their_page_divider(case: dict[str, Any]) -> None:
    problem = missing_first_divider([FormField.model_validate(it) for it in case["fields"]])

    assert (problem and problem[0]) == case["place"]


def test_validation_messages_match_the_shared_cases() -> None:
    assert VECTORS["messages"] == MESSAGES


@pytest.mark.parametrize("pattern", VECTORS["patterns"]["good"])
def test_valid_patterns_are_accepted(pattern: str) -> None:
    assert compile_pattern(pattern)


@pytest.mark.parametrize("pattern", VECTORS["patterns"]["bad"], ids=lambda text: text[:20])
def test_unsafe_or_invalid_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(BadPattern):
        compile_pattern(pattern)


def test_most_expensive_accepted_pattern_finishes_quickly() -> None:
    pattern = compile_pattern("x*x*x*")

    assert pattern.match("x" * 199 + "!") is None
