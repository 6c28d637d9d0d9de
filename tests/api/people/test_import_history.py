"""Undoing an import keeps people who have a history since; files and samples are deleted in time."""

from datetime import timedelta
from typing import BinaryIO

import psycopg
import pytest

from api.db.session import Database
from api.domains.people.customer_imports.files import FileSealer
from api.domains.people.customer_imports.upkeep import delete_expired_runs
from api.kit.clock import utc_now
from api.kit.web_app import WebApp
from tests.api.people.imports import Imports
from tests.support.postgres import Server

ANA, BEN, CARA = "ana@example.com", "ben@example.com", "cara@example.com"
PHONE = "+14155552671"
FOR_EVERYONE = {
    "is_active": True,
    "codes_for": "everyone",
    "friend_reward": {"kind": "points", "amount": 50},
    "referrer_reward": {"kind": "points", "amount": 50},
}


def _id(imports: Imports, address: str) -> str:
    (found,) = imports.found(address)
    return str(found["customer_id"])


def _sql(imports: Imports, statement: str, *values: object) -> list[tuple[object, ...]]:
    with psycopg.connect(imports.settings.database_url) as connection:
        done = connection.execute(statement.encode(), values)
        return done.fetchall() if done.description else []


def test_referral_code_given_to_everyone_is_no_history_but_a_referral_is(imports: Imports) -> None:
    imports("save-referral-program", **FOR_EVERYONE)
    addresses = [f"p{number}@example.com" for number in range(5)]
    done = imports.run("email\n" + "".join(f"{it}\n" for it in addresses))
    referrer, friend, listed, asked, _ = (_id(imports, it) for it in addresses)
    _sql(
        imports,
        "insert into referrals (referral_id, org_id, referrer_id, friend_id, source, state, flags,"
        " created_at, act_by) select 'ref_1', org_id, customer_id, %s, 'member', 'held', '{}', now(),"
        " now() from customers where customer_id = %s",
        *(friend, referrer),
    )
    segment = imports("save-segment", name="Guests")["segment_id"]
    imports("change-segment-members", segment_id=segment, add=[listed])
    _sql(imports, "update referral_codes set created_by = 'usr_x' where customer_id = %s", asked)

    undone = imports.undo(done["import_id"])

    assert undone["undone"] == {"removed": 1, "restored": 0, "kept": 4}
    assert _sql(imports, "select count(*) from referrals") == [(1,)]


def test_customer_edited_since_an_import_is_kept(imports: Imports) -> None:
    done = imports.run(f"email,phone\n{ANA},\n{BEN},\n{CARA},\n,{PHONE}\n")
    imports("save-customer", customer_id=_id(imports, ANA), first_name="Ann")
    imports("tag-customers", customer_ids=[_id(imports, BEN)], add=["vip"])
    _sql(imports, "update customers set phone_verified_at = now() where phone_index is not null")

    undone = imports.undo(done["import_id"])

    assert undone["undone"] == {"removed": 1, "restored": 0, "kept": 3}
    assert imports.found(CARA) == []


def test_number_verified_since_an_import_is_kept(imports: Imports) -> None:
    ana = imports.add(email=ANA)
    done = imports.run(f"email,phone\n{ANA},{PHONE}\n")
    _sql(imports, "update customers set phone_verified_at = now()")

    undone = imports.undo(done["import_id"])

    assert undone["undone"] == {"removed": 0, "restored": 0, "kept": 1}
    assert imports("get-customer", customer_id=ana)["phone"] == PHONE


def test_erasure_empties_samples_and_stops_imports(imports: Imports) -> None:
    ana = imports.add(email=ANA)
    checked = imports.check(f"email\n{ANA}\n")
    imports("run-customer-import", import_id=checked["import_id"])
    body = [[ana], [], [], []]

    with psycopg.connect(imports.settings.database_url) as connection:
        connection.execute(
            "select set_config('app.org_id', org_id, true) from customers where customer_id = %s",
            [ana],
        )
        connection.execute("select erase_person(%s, %s, %s, %s)", body)

    state = "select state, samples_sealed from customer_imports"
    assert _sql(imports, state) == [("stopped", None)]


def test_import_of_a_cancelled_job_is_stopped_by_the_nightly_cleanup(imports: Imports) -> None:
    checked = imports.check(f"email\n{ANA}\n")
    imports("run-customer-import", import_id=checked["import_id"])
    _sql(imports, "update jobs set state = 'cancelled', finished_at = now()")

    delete_expired_runs(imports.settings, utc_now())

    state = "select state, samples_sealed is null from customer_imports"
    assert _sql(imports, state) == [("stopped", False)]
    delete_expired_runs(imports.settings, utc_now() + timedelta(days=1, minutes=1))
    assert _sql(imports, state) == [("stopped", True)]


def test_file_is_encrypted_without_holding_a_connection(
    imports: Imports, app: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    seal = FileSealer.seal
    borrowed: list[float] = []

    def watched(self: FileSealer, *files: BinaryIO) -> int:
        borrowed.append(Database.of(app).for_admin.borrowed_tokens)
        return seal(self, *files)

    monkeypatch.setattr(FileSealer, "seal", watched)
    imports.upload(f"email\n{ANA}\n")

    assert borrowed == [0]


def test_customer_histories_are_found_with_any_postgres_catalogue_statistics(
    imports: Imports, postgres_server: Server
) -> None:
    ana = imports.add(email=ANA)
    name = imports.settings.database_url.rpartition("/")[2].partition("?")[0]
    with psycopg.connect(postgres_server.superuser_url(name), autocommit=True) as connection:
        connection.execute("analyze pg_class, pg_attribute, pg_namespace, pg_type")

    with psycopg.connect(imports.settings.database_url) as connection:
        connection.execute(
            "select set_config('app.org_id', org_id, true) from customers where customer_id = %s",
            [ana],
        )
        found = connection.execute("select customers_with_history(%s)", [[ana]]).fetchall()

    assert found == []
