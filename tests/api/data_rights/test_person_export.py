"""Everything that is stored about one person is exported as a file, whatever table it is in."""

import base64
from typing import Any

import orjson
import psycopg
from starlette.testclient import TestClient

from api.domains.data_rights.person_exports.repository import _LEFT_OUT, _OF_PERSON
from runtime.settings import Settings
from tests.support.member_calls import Calls
from tests.support.pass_calls import drawn_pass
from tests.support.people import Somebody

NAMES_NOBODY = {
    "referral_programs",  # a reward for the referrer
    "customer_distinctions",  # pairs of profiles that are not one person
}


def exported(call: Calls, customer_id: str) -> Any:
    return orjson.loads(base64.b64decode(call("export-person", customer_id=customer_id)["data"]))


def test_person_export_contains_both_profiles_and_no_other_person(
    call: Calls, client: TestClient, admin: Somebody, editor: Somebody
) -> None:
    ana = call.add(email="ana@example.com", first_name="Ana", tags=["vip"])
    twin = call.add(phone="+14155550143")
    call.add(email="ben@example.com", first_name="Ben")
    call.say(twin, "given", "sms", text="Yes to news", decided_at="2026-01-31T10:00:00Z")
    call("add-customer-note", customer_id=ana, text="Likes oat milk")
    card = {"customer_id": ana, "action": "add", "unit": "points", "amount": 7}
    call("rewards/post-swapt-card", **card)
    body = {"content": drawn_pass("Harbor"), "customer_id": ana}
    client.post("/dev/pass", json=body, headers=admin.headers)
    call("merge-customers", keep=ana, merge=twin)

    found = exported(call, twin)

    assert found["profile"]["email"] == "ana@example.com"
    assert {it["customer_id"] for it in found["stored"]["customers"]} == {ana, twin}
    assert {it.get("email") or it.get("phone") for it in found["stored"]["customers"]} == {
        "ana@example.com",
        "+14155550143",
    }
    assert [it["text"] for it in found["stored"]["customer_notes"]] == ["Likes oat milk"]
    assert [it["amount"] for it in found["stored"]["loyalty_entries"]] == [7]
    assert [it["decision"] for it in found["stored"]["consent_entries"]] == ["given"]
    (stored,) = found["stored"]["passes"]
    assert stored["content"]["organization"] == "Harbor company"
    everything = orjson.dumps(found).decode()
    assert "Ben" not in everything
    assert "sealing_key" not in everything
    wanted = {"customer_id": ana}
    refused = client.post("/v1/export-person", json=wanted, headers=editor.headers)
    assert refused.status_code == 403


def test_person_export_covers_every_table_with_personal_identifiers(api_settings: Settings) -> None:
    named = "customer|referrer|friend|kept_id|merged_id|visitor_id"
    with psycopg.connect(api_settings.database_url) as connection:
        rows = connection.execute(
            "select c.table_name, array_agg(c.column_name::text) from information_schema.columns c"
            " join information_schema.tables t using (table_schema, table_name)"
            " where c.table_schema = 'public' and table_type = 'BASE TABLE'"
            " and c.table_name in (select table_name from information_schema.columns"
            "   where table_schema = 'public' and column_name ~ %s)"
            " group by 1",
            [f"^({named})(_id)?$"],
        ).fetchall()
    missing = {
        table
        for table, columns in rows
        if not set(_OF_PERSON) & {*columns} and table not in {*NAMES_NOBODY, *_LEFT_OUT}
    }
    assert missing <= {"promo_uses"}
