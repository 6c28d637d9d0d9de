"""The OpenAPI document is readable: each call has a group, a summary and, for webhooks, a valid example."""

import jsonschema_rs
import pytest

from api.apps.openapi import summary_of
from api.apps.openapi_tags import AREAS
from api.domains.commerce.connections.examples import catalogue
from tests.support.descriptions import described


def test_each_call_is_in_one_described_group() -> None:
    document = described()
    groups = [tag for groups in AREAS.values() for tag in groups]
    calls = [it for operations in document["paths"].values() for it in operations.values()]

    assert all(len(it["tags"]) == 1 for it in calls)
    assert sorted(groups) == sorted({it["tags"][0] for it in calls})
    assert [it["summary"] for it in calls if not 4 <= len(it["summary"]) <= 120] == []


@pytest.mark.parametrize(
    ("description", "summary"),
    [
        ("Read a whole code.", "Read a whole code"),
        ("Say what `codes.json` has; no more.", "Say what `codes.json` has"),
        ("One\nline", "One line"),
    ],
)
def test_summary_is_the_first_sentence(description: str, summary: str) -> None:
    assert summary_of(description) == summary


@pytest.mark.parametrize("kind", catalogue())
def test_webhook_examples_match_their_schemas(kind: str) -> None:
    content = described()["webhooks"][kind]["post"]["requestBody"]["content"]["application/json"]

    jsonschema_rs.validate(content["schema"], content["example"])
    assert content["example"] == catalogue()[kind]
