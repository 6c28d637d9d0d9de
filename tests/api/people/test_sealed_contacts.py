"""Addresses and numbers of customers are stored nowhere in plain text, and are found by blind indexes."""

from dataclasses import asdict, dataclass
from typing import Any

import psycopg
import pytest
from psycopg.rows import class_row
from psycopg.types.json import Jsonb
from starlette.testclient import TestClient

from api.db.migrations import upgrade
from api.domains.people.customers.sealing import Sealer
from runtime.settings import Settings
from tests.support.contacts import rows_naming
from tests.support.jobs import run_jobs
from tests.support.pages import PageMaker, form_block
from tests.support.people import MakeMember, Org, People, Somebody
from tests.support.promos import Locks

ANA, ANAS_PHONE = "ana.clear@example.com", "+14155550143"
BEN, BENS_PHONE = "ben.clear@example.com", "+14155550144"
NEEDLES = ["ana.clear", "ben.clear", "4155550143", "4155550144"]


def test_no_table_contains_an_address_or_number_in_plain_text(
    client: TestClient,
    org: Org,
    owner: Somebody,
    make_member: MakeMember,
    visitor: TestClient,
    api_settings: Settings,
) -> None:
    admin = make_member(org, "admin")

    def call(path: str, **body: object) -> Any:
        headers = {**admin.headers, "Idempotency-Key": f"key-{path}"}
        answer = client.post(f"/v1/{path}", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    code_id, _ = PageMaker(client, owner.headers).published(form_block(consent_text="I agree."))
    form = {"first_name": "Ana", "email": ANA, "phone": ANAS_PHONE}
    sent = visitor.post(
        "/v1/append-submit", json={"code_id": code_id, "fields": form, "consent": True}
    )
    assert sent.status_code == 200, sent.text
    visitor.post("/v1/append-submit", json={"code_id": code_id, "fields": form, "consent": True})
    ben = call("save-customer", email=BEN, phone=BENS_PHONE, first_name="Ben")
    locks = Locks(client, owner)
    locked, promo = locks.locked()
    locks.use(locked, promo, customer=BEN)

    assert rows_naming(api_settings, NEEDLES) == []
    assert rows_naming(api_settings, ["Ana"]), "the search finds what is there"

    assert client.post("/v1/erase-person", json={"email": BEN}, headers=admin.headers).is_success
    run_jobs(api_settings)
    assert rows_naming(api_settings, NEEDLES) == []
    customers = call("get-customers")["items"]
    assert [it["email"] for it in customers] == [ANA]
    assert ben["customer_id"] != customers[0]["customer_id"]


def test_equal_addresses_of_two_organisations_do_not_match(
    people: People, org: Org, client: TestClient, api_settings: Settings
) -> None:
    other = people.org()
    for place in (org, other):
        headers = people.member(place, "admin").headers
        saved = client.post("/v1/save-customer", json={"email": ANA}, headers=headers)
        assert saved.status_code == 200, saved.text
        found = client.post("/v1/get-customers", json={"filter": ANA}, headers=headers).json()
        assert [it["email"] for it in found["items"]] == [ANA]

    with psycopg.connect(api_settings.database_url) as connection:
        rows = connection.execute("select email_index from customers").fetchall()
    assert len(set(rows)) == 2


def test_address_cannot_be_read_without_its_key(
    client: TestClient, org: Org, admin: Somebody, api_settings: Settings
) -> None:
    client.post("/v1/save-customer", json={"email": ANA}, headers=admin.headers)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update customers set sealing_key = null")

    (kept,) = client.post("/v1/get-customers", json={}, headers=admin.headers).json()["items"]

    assert kept["email"] is None


@dataclass
class Stored:
    """The stored columns of a customer after the migration."""

    customer_id: str
    email_sealed: str | None
    email_index: bytes | None
    email_loose_index: bytes | None
    phone_sealed: str | None
    sealing_key: bytes | None


@pytest.fixture
def earlier(empty_database: str, tmp_path: Any) -> Settings:
    """Return a database from before addresses were sealed."""
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        database_url_setting=empty_database,  # type: ignore[arg-type]
        var_dir=tmp_path,
    )
    upgrade(settings, "0057")
    return settings


def test_migration_encrypts_existing_data_without_loss(earlier: Settings) -> None:
    sealer = Sealer(earlier.secret_key, [earlier.secret_key])
    key = sealer.new_key()
    with psycopg.connect(earlier.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name, time_zone)"
            " values ('org_1', 'harbor', 'Harbor Coffee', 'UTC')"
        )
        connection.execute(
            "insert into erasures (erasure_id, org_id, subject, asked_at, wanted)"
            " values ('erasure_1', 'org_1', 'customer', now(), %s)",
            [Jsonb({"known": {"customers": ["ben"], "addresses": [BEN]}})],
        )
        connection.cursor().executemany(
            "insert into customers (customer_id, org_id, email, phone, sealing_key)"
            " values (%s, 'org_1', %s, %s, %s)",
            [
                ("ana", ANA, ANAS_PHONE, key),
                ("ben", BEN, None, None),
                ("cara", None, BENS_PHONE, None),
                ("dora", None, None, key),
            ],
        )

    upgrade(earlier)

    with psycopg.connect(earlier.database_url) as connection:
        cursor = connection.cursor(row_factory=class_row(Stored))
        rows = cursor.execute(
            "select customer_id, email_sealed, email_index, email_loose_index, phone_sealed,"
            " sealing_key"
            " from customers order by customer_id"
        ).fetchall()
        known = connection.execute("select wanted -> 'known' from erasures").fetchone()
    contacts = {row.customer_id: tuple(sealer.contacts(row)) for row in rows}
    assert contacts == {
        "ana": (ANA, ANAS_PHONE),
        "ben": (BEN, None),
        "cara": (None, BENS_PHONE),
        "dora": (None, None),
    }
    assert known is not None
    assert [sealer.unwrap(it) for it in known[0]["addresses"]] == [BEN]
    assert known[0]["customers"] == ["ben"]
    stored = asdict(rows[0])
    computed = sealer.sealed_contact("org_1", key, "email", ANA)
    assert {name for name, value in computed.items() if stored[name] == value} == {
        "email_index",
        "email_loose_index",
    }
    assert stored["sealing_key"] == key
