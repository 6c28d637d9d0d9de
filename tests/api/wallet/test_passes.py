"""Passes are created, changed and fetched by the phones that have them."""

import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from limits import parse
from sqlalchemy import Engine, event
from starlette.testclient import TestClient

from api.domains.wallet.passes import web_service
from runtime.settings import Settings
from tests.support.pass_calls import drawn_pass
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.twins.phone import Phone


class Passes:
    """The calls of an editor."""

    def __init__(self, client: TestClient, who: Somebody) -> None:
        self._client = client
        self._headers = who.headers

    def make(self, status: int = 200, **body: Any) -> Any:
        sent = {"content": drawn_pass("Harbor"), **body}
        answer = self._client.post("/dev/pass", headers=self._headers, json=sent)
        assert answer.status_code == status, answer.text
        return answer.json()

    def change(self, card: dict[str, Any], **changes: Any) -> Any:
        answer = self._client.put(
            f"/dev/pass/{card['pass_id']}",
            headers=self._headers,
            json={"content": {**card["content"], **changes}},
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    def read(self, pass_id: str) -> Any:
        return self._client.get(f"/dev/pass/{pass_id}", headers=self._headers).json()

    def listed(self, **wanted: Any) -> Any:
        return self._client.get("/dev/allpass", headers=self._headers, params=wanted).json()

    def document(self, card: dict[str, Any]) -> Any:
        address = f"/dev/pass/{card['passTypeIdentifier']}/{card['serialNumber']}.pkpass"
        answer = self._client.get(address, headers=self._headers)
        assert answer.headers["content-type"] == "application/vnd.apple.pkpass"
        name = f'attachment; filename="{card["serialNumber"]}.pkpass"'
        assert answer.headers["content-disposition"] == name
        return _document(answer.content)


def _document(package: bytes) -> Any:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return json.loads(archive.read("pass.json"))


@pytest.fixture
def passes(client: TestClient, editor: Somebody) -> Passes:
    return Passes(client, editor)


def test_pass_is_created_read_listed_changed_and_downloaded(passes: Passes) -> None:
    made = passes.make(serialNumber="Table.7_a-B")

    assert made["is_development"] is True
    assert made["serialNumber"] == "Table.7_a-B"
    assert made["url"].endswith(f"/dev/pass/{made['passTypeIdentifier']}/Table.7_a-B.pkpass")
    assert passes.read(made["pass_id"]) == made
    assert passes.document(made)["coupon"]["primaryFields"][0]["value"] == "Harbor tea"

    changed = passes.change(made, description="Harbor winter coupon")
    assert changed["updated_at"] > made["updated_at"]
    assert passes.document(made)["description"] == "Harbor winter coupon"

    passes.make()
    assert [it["serialNumber"] for it in passes.listed(filter="WINTER")["items"]] == ["Table.7_a-B"]
    newest, oldest = (passes.listed(page=page, pageSize=1) for page in (1, 2))
    assert (newest["total"], oldest["items"][0]["pass_id"]) == (2, made["pass_id"])
    by_serial = passes.listed(sort="serialNumber", per_page=1)
    assert [it["serialNumber"] for it in by_serial["items"]] == ["Table.7_a-B"]


@pytest.mark.parametrize("serial", ["a/b", "../x", "é", "a b", "a\\b", "", "-a", "a" * 65, 'a"b'])
def test_serial_numbers_that_are_not_valid_in_urls_are_refused(passes: Passes, serial: str) -> None:
    problem = passes.make(422, serialNumber=serial)
    assert problem["errors"][0]["field"] == "serialNumber"


def test_serial_number_is_used_once_despite_concurrent_requests(passes: Passes) -> None:
    def make(_: int) -> int:
        sent = {"content": drawn_pass("Harbor"), "serialNumber": "only-one"}
        return passes._client.post("/dev/pass", headers=passes._headers, json=sent).status_code

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(make, range(8))) == [200] + [409] * 7
    assert passes.listed()["total"] == 1


def test_pass_of_an_unknown_customer_is_refused(passes: Passes) -> None:
    problem = passes.make(422, customer_id="cus_nobody")
    assert problem["errors"][0]["field"] == "customer_id"


def test_phone_registers_learns_of_changes_and_fetches_them(
    client: TestClient, passes: Passes
) -> None:
    card, other = passes.make(), passes.make()
    token = passes.document(card)["authenticationToken"]
    phone = Phone(client, "phone-1")

    assert phone.changed(card) == []
    assert phone.add(card, token) == 201
    assert phone.add(card, token, "rotated") == 200
    assert phone.add(other, passes.document(other)["authenticationToken"]) == 201
    assert passes.read(card["pass_id"])["phones"] == 1
    assert len(phone.changed(card)) == 2
    assert phone.changed(card) == []

    first = phone.fetch(card, token)
    assert first.headers["content-type"] == "application/vnd.apple.pkpass"
    seen = first.headers["last-modified"]
    assert phone.fetch(card, token, seen).status_code == 304

    passes.change(card, description="Second")
    passes.change(passes.read(card["pass_id"]), description="Third")
    assert phone.changed(card) == [card["serialNumber"]]
    second = phone.fetch(card, token, seen)
    assert second.status_code == 200
    assert _document(second.content)["description"] == "Third"

    for date in ("yesterday", "", "Mon, 99 Nov 2026 25:00:00 GMT", "Mon, 01 Jan 0000 00:00:00 GMT"):
        assert phone.fetch(card, token, date).status_code == 200

    tag = phone.tag
    passes.change(passes.read(card["pass_id"]), description="Third")
    assert (phone.changed(card), phone.tag) == ([], tag), "the same content woke the phone"

    assert phone.remove(card, token) == 200
    assert phone.remove(card, token) == 200
    phone.tag = None
    assert phone.changed(card) == [other["serialNumber"]]
    assert passes.read(card["pass_id"])["phones"] == 0


def test_flood_of_wrong_tokens_is_rate_limited_by_address(
    client: TestClient, passes: Passes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_service, "PER_ADDRESS", parse("20 per minute"))
    card = passes.make()
    phone = Phone(client, "phone-1")

    statuses = [phone.fetch(card, f"{number:064x}").status_code for number in range(30)]
    refused = phone.fetch(card, "0" * 64)

    assert statuses == [401] * 20 + [429] * 10
    assert int(refused.headers["retry-after"]) > 0


def test_change_after_the_newest_pass_was_erased_reaches_phones(
    client: TestClient, passes: Passes, admin: Somebody, api_settings: Settings
) -> None:
    headers, person = admin.headers, {"email": "ana@example.com"}
    saved = client.post("/v1/save-customer", headers=headers, json=person).json()
    card, hers = passes.make(), passes.make(customer_id=saved["customer_id"])
    phone = Phone(client, "phone-4")
    for it in (card, hers):
        phone.add(it, passes.document(it)["authenticationToken"])
    assert len(phone.changed(card)) == 2
    with psycopg.connect(api_settings.database_url) as owner:
        owner.execute("delete from passes where pass_id = %s", [hers["pass_id"]])

    passes.change(card, description="Second")

    assert phone.changed(card) == [card["serialNumber"]]


def test_two_changes_within_a_second_have_different_dates(
    client: TestClient, passes: Passes
) -> None:
    card = passes.make()
    token = passes.document(card)["authenticationToken"]
    phone = Phone(client, "phone-2")
    seen = []
    for text in ("one", "two", "three"):
        card = passes.change(card, description=text)
        seen.append(phone.fetch(card, token).headers["last-modified"])
    assert len(set(seen)) == 3
    assert phone.fetch(card, token, seen[1]).status_code == 200


def test_phone_without_the_token_of_the_pass_gets_nothing(
    client: TestClient, passes: Passes
) -> None:
    card, other = passes.make(), passes.make()
    phone = Phone(client, "phone-3")
    wrong = (None, "", "x" * 64, passes.document(other)["authenticationToken"])
    for token in wrong:
        assert phone.add(card, token) == 401
        assert phone.remove(card, token) == 401
        answer = phone.fetch(card, token)
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"].startswith("ApplePass")
    nobody = {"passTypeIdentifier": "pass.dev.nobody", "serialNumber": "1"}
    assert phone.fetch(nobody, "x" * 64).status_code == 401
    assert phone.changed(nobody) == []
    assert passes.read(card["pass_id"])["phones"] == 0


def test_invalid_change_tags_return_all_passes(client: TestClient, passes: Passes) -> None:
    card = passes.make()
    phone = Phone(client, "phone-4")
    phone.add(card, passes.document(card)["authenticationToken"])
    for tag in ("yesterday", "-1", "9" * 30, "1e3", "١٢"):
        phone.tag = tag
        assert phone.changed(card) == [card["serialNumber"]]


@pytest.mark.parametrize("text", ["%00", "%FF", "a%2Fb", "x" * 101])
def test_unknown_devices_and_pass_types_cause_no_server_error(
    client: TestClient, passes: Passes, text: str
) -> None:
    card = passes.make()
    for address in (
        f"/dev/v1/devices/{text}/registrations/{card['passTypeIdentifier']}",
        f"/dev/v1/devices/phone/registrations/{text}",
        f"/dev/v1/passes/{card['passTypeIdentifier']}/{text}",
    ):
        answer = client.get(address, headers={"authorization": b"ApplePass \xe9"})
        assert answer.status_code < 500, (address, answer.text)


def test_logs_sent_by_phones_are_accepted_and_limited(client: TestClient) -> None:
    assert client.post("/dev/v1/log", json={"logs": ["a\nb\x1b[31m", "b"]}).status_code == 200
    assert client.post("/dev/v1/log", json={"logs": ["a"] * 101}).status_code == 422
    assert client.post("/dev/v1/log", json={"logs": ["a" * 2_001]}).status_code == 422


@pytest.mark.parametrize(
    ("changes", "rule", "field"),
    [
        ({"background": "#ffffff", "foreground": "#eeeeee"}, "low_contrast", "foreground"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "expired", "expires_at"),
        ({"barcode": None}, "no_barcode", "barcode"),
        ({"barcode": {"message": "Käse"}}, "barcode_not_ascii", "barcode.message"),
        ({"is_void": True}, "void", "is_void"),
        ({"fields": []}, "no_primary_field", "fields"),
        (
            {"fields": [{"key": "k", "zone": "primary", "value": "x" * 23}]},
            "text_cut_off",
            "fields.k",
        ),
        (
            {"fields": [{"key": f"k{at}", "zone": "header", "value": "x"} for at in range(4)]},
            "too_many_in_zone",
            "fields.k3",
        ),
        (
            {"fields": [{"key": "k", "zone": "primary", "value": "x", "change_message": "New"}]},
            "value_not_in_message",
            "fields.k",
        ),
    ],
)
def test_linter_reports_problems_that_a_holder_would_notice(
    passes: Passes, changes: dict[str, Any], rule: str, field: str
) -> None:
    clean = passes.make()
    before = {(it["rule"], it["field"]) for it in clean["findings"]}
    assert before == {
        ("no_icon", "pictures.icon"),
        ("no_updates", ""),
        ("silent_changes", "fields"),
        ("no_barcode_text", "barcode.text"),
    }
    changed = passes.change(clean, **changes)
    assert (rule, field) in {(it["rule"], it["field"]) for it in changed["findings"]}


def test_passes_of_a_person_are_listed_even_after_a_merge(
    client: TestClient, editor: Somebody, passes: Passes
) -> None:
    def call(path: str, **body: Any) -> Any:
        return client.post(f"/v1/{path}", headers=editor.headers, json=body).json()

    ana, twin = (call("save-customer", first_name=it)["customer_id"] for it in ("Ana", "Anna"))
    cards = [passes.make(customer_id=it)["pass_id"] for it in (ana, twin)]
    passes.make()

    def listed(customer_id: str) -> set[str]:
        return {it["pass_id"] for it in passes.listed(customer_id=customer_id)["items"]}

    alone = listed(ana)
    merge = call("merge-customers", keep=ana, merge=twin)["merges"][0]["merge_id"]
    together = listed(ana)
    call("undo-customer-merge", merge_id=merge)

    assert (alone, together) == ({cards[0]}, set(cards))
    assert (listed(ana), listed(twin)) == ({cards[0]}, {cards[1]})


def test_passes_are_listed_and_found_by_customer_name(
    client: TestClient, editor: Somebody, viewer: Somebody, passes: Passes
) -> None:
    def save(**facts: str) -> str:
        made = client.post("/v1/save-customer", headers=editor.headers, json=facts).json()
        return str(made["customer_id"])

    ana = save(first_name="Ana", last_name="Silva")
    twin, nameless = save(first_name="Anna"), save(email="ben@example.com")
    holders = {"A": ana, "B": twin, "C": nameless, "D": None}
    for serial, holder in holders.items():
        passes.make(serialNumber=serial, **({"customer_id": holder} if holder else {}))
    client.post(
        "/v1/merge-customers", headers=editor.headers, json={"keep": ana, "merge": twin}
    ).raise_for_status()
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        items = Passes(client, viewer).listed()["items"]
    finally:
        event.remove(Engine, "before_cursor_execute", note)

    names = {it["serialNumber"]: it["customer_name"] for it in items}
    assert names == {"A": "Ana Silva", "B": "Ana Silva", "C": None, "D": None}
    assert len([it for it in statements if "first_name" in it]) == 1, "one for the whole list"
    found = passes.listed(filter="ana sil", sort="serialNumber")["items"]
    assert [it["serialNumber"] for it in found] == ["A", "B"]
    assert passes.read(found[0]["pass_id"])["customer_name"] == "Ana Silva"
    assert passes.listed(filter="anna")["total"] == 0, "the profile is part of another one"


def test_customer_names_of_another_organisation_are_neither_searched_nor_shown(
    client: TestClient, passes: Passes, make_org: MakeOrg, make_member: MakeMember
) -> None:
    neighbour = make_member(make_org("Northwind Books"), "editor")
    facts = {"first_name": "Zelda", "last_name": "North"}
    theirs = client.post("/v1/save-customer", headers=neighbour.headers, json=facts).json()
    Passes(client, neighbour).make(serialNumber="N", customer_id=theirs["customer_id"])
    passes.make(serialNumber="H")

    assert [it["customer_name"] for it in passes.listed()["items"]] == [None]
    assert passes.listed(filter="zelda")["total"] == 0
    assert Passes(client, neighbour).listed(filter="zelda")["total"] == 1
