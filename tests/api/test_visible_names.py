"""Names in which a person sees nothing: required ones are refused, optional ones are taken as empty."""

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import api
from api.domains.content.forms.answers import check
from api.domains.content.forms.definition import FormField
from api.kit.visible_text import is_visible
from tests.support.member_calls import Calls
from tests.support.people import Somebody

pytestmark = pytest.mark.one_database

UNSEEN = ["\u200b", "\u2060\ufeff", "\u00ad", "\u202e\u202c", "\u00a0\u3000", "\u3164", "\ufe0f"]
SEEN = ["a", "\u200bé", "حانة", "\u202b\u05e9\u202c", "👩\u200d👩\u200d👧", "❤\ufe0f", "…", "नमस्ते"]
BY_HAND = re.compile(
    r'strip_whitespace=True,min_length=1,max_length=\w+,pattern=r"\^\[\^\\x00-\\x1f\\x7f\]\+\$"'
)


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_organisation_cannot_have_an_invisible_name(
    client: TestClient, owner: Somebody, name: str
) -> None:
    for path in ("/v1/update-organization", "/v0/create-org"):
        answer = client.post(path, headers=owner.headers, json={"name": name})

        assert answer.status_code == 422
        assert [it["field"] for it in answer.json()["errors"]] == ["name"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/qr/create-code", {"type": "redirect", "destination": "https://shop.example"}),
        ("/v1/folders/create-folder", {}),
        ("/v1/gen-page", {"blocks": []}),
        ("/v1/save-pass-template", {"kind": "coupon"}),
        ("/v1/save-segment", {"kind": "list"}),
        ("/v1/save-campaign", {"channel": "sms"}),
        ("/v1/enrol-till", {}),
        ("/v1/save-customer-field", {"name": "shoe", "type": "text"}),
        ("/v1/api_key", {"action": "create"}),
    ],
)
def test_nothing_else_with_a_name_can_have_an_invisible_one(
    client: TestClient, owner: Somebody, path: str, body: dict[str, Any]
) -> None:
    field = "label" if "name" in body else "name"

    answer = client.post(path, headers=owner.headers, json={**body, field: "\u200b\u2060"})

    assert answer.status_code == 422, answer.text
    found = {it["field"]: it["message"] for it in answer.json()["errors"]}
    assert found[field] == "must have a visible character"


def test_customer_whose_name_is_invisible_has_no_name(call: Calls) -> None:
    made = call("save-customer", email="ana@example.com", first_name="\u200b", last_name="Silva")

    assert (made["first_name"] or "", made["last_name"]) == ("", "Silva")


def test_required_question_is_not_answered_by_an_invisible_text() -> None:
    asked = FormField.model_validate({"name": "first_name", "input_type": "text", "required": True})

    assert check([asked], {"first_name": "\u200b "}).errors == {"first_name": "missing"}


@pytest.mark.parametrize("text", SEEN)
def test_letters_of_every_script_and_emoji_are_visible(text: str) -> None:
    assert is_visible(text)


def test_no_schema_writes_the_rule_of_names_by_hand() -> None:
    sources = [it for it in Path(api.__file__).parent.rglob("*.py") if it.name != "visible_text.py"]

    by_hand = [it for it in sources if BY_HAND.search("".join(it.read_text().split()))]

    assert len(sources) > 500
    assert by_hand == [], "use OneLine of api/kit/visible_text.py"
