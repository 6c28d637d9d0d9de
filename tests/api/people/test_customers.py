"""Members see and change customers; a customer's activity comes from the warehouse."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.domains.people.customers.contacts import normalised_email, normalised_phone, region_of
from api.domains.people.customers.field_values import WrongValue, checked_birthday, field_value
from api.domains.people.customers.upkeep import delete_unused_tags
from api.kit.clock import utc_now
from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.pages import PageMaker, field, form_block
from tests.support.people import Org, Somebody
from warehouse.lake import Lake

Ask = Callable[..., Any]


@pytest.fixture
def call(client: TestClient, admin: Somebody) -> Ask:
    def ask(path: str, status: int = 200, **body: object) -> Any:
        answer = client.post(f"/v1/{path}", json=body, headers=admin.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    return ask


def test_customer_is_added_found_and_changed(call: Ask, admin: Somebody) -> None:
    ana = call(
        "save-customer",
        email=" Ana@Example.COM ",
        phone="(415) 555-2671",
        first_name="Ana",
        last_name="Silva",
        birthday="--02-29",
        time_zone="Europe/Lisbon",
        owner_id=admin.user_id,
        tags=["regular", "regular"],
    )
    call("save-customer", first_name="Ben", tags=["new"])

    assert (ana["email"], ana["phone"]) == ("ana@example.com", "+14155552671")
    assert (ana["source"], ana["tags"], ana["birthday"]) == ("member", ["regular"], "--02-29")
    assert ana["owner"]

    def listed(**wanted: object) -> list[str]:
        return [it["first_name"] for it in call("get-customers", **wanted)["items"]]

    assert listed(sort="name") == ["Ben", "Ana"]
    assert listed(filter="a silv") == listed(filter=" ANA@example.com") == ["Ana"]
    assert listed(filter="415.555.2671") == listed(filter="+1 415 555 2671") == ["Ana"]
    assert listed(filter="ANA@") == listed(filter="5552671") == listed(filter="example.com") == []
    assert call("get-customers", 422, sort="email")["errors"][0]["field"] == "sort"
    assert listed(tags=["new"]) == ["Ben"]
    assert listed(has=["phone"]) == listed(owner_id=admin.user_id) == ["Ana"]

    changed = call("save-customer", customer_id=ana["customer_id"], last_name=None)
    assert (changed["last_name"], changed["email"]) == (None, "ana@example.com")


def test_address_belongs_to_one_customer(call: Ask) -> None:
    call("save-customer", email="ana@example.com")
    ben = call("save-customer", email="ben@example.com")

    taken = call("save-customer", 422, email="ANA@example.com")
    also = call(
        "save-customer",
        422,
        customer_id=ben["customer_id"],
        email="ana@example.com",
        first_name="X",
    )

    assert [it["code"] for it in taken["errors"]] == ["customer_email_taken"]
    assert [it["field"] for it in also["errors"]] == ["email"]
    assert call("get-customers")["total"] == 2
    assert call("get-customer", customer_id=ben["customer_id"])["first_name"] is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", "nobody"),
        ("phone", "12"),
        ("birthday", "2023-02-29"),
        ("birthday", "--13-01"),
        ("time_zone", "Moon/Base"),
        ("owner_id", "usr_stranger"),
    ],
)
def test_invalid_value_is_refused_with_its_field(call: Ask, field: str, value: str) -> None:
    refused = call("save-customer", 422, first_name="Ana", **{field: value})

    assert [it["field"] for it in refused["errors"]] == [field]
    assert call("get-customers")["total"] == 0


def test_custom_fields_have_types_and_are_filled_by_forms(
    call: Ask, pages: PageMaker, visitor: TestClient
) -> None:
    call("save-customer-field", name="shoe_size", label="Shoe size", type="number")
    call(
        "save-customer-field", name="drink", label="Drink", type="choice", options=["Tea", "Coffee"]
    )
    ana = call("save-customer", first_name="Ana", fields={"shoe_size": "38.5", "drink": "Tea"})
    assert ana["attributes"] == {"shoe_size": 38.5, "drink": "Tea"}

    customer_id = ana["customer_id"]
    wrong = call("save-customer", 422, customer_id=customer_id, fields={"drink": "Wine"})
    assert wrong["errors"][0]["field"] == "fields.drink"
    call("save-customer", 422, customer_id=customer_id, fields={"hat": "big"})
    call("save-customer-field", 422, name="shoe_size", label="Shoe size", type="text")
    call("save-customer-field", 422, name="city", label="City", type="text")

    call("delete-customer-field", name="drink")
    assert call("get-customer", customer_id=customer_id)["attributes"] == {"shoe_size": 38.5}

    asked = (field("email", "email"), field("shoe_size"), field("birthday", "date"), field("city"))
    code_id, _ = pages.published(form_block(*asked))
    address = "ben@example.com"
    for size, born, language in (("44", "1990-05-17", "pt-BR"), ("big", "2098-01-01", "fr")):
        fields = {"email": address, "shoe_size": size, "birthday": born, "city": "Recife"}
        sent = {"code_id": code_id, "fields": fields}
        spoken = {"Accept-Language": language}
        assert visitor.post("/v1/append-submit", json=sent, headers=spoken).status_code == 200
        (ben,) = call("get-customers", filter=address)["items"]
        assert ben["attributes"] == {"shoe_size": 44, "city": "Recife"}
        assert (ben["birthday"], ben["language"]) == ("1990-05-17", "pt-BR")


@pytest.mark.parametrize("sort", ["name", "-name", "created_at", "-created_at", "-updated_at"])
def test_pages_after_a_customer_equal_pages_by_number(call: Ask, sort: str) -> None:
    names = ("Ana", "Ben", "Ben", None, None, "cara", "Ben")
    known = {
        call("save-customer", first_name=it, email=f"{place}@example.com", tags=["x"])[
            "customer_id"
        ]
        for place, it in enumerate(names)
    }

    def page(**asked: Any) -> list[str]:
        found = call("get-customers", sort=sort, tags=["x"], pageSize=2, **asked)
        assert found["total"] == len(names)
        return [it["customer_id"] for it in found["items"]]

    numbered = [it for number in range(1, 5) for it in page(page=number)]
    followed = page()
    while more := page(page=2, after=followed[-1]):
        followed += more

    assert followed == numbered
    assert set(followed) == known
    assert page(page=2, after="cus_gone") == numbered[2:4]


def test_tags_are_added_and_removed_for_many_customers_at_once(
    call: Ask, api_settings: Settings
) -> None:
    ids = [call("save-customer", first_name=name)["customer_id"] for name in ("Ana", "Ben")]

    first = call("tag-customers", customer_ids=ids, add=["vip", "regular"])
    second = call("tag-customers", customer_ids=ids[:1], add=["regular"], remove=["vip"])
    again = call("tag-customers", customer_ids=ids[:1], add=["regular"], remove=["vip"])

    assert (first["changed"], second["changed"], again["changed"]) == (2, 1, 0)
    assert call("get-customer", customer_id=ids[0])["tags"] == ["regular"]
    assert call("list-customer-fields")["tags"] == ["regular", "vip"]
    call("tag-customers", 404, customer_ids=[ids[0], "cus_unknown"], add=["x"])

    call("tag-customers", customer_ids=ids[1:], remove=["vip"])
    assert call("list-customer-fields")["tags"] == ["regular"]
    with psycopg.connect(api_settings.database_url, autocommit=True) as connection:
        kept = "select tag from customer_tags order by 1"
        assert connection.execute(kept).fetchall() == [("regular",), ("vip",)]
        connection.execute("delete from customer_tags where tag = 'regular'")
        assert delete_unused_tags(api_settings, utc_now()) == 1
        assert connection.execute(kept).fetchall() == [("regular",)]


def test_tags_beyond_the_limit_are_refused_and_change_nothing(call: Ask) -> None:
    ids = [call("save-customer", first_name=name)["customer_id"] for name in ("Ana", "Ben")]
    for start in (0, 20):
        call("tag-customers", customer_ids=ids[:1], add=[f"t{start + n:02}" for n in range(20)])

    refused = call("tag-customers", 422, customer_ids=ids, add=[f"u{n:02}" for n in range(11)])

    assert refused["errors"][0]["field"] == "add"
    assert len(call("get-customer", customer_id=ids[0])["tags"]) == 40
    assert call("get-customer", customer_id=ids[1])["tags"] == []


def test_notes_name_their_author_and_can_be_removed(call: Ask) -> None:
    ana = call("save-customer", first_name="Ana")["customer_id"]

    note = call("add-customer-note", customer_id=ana, text="Likes the window seat.")
    (kept,) = call("get-customer", customer_id=ana)["notes"]

    assert kept == note
    assert kept["author"]
    call("delete-customer-note", note_id=note["note_id"])
    call("delete-customer-note", 404, note_id=note["note_id"])
    assert call("get-customer", customer_id=ana)["notes"] == []


def test_customers_of_a_code_or_page_are_those_who_sent_a_form_there(
    call: Ask, pages: PageMaker, visitor: TestClient
) -> None:
    code_id, page_id = pages.published()
    other_code, _ = pages.published()
    form = {"first_name": "Ana", "email": "ana@example.com"}
    sent = visitor.post("/v1/append-submit", json={"code_id": code_id, "fields": form})
    assert sent.status_code == 200, sent.text
    call("save-customer", first_name="Ben")

    def total(**wanted: object) -> int:
        return int(call("get-customers", **wanted)["total"])

    assert total(basedOn="all") == 2
    assert total(basedOn="code", code_id=code_id) == total(basedOn="page", id=page_id) == 1
    assert total(basedOn="code", code_id=other_code) == 0
    assert call("get-customers", 422, basedOn="code")["errors"][0]["field"] == "code_id"


def test_customers_of_a_campaign_are_those_who_got_a_reward_from_it(call: Ask) -> None:
    ana, ben = (call("save-customer", first_name=it)["customer_id"] for it in ("Ana", "Ben"))
    draft = {"name": "Coffee", "price": 1}
    coffee = call("register-reward", action="create", reward_list=[draft])["items"][0]["reward_id"]
    call("campaign-reward", customer_id=ana, reward_id=coffee, campaign_id="spring")
    call("campaign-reward", customer_id=ben, reward_id=coffee)

    found = call("get-customers", basedOn="campaign", id="spring")

    assert [it["customer_id"] for it in found["items"]] == [ana]
    call("get-customers", 422, basedOn="campaign")


def test_timeline_and_totals_cover_one_customer(call: Ask, code: str, org: Org, lake: Lake) -> None:
    ana = call("save-customer", email="ana@example.com", phone="+14155552671")["customer_id"]
    ben = call("save-customer", email="ben@example.com")["customer_id"]
    start = datetime.now(UTC) - timedelta(days=1)
    acts = [("scan", ana), ("vote", ana), ("scan", ben), ("submit", ana)]
    land(
        lake,
        *(
            make_event(
                pos,
                type=kind,
                org_id=org.org_id,
                code_id=code,
                customer_key=customer,
                day=start.date(),
                occurred_at=start + timedelta(minutes=pos),
            )
            for pos, (kind, customer) in enumerate(acts)
        ),
    )

    first = call("get-customer-activity", email="ANA@example.com", page_size=2)
    rest = call("get-customer-activity", customer_id=ana, page_size=2, after=first["next"])
    totals = call("get-customer-interaction", phone="+14155552671")

    seen = [it["type"] for it in first["items"] + rest["items"]]
    assert (seen, first["total"], rest["next"]) == (["submit", "vote", "scan"], 3, None)
    assert first["items"][0]["code_name"]
    counts = {name: totals[name] for name in ("acts", "scans", "votes", "submits", "messages")}
    assert counts == {"acts": 3, "scans": 1, "votes": 1, "submits": 1, "messages": 0}
    assert call("get-customer-interaction", customer_id=ben)["acts"] == 1
    call("get-customer-activity", 404, email="cara@example.com")
    call("get-customer-activity", 404, email="cara@example.com", phone="+14155552671")
    call("get-customer-activity", 422)


def test_timeline_names_redeemed_rewards_orders_and_entered_segments(
    call: Ask, org: Org, lake: Lake
) -> None:
    ana = call("save-customer", email="ana@example.com")["customer_id"]
    draft = {"name": "Coffee", "price": 1}
    coffee = call("register-reward", action="create", reward_list=[draft])["items"][0]["reward_id"]
    rules = {"kind": "all", "conditions": [{"kind": "contact", "value": "email"}]}
    regulars = call("save-segment", name="Regulars", rules=rules)["segment_id"]
    order = {"order_id": "1001", "source": "till", "status": "paid", "currency": "EUR"}
    acts: list[dict[str, Any]] = [
        {"type": "segment", "data": {"segment_id": regulars, "action": "entered"}},
        {"type": "redemption", "data": {"kind": "reward", "subject_id": coffee}},
        {"type": "order", "data": order, "amount_cents": 450},
    ]
    start = datetime.now(UTC) - timedelta(days=1)
    land(
        lake,
        *(
            make_event(
                pos,
                **act | {"data": json.dumps(act["data"])},
                org_id=org.org_id,
                customer_key=ana,
                day=start.date(),
                occurred_at=start + timedelta(minutes=pos),
            )
            for pos, act in enumerate(acts)
        ),
    )

    rows = call("get-customer-activity", customer_id=ana)["items"]

    ordered, redeemed, entered = rows
    assert (ordered["action"], ordered["subject_id"]) == ("paid", "1001")
    assert (ordered["amount_cents"], ordered["currency"]) == (450, "EUR")
    assert (redeemed["subject_kind"], redeemed["subject_name"]) == ("reward", "Coffee")
    assert (entered["action"], entered["subject_name"]) == ("entered", "Regulars")


@pytest.mark.parametrize(
    ("locale", "region"),
    [
        ("de-AT", "AT"),
        ("zh-Hant-TW", "TW"),
        ("sr-Latn-RS", "RS"),
        ("ja", "JP"),
        ("pt", "BR"),
        ("sv", "SE"),
        ("ar", "EG"),
        ("es-419", "US"),
        ("eo", "US"),
    ],
)
def test_phone_numbers_belong_to_the_territory_of_the_locale(locale: str, region: str) -> None:
    assert region_of(locale) == region


@given(st.text(max_size=40))
def test_normal_forms_are_stable(text: str) -> None:
    email = normalised_email(text)
    phone = normalised_phone(text, "US")

    assert email is None or normalised_email(email) == email
    assert phone is None or normalised_phone(phone, "DE") == phone


@given(st.dates(date(1900, 1, 1)))
def test_every_day_is_a_valid_birthday_with_and_without_year(day: date) -> None:
    text = day.isoformat()

    assert checked_birthday(text) == text
    assert checked_birthday(f"-{text[4:]}") == f"-{text[4:]}"
    assert field_value("date", (), text) == text


@pytest.mark.parametrize("value", [True, "1e5", "nan", float("inf"), "", [1]])
def test_number_fields_accept_only_finite_numbers(value: object) -> None:
    with pytest.raises(WrongValue):
        field_value("number", (), value)
