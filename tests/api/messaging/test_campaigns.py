"""Planning campaigns: what they may contain, who changed what, and what one person would get."""

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.campaign_calls import campaign_plan
from tests.support.people import Somebody

Ask = Callable[..., Any]


@pytest.fixture
def ask(client: TestClient, admin: Somebody) -> Ask:
    """Return a function that makes calls as an admin."""

    def call(path: str, status: int = 200, **body: Any) -> Any:
        answer = client.post(f"/v1/{path}", json=body, headers=admin.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    return call


def test_draft_is_saved_and_changed_with_an_edit_history(ask: Ask) -> None:
    plan = campaign_plan("Cake")
    made = ask("save-campaign", **plan)
    ref = {"campaign_id": made["campaign_id"]}
    same = ask("save-campaign", **plan, **ref)
    changed = ask("save-campaign", **{**plan, "name": "Cake!"}, **ref, revision=1)
    late = ask("save-campaign", 409, **plan, **ref, revision=1)

    assert (made["state"], made["revision"], same["revision"], changed["revision"]) == (
        "draft",
        1,
        1,
        2,
    )
    assert late["code"] == "campaign_changed"
    newest, first = ask("list-campaign-edits", **ref)["items"]
    assert (newest["revision"], newest["changed"]) == (2, ["name"])
    assert (newest["before"]["name"], first["before"]) == ("Cake", None)
    assert ask("get-campaign", **ref)["name"] == "Cake!"


def test_campaigns_can_be_copied_archived_and_saved_as_templates(ask: Ask) -> None:
    template = ask("save-campaign", **campaign_plan("Birthday"), is_template=True)
    made = ask("copy-campaign", campaign_id=template["campaign_id"], name="May birthdays")
    ask("archive-campaign", campaign_id=made["campaign_id"])

    assert [it["name"] for it in ask("list-campaigns")["items"]] == []
    assert [it["name"] for it in ask("list-campaigns", is_template=True)["items"]] == ["Birthday"]
    (archived,) = ask("list-campaigns", is_archived=True)["items"]
    assert (archived["name"], archived["is_template"]) == ("May birthdays", False)


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"audience": {"kind": "segment", "id": "seg_none"}}, "audience.id", "audience_not_found"),
        ({"audience": {"kind": "folder", "id": "fol_none"}}, "audience.id", "audience_not_found"),
        ({"audience": {"kind": "import", "id": "imp_none"}}, "audience.id", "audience_not_found"),
        ({"code_id": "NoCode1234"}, "code_id", "code_not_found"),
        (
            {"variants": [{"contents": [{"language": "en", "sms": "Hi {{customer.shoe}}"}]}]},
            "variants.0.contents",
            "unknown_placeholder",
        ),
    ],
)
def test_objects_that_a_campaign_references_must_exist(
    ask: Ask, change: dict[str, Any], field: str, code: str
) -> None:
    answer = ask("save-campaign", 422, **(campaign_plan("Cake") | change))
    assert [(it["field"], it["code"]) for it in answer["errors"]] == [(field, code)]


def test_custom_field_placeholders_use_field_keys(ask: Ask) -> None:
    ask("save-customer-field", name="favourite", label="Favourite drink", type="text")
    keys = {it["key"]: it for it in ask("send-sms-campaign-keys")["keys"]}
    assert keys["field.favourite"]["placeholder"] == "{{field.favourite}}"
    assert keys["customer.first_name"]["sample"] == "Ana"


def test_preview_uses_the_persons_language_and_lists_unknown_placeholders(ask: Ask) -> None:
    ask("save-customer-field", name="favourite", label="Favourite drink", type="text")
    ana = ask(
        "save-customer",
        email="ana@example.com",
        first_name="<b>Ana</b>",
        language="pt-BR",
        fields={"favourite": "Galão"},
    )["customer_id"]
    bo = ask("save-customer", email="bo@example.com")["customer_id"]
    contents = [
        {
            "language": "en",
            "subject": "Hi {{customer.first_name|you}}",
            "html": "<p>{{field.favourite}}</p>",
        },
        {
            "language": "pt",
            "subject": "Olá {{customer.first_name|tu}}",
            "html": '<p>{{customer.first_name}}: {{field.favourite}} <a href="{{preferences}}">x</a></p>'
            "<script>alert(1)</script>",
        },
    ]

    mine = ask("preview-campaign", channel="email", contents=contents, customer_id=ana)
    others = ask("preview-campaign", channel="email", contents=contents, customer_id=bo)

    (part,) = mine["parts"]
    assert (part["language"], part["subject"]) == ("pt", "Olá <b>Ana</b>")
    assert "&lt;b&gt;Ana&lt;/b&gt;: Galão" in part["html"]
    assert "alert" not in part["html"]
    assert mine["values"]["preferences"] in part["html"]
    assert mine["values"]["preferences"] in part["text"]
    assert f"/{ana}.n." in mine["values"]["preferences"], "who previews it is not Ana"
    assert mine["unknown"] == []
    assert others["parts"][0]["subject"] == "Hi you"
    assert others["unknown"] == ["field.favourite"]


def test_campaign_settings_are_stored_per_organisation(ask: Ask) -> None:
    assert ask("get-campaign-settings")["approval_above"] is None
    ask("save-campaign-settings", approval_above=500, sms_prices={"PT": 45_000}, currency="EUR")
    assert ask("get-campaign-settings") == {
        "approval_above": 500,
        "approval_role": "editor",
        "sms_prices": {"PT": 45_000},
        "currency": "EUR",
    }
