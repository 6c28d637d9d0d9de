"""Everything that is stored about one person is exported as a file, whatever table it is in."""

import base64
from datetime import UTC, datetime
from typing import Any

import orjson
import psycopg
from starlette.testclient import TestClient

from api.domains.data_rights.person_exports.repository import _LEFT_OUT, _OF_PERSON
from api.domains.people.customers.sealing import Sealer
from runtime.settings import Settings
from tests.support.codes import make_code
from tests.support.games import Arcade
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


def test_person_export_includes_rows_of_games_orders_and_passes(
    call: Calls, client: TestClient, admin: Somebody, api_settings: Settings
) -> None:
    ana, ben = call.add(email="ana@example.com"), call.add(email="ben@example.com")
    arcade = Arcade(client, admin, datetime.now(UTC))
    game = arcade.game(limits={})
    arcade.play(game)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "insert into customer_visitors (org_id, visitor_id, customer_id, is_proven)"
            " select org_id, visitor_id, %s, true from game_players",
            [ana],
        )
        connection.execute(
            "insert into game_bests (game_id, period, player, org_id, score, at)"
            " select game_id, 'all', player, org_id, 31, now() from game_players"
        )
    arcade.play(game)
    body = {"content": drawn_pass("Harbor"), "customer_id": ana}
    card = client.post("/dev/pass", json=body, headers=admin.headers).json()
    call("redeem-pass", pass_id=card["pass_id"], idempotency_key="a")
    for customer_id, number in ((ana, "1042"), (ben, "1043")):
        paid = {"order_number": number, "amount_cents": 500, "currency": "USD"}
        call("record-order", customer_id=customer_id, **paid)
        call("refund-order", order_number=number, refund_number=f"r{number}", amount_cents=200)

    stored = exported(call, ana)["stored"]

    assert [it["state"] for it in stored["game_plays"]] == ["done"]
    assert [it["score"] for it in stored["game_bests"]] == [31]
    assert [it["use_number"] for it in stored["pass_redemptions"]] == [1]
    assert [it["refund_number"] for it in stored["order_refunds"]] == ["r1042"]


def test_person_export_includes_rows_known_only_by_an_address(
    call: Calls, client: TestClient, admin: Somebody, api_settings: Settings
) -> None:
    email = "ana@example.com"
    for phone in ("+14155550143", "+14155550144"):
        call("send-sms", phone=phone, text="Your table is ready")
    code_id = make_code(client, admin)
    index = Sealer.of(api_settings).index(admin.org_id, "email", email).hex()
    with psycopg.connect(api_settings.database_url) as connection:
        for use, customer in (("ours", index), ("theirs", "ff" * 32)):
            connection.execute(
                "insert into promo_uses (use_id, org_id, code_id, opened_code_id, kind, customer,"
                " customer_kind, visitor_id, used_at, open_until, epoch, event_id)"
                " values (%s, %s, %s, %s, 'master', %s, 'email', 'v', now(), now(), 1,"
                " gen_random_uuid())",
                [use, admin.org_id, code_id, code_id, customer],
            )

    ana = call.add(email=email, phone="+14155550143")
    stored = exported(call, ana)["stored"]

    assert [it["use_id"] for it in stored["promo_uses"]] == ["ours"]
    assert len(stored["messages"]) == 1


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
