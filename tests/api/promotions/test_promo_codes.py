"""Promo codes: created, imported, checked, used, listed and exported; nobody else's."""

import base64
import csv
import io
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from starlette.testclient import TestClient

from api.domains.promotions.promo_locks import code_format
from ingest.contracts.redemption import RedemptionRecordedV2
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.promos import Locks
from tests.support.visits import Outbox

PIER = {"latitude": 40.7033, "longitude": -74.0170}
STREET_AWAY = {"latitude": 40.7040, "longitude": -74.0165}
WIDE = "".join(chr(ord(letter) + 0xFEE0) for letter in "SUMMER10")
TOWN_AWAY = {"latitude": 40.7411, "longitude": -73.9897}


@pytest.fixture
def locks(client: TestClient, editor: Somebody) -> Locks:
    return Locks(client, editor)


def in_hours(hours: float) -> str:
    return (datetime.now(UTC) + timedelta(hours=hours)).isoformat()


def test_first_promo_codes_turn_on_the_lock(locks: Locks) -> None:
    code_id = locks.page()

    made = locks.call("promo_lock/create_promo_code", qr_id=code_id, amount=50, name="Posters")

    assert made["created"] == len(set(made["promo_codes"])) == 50
    for promo in made["promo_codes"]:
        assert len(promo) == 9
        assert set(promo.replace("-", "")) <= set(code_format.ALPHABET)
    assert made["lock"] == {
        "enabled": True,
        "open_minutes": 1440,
        "message": "",
        "needs_location": False,
        "epoch": 0,
    }
    assert (made["batch"]["name"], made["batch"]["amount"]) == ("Posters", 50)
    seen = locks.call("promo_lock/get_lock", qr_id=code_id)
    assert (seen["promo_codes"]["open"], seen["lock_of"]) == (50, code_id)


def test_batch_without_a_name_is_named_by_local_time(
    client: TestClient, make_org: MakeOrg, make_member: MakeMember
) -> None:
    locks = Locks(
        client, make_member(make_org("Harbour Books", time_zone="Asia/Kolkata"), "editor")
    )

    batch = locks.call("promo_lock/create_promo_code", qr_id=locks.page(), amount=1)["batch"]

    made = datetime.fromisoformat(batch["created_at"]).astimezone(ZoneInfo("Asia/Kolkata"))
    assert batch["name"] == f"{made:%Y-%m-%d %H:%M}"


def test_lock_that_was_turned_off_stays_off(locks: Locks) -> None:
    code_id, _ = locks.locked()

    off = locks.call("promo_lock/set_lock", qr_id=code_id, enabled=False)
    locks.promos(code_id, amount=1)
    still = locks.call("promo_lock/get_lock", qr_id=code_id)["lock"]
    on = locks.call(
        "create_promo_code", qr_id=code_id, lock={"enabled": True, "message": "Members only"}
    )["lock"]

    assert (off["enabled"], still["enabled"], on["enabled"]) == (False, False, True)
    assert on["message"] == "Members only"


def test_import_lists_each_refused_line(locks: Locks) -> None:
    code_id = locks.page()
    locks.promos(code_id, promo_code="Summer 10")

    made = locks.call(
        "create_promo_code",
        qr_id=code_id,
        promo_codes=["Winter 10", "WINTER-10", "", "summer10", "no", "Grüße", "Spring 10"],
    )

    assert made["promo_codes"] == ["Winter 10", "Spring 10"]
    assert [(it["line"], it["reason"]) for it in made["refused"]] == [
        (2, "repeated"),
        (4, "exists"),
        (5, "spelling"),
        (6, "spelling"),
    ]


@pytest.mark.parametrize(
    "typed", ["summer10", " SUMMER 10 ", "Sum-mer–10", WIDE, "s u m m e r 1 0"]
)
def test_case_and_spaces_do_not_matter(locks: Locks, typed: str) -> None:
    code_id, _ = locks.locked(amount=None, promo_code="Summer 10")

    assert locks.check(code_id, typed)["locked"] is False


def test_checking_a_promo_code_counts_no_use(locks: Locks, outbox: Outbox) -> None:
    code_id, promo = locks.locked()

    answer = [locks.check(code_id, promo) for _ in range(3)]

    assert {it["locked"] for it in answer} == {False}
    assert locks.usage(code_id)["totals"]["uses"] == 0
    assert [event.type for event in outbox.events()] == ["issue"]


@pytest.mark.parametrize(
    ("fields", "visitor_fields", "reason"),
    [
        ({"starts_at": in_hours(1)}, {}, "not_yet"),
        ({"ends_at": in_hours(-1)}, {}, "over"),
        (PIER, {}, "no_location"),
        (PIER, TOWN_AWAY, "too_far"),
        (PIER, STREET_AWAY, None),
        (PIER | {"radius_m": 50}, STREET_AWAY, "too_far"),
        (PIER | {"radius_m": 50}, STREET_AWAY | {"accuracy": 40}, "too_far"),
        (PIER | {"radius_m": 50}, STREET_AWAY | {"accuracy": 5000}, "too_rough"),
        (PIER, TOWN_AWAY | {"accuracy": 1000}, "too_far"),
        (PIER, STREET_AWAY | {"accuracy": 5000}, None),
        ({"starts_at": in_hours(-1), "ends_at": in_hours(1)}, {}, None),
    ],
)
def test_refused_promo_code_has_a_reason(
    locks: Locks, fields: dict[str, Any], visitor_fields: dict[str, Any], reason: str | None
) -> None:
    code_id, promo = locks.locked(**fields)

    checked = locks.check(code_id, promo, **visitor_fields)
    used = locks.use(code_id, promo, **visitor_fields)

    assert checked["reason"] == used["reason"] == reason
    assert checked["locked"] == used["locked"] == (reason is not None)
    assert checked["needs_location"] is ("latitude" in fields)
    assert locks.usage(code_id)["totals"]["uses"] == (0 if reason else 1)


def test_unknown_withdrawn_and_closed_promo_codes_have_different_reasons(locks: Locks) -> None:
    code_id, promo = locks.locked()
    assert locks.check(code_id, "nonsense")["reason"] == "unknown"

    listed = locks.call("promo_lock/list_promo_codes", qr_id=code_id)["items"]
    ids = [it["promo_code_id"] for it in listed]
    gone = locks.call("promo_lock/withdraw_promo_codes", qr_id=code_id, promo_code_ids=ids)
    assert gone == {"withdrawn": 1}
    assert locks.check(code_id, promo)["reason"] == "withdrawn"
    assert locks.use(code_id, promo)["reason"] == "withdrawn"
    locks.call("qr/update-code", code_id=code_id, state="paused")

    def closed() -> bool:
        return locks.check(code_id, promo)["reason"] == "closed"

    assert any(closed() for _ in range(50))


def test_code_without_a_lock_is_open(locks: Locks) -> None:
    answer = locks.use(locks.page(), "ANYTHING")

    assert (answer["locked"], answer["used"]) == (False, False)


def test_use_is_stored_with_time_customer_and_place_and_recorded_as_an_event(
    locks: Locks, outbox: Outbox
) -> None:
    code_id, promo = locks.locked(**PIER, max_uses=None)

    answer = locks.use(code_id, promo, **STREET_AWAY, customer=" Ada@Example.com ")

    assert (answer["locked"], answer["used"]) == (False, True)
    seen = locks.usage(code_id)
    (use,) = seen["items"]
    assert (use["customer"], use["promo_code"], use["kind"]) == ("ada@example.com", promo, "promo")
    assert (use["latitude"], use["longitude"]) == tuple(STREET_AWAY.values())
    assert seen["totals"]["uses"] == seen["totals"]["customers"] == 1
    _, event = outbox.events()
    assert isinstance(event, RedemptionRecordedV2)
    assert (event.data.kind, event.data.redemption_id) == ("promo_code", use["use_id"])
    assert (event.code_id, event.visitor.kind) == (code_id, "daily")
    assert b"ada" not in b"".join(outbox.payloads()).lower()


def test_customer_is_counted_by_email_and_by_browser(locks: Locks) -> None:
    code_id, promo = locks.locked(max_uses=10, uses_per_customer=2)

    first = locks.use(code_id, promo, customer="ada@example.com", agent="one")
    second = locks.use(code_id, promo, phone="+1 (555) 010-7788", agent="one")
    third = locks.use(code_id, promo, customer="bob@example.com", agent="one")
    elsewhere = locks.use(code_id, promo, customer="ADA@example.com", agent="two")
    again = locks.use(code_id, promo, customer="ada@example.com", agent="three")

    assert [it["locked"] for it in (first, second, elsewhere)] == [False] * 3
    assert [it["reason"] for it in (third, again)] == ["used_by_you"] * 2
    assert locks.call("promo_lock/list_promo_codes", qr_id=code_id)["items"][0]["used"] == 3


def test_invalid_customer_is_refused(locks: Locks, client: TestClient) -> None:
    code_id, promo = locks.locked()
    body = {"qr_id": code_id, "promo_code": promo, "customer": "not a name"}

    answer = client.post("/v1/promo_code_usage", json=body)

    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "customer")


def test_one_of_200_simultaneous_requests_gets_the_last_use(
    locks: Locks, client: TestClient, outbox: Outbox
) -> None:
    code_id, promo = locks.locked(max_uses=1, uses_per_customer=None)

    def take(number: int) -> str | None:
        reason: str | None = locks.use(code_id, promo, agent=f"visitor {number}")["reason"]
        return reason

    with ThreadPoolExecutor(50) as pool:
        reasons = list(pool.map(take, range(200)))

    assert reasons.count(None) == 1
    assert reasons.count("used_up") == 199
    assert [event.type for event in outbox.events()] == ["issue", "redemption"]
    assert locks.usage(code_id)["totals"]["uses"] == 1


def test_simultaneous_requests_of_one_customer_respect_the_limit(locks: Locks) -> None:
    code_id, promo = locks.locked(max_uses=100, uses_per_customer=3)

    with ThreadPoolExecutor(20) as pool:
        answer = list(
            pool.map(
                lambda number: locks.use(
                    code_id, promo, customer="ada@example.com", agent=str(number)
                ),
                range(40),
            )
        )

    assert sum(not it["locked"] for it in answer) == 3


def test_repeated_request_counts_one_use_and_opens_again(locks: Locks, client: TestClient) -> None:
    code_id, promo = locks.locked()
    body = {"qr_id": code_id, "promo_code": promo}
    headers = {"Idempotency-Key": "one-and-the-same", "User-Agent": "till"}

    answers = [client.post("/v1/promo_code_usage", json=body, headers=headers) for _ in range(2)]

    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["used"] is True
    first, second = (answer.headers["set-cookie"].partition(";")[0] for answer in answers)
    assert first == second
    stranger = client.post("/v1/promo_code_usage", json=body, headers=headers | {"User-Agent": "x"})
    assert stranger.json()["reason"] == "used_up"
    assert "set-cookie" not in stranger.headers


def test_promo_codes_are_searched_and_filtered_by_state(locks: Locks) -> None:
    code_id = locks.page()
    locks.promos(code_id, promo_code="Early bird", starts_at=in_hours(1))
    locks.promos(code_id, promo_code="Late show", ends_at=in_hours(-1))
    (promo,) = locks.promos(code_id, promo_code="Once only")
    locks.promos(code_id, promo_codes=["Open one", "Open two"], max_uses=None)
    locks.use(code_id, promo)

    def listed(**fields: Any) -> list[str]:
        items = locks.call("promo_lock/list_promo_codes", qr_id=code_id, **fields)["items"]
        return sorted(it["promo_code"] for it in items)

    assert listed(filter="open") == ["Open one", "Open two"]
    by_state = {state: listed(state=state) for state in ("open", "used_up", "not_yet", "over")}
    assert by_state == {
        "open": ["Open one", "Open two"],
        "used_up": ["Once only"],
        "not_yet": ["Early bird"],
        "over": ["Late show"],
    }
    counts = locks.call("promo_lock/get_lock", qr_id=code_id)["promo_codes"]
    assert counts == {state: len(found) for state, found in by_state.items()} | {"withdrawn": 0}


def test_csv_export_has_no_formulas(locks: Locks) -> None:
    code_id = locks.page()
    made = locks.promos(code_id, amount=3, name="=HYPERLINK(1)")
    locks.use(code_id, made[0])

    file = locks.call("promo_lock/export_promo_codes", qr_id=code_id)

    text = base64.b64decode(file["data"]).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert file["file_name"] == f"promo_codes-{code_id}-{datetime.now(UTC):%Y-%m-%d}.csv"
    assert {row["promo_code"] for row in rows} == set(made)
    assert {row["batch"] for row in rows} == {"'=HYPERLINK(1)"}
    assert sorted(row["state"] for row in rows) == ["open", "open", "used_up"]


def test_child_opens_with_promo_codes_of_its_base(locks: Locks) -> None:
    base, promo = locks.locked()
    child = locks.page(base_code_id=base, name="Table 4", content=None)

    assert locks.call("promo_lock/get_lock", qr_id=child)["lock_of"] == base
    assert locks.use(child, promo)["used"] is True
    (use,) = locks.usage(base)["items"]
    assert use["opened_code_id"] == child
    locks.call("promo_lock/set_lock", qr_id=child, message="Mine")
    own = locks.call("promo_lock/get_lock", qr_id=child)
    assert (own["lock_of"], own["lock"]["enabled"]) == (child, True)


@pytest.mark.parametrize("named", [{}, {"customer": "ana@example.com"}])
def test_promo_code_resent_by_its_browser_counts_no_second_use(
    locks: Locks, named: dict[str, str]
) -> None:
    code_id, promo = locks.locked(max_uses=5, uses_per_customer=1)

    answer = [locks.use(code_id, promo, **named) for _ in range(2)]
    checked = locks.check(code_id, promo, **named)

    assert [(it["locked"], it["used"]) for it in answer] == [(False, True), (False, False)]
    assert checked["locked"] is False
    assert locks.usage(code_id)["totals"]["uses"] == 1


def test_locks_of_another_organisation_are_not_found(
    locks: Locks, client: TestClient, make_org: MakeOrg, make_member: MakeMember
) -> None:
    code_id, promo = locks.locked()
    locks.use(code_id, promo)
    stranger = make_member(make_org("Northwind Books"), "owner")

    for path in (
        "promo_code_usage",
        "export_promo_codes",
        "create_promo_code",
        "get_master_key_promo_code",
        "promo_lock/get_lock",
        "promo_lock/list_promo_codes",
        "promo_lock/list_alarms",
    ):
        body = {"qr_id": code_id, "amount": 1}
        answer = client.post(f"/v1/{path}", json=body, headers=stranger.headers)
        assert answer.status_code == 404, (path, answer.text)
    assert client.post("/v1/promo_code_usage", json={"qr_id": code_id}).status_code == 401


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"amount": 0},
        {"amount": 10_001},
        {"amount": 1, "promo_code": "ABCD"},
        {"amount": 1, "latitude": 5},
        {"amount": 1, "radius_m": 50},
        {"amount": 1, "starts_at": in_hours(2), "ends_at": in_hours(1)},
        {"amount": 1, "max_uses": 0},
        {"amount": 1, "lock": {"open_minutes": 0}},
        {"amount": 1, "latitude": 91, "longitude": 0},
    ],
)
def test_invalid_requests_are_refused(
    locks: Locks, client: TestClient, editor: Somebody, fields: dict[str, Any]
) -> None:
    body = {"qr_id": locks.page(), **fields}

    answer = client.post("/v1/create_promo_code", json=body, headers=editor.headers)

    assert answer.status_code == 422, answer.text
