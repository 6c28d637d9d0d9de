"""Customers imported from files: matched, checked, imported, and the whole import undone."""

from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.domains.people.customer_imports import running
from api.domains.people.customers.bulk import BulkCustomers
from tests.api.people.imports import Imports
from tests.support.contacts import rows_naming
from tests.support.jobs import run_jobs
from tests.support.people import Somebody

ANA, BEN, CARA = "ana@example.com", "ben@example.com", "cara@example.com"
PHONE = "+14155552671"


def test_file_is_mapped_checked_imported_and_undone(imports: Imports, admin: Somebody) -> None:
    imports("save-customer-field", name="size", label="Shoe size", type="number")
    known = imports.add(email=ANA, first_name="Ana", tags=["old"])
    before = imports.profiles()
    content = (
        "E-Mail,Mobile,First name,Last name,Date of birth,Shoe size,Tags,Owner,Remarks\r\n"
        f"{ANA},(415) 555-2671,Anna,Silva,05/17/1990,38,vip;tea,{admin.email},x\r\n"
        f'{BEN.upper()},,Ben,,,"42,5",,,\r\n'
        "broken,,Eve,,,,,,\r\n"
        ",,,,,,,,\r\n"
        f"{CARA},,Cara,,31.31.1990,big,,stranger@example.com,\r\n"
    )

    uploaded = imports.upload(content)
    checked = imports.check(content, tags=["import"])

    assert [it["target"] for it in uploaded["columns"]] == [
        *("email", "phone", "first_name", "last_name", "birthday", "field:size", "tags", "owner"),
        None,
    ]
    assert uploaded["columns"][2]["samples"] == ["Anna", "Ben", "Eve"]
    assert imports.profiles() == before
    assert checked["state"] == "checked"
    assert checked["counts"] == {
        "rows": 4,
        "created": 2,
        "changed": 1,
        "unchanged": 0,
        "refused": 1,
        "noted": 1,
    }
    assert [it[:2] for it in imports.problems(checked["import_id"])] == [
        *((4, "email"), (6, "birthday"), (6, "owner"), (6, "Shoe size"))
    ]

    done = imports.run(content, tags=["import"])

    assert done["can_undo"]
    ana = imports("get-customer", customer_id=known)
    assert (ana["first_name"], ana["last_name"], ana["phone"]) == ("Ana", "Silva", PHONE)
    assert (ana["birthday"], ana["attributes"]["size"]) == ("1990-05-17", 38)
    assert ana["tags"] == ["import", "old", "tea", "vip"]
    assert ana["owner_id"] == admin.user_id
    (ben,) = imports.found(BEN)
    assert (ben["source"], ben["attributes"], ben["tags"]) == ("import", {"size": 42.5}, ["import"])

    undone = imports.undo(done["import_id"])

    assert undone["state"] == "undone"
    assert undone["undone"] == {"removed": 2, "restored": 1, "kept": 0}
    assert imports.profiles() == before
    imports("undo-customer-import", 409, import_id=done["import_id"])


def test_existing_customers_are_filled_replaced_or_left_unchanged(imports: Imports) -> None:
    ana = imports.add(email=ANA, first_name="Ana")
    content = f"email,first name,last name\n{ANA},Anna,Silva\n"

    skipped = imports.run(content, existing="skip")["counts"]
    filled = imports.run(content)["counts"]
    after_fill = imports("get-customer", customer_id=ana)
    replaced = imports.run(content, existing="update")["counts"]
    again = imports.run(content, existing="update")["counts"]

    assert [it["changed"] for it in (skipped, filled, replaced, again)] == [0, 1, 1, 0]
    assert (after_fill["first_name"], after_fill["last_name"]) == ("Ana", "Silva")
    assert imports("get-customer", customer_id=ana)["first_name"] == "Anna"


def test_import_rows_never_merge_two_customers(imports: Imports) -> None:
    ana, ben = imports.add(email=ANA), imports.add(phone=PHONE, first_name="Ben")
    content = (
        "email,phone,first name\n"
        f"{ANA},{PHONE},Ana\n"  # the number belongs to Ben
        f"{CARA},{PHONE},Cara\n"  # Ben's number with another name
        f"{CARA},,Cara\n"  # again
        "dan@example.com,+14155552672,Dan\n"
        "eve@example.com,+14155552672,Eve\n"  # a family's number
        ",+14155552672,Fay\n"
    )

    done = imports.run(content)

    assert done["counts"] == {
        "rows": 6,
        "created": 3,
        "changed": 1,
        "unchanged": 0,
        "refused": 2,
        "noted": 3,
    }
    left_out = "belongs to another customer and was left out"
    assert imports.problems(done["import_id"]) == [
        (2, "phone", left_out, "imported"),
        (3, "phone", "was left out, because row 2 has the same", "imported"),
        (4, "email", "is the same as in row 3", "refused"),
        (6, "phone", "was left out, because row 5 has the same", "imported"),
        (7, "phone", "is the same as in row 5", "refused"),
    ]
    assert imports("get-customer", customer_id=ana)["phone"] is None
    assert imports("get-customer", customer_id=ben)["email"] is None
    (eve,) = imports.found("eve@example.com")
    assert eve["phone"] is None


def test_row_with_number_and_name_of_a_customer_updates_that_customer(imports: Imports) -> None:
    ben = imports.add(phone=PHONE, first_name="Ben")

    done = imports.run(f"email,phone,name\n{BEN},{PHONE},ben Silva\n")

    assert done["counts"]["changed"] == 1
    assert imports("get-customer", customer_id=ben)["email"] == BEN


def test_changes_after_an_import_are_kept_when_it_is_undone(
    imports: Imports, client: TestClient
) -> None:
    ana = imports.add(email=ANA)
    done = imports.run(
        f"email,first name,last name,tags\n{ANA},Anna,Silva,vip\n{BEN},Ben,,\n{CARA},Cara,,\n"
    )
    imports("save-customer", customer_id=ana, first_name="Ann", tags=["vip", "new"])
    (ben,) = imports.found(BEN)
    imports("add-customer-note", customer_id=ben["customer_id"], text="Came by.")

    undone = imports.undo(done["import_id"])

    assert undone["undone"] == {"removed": 1, "restored": 0, "kept": 2}
    profile = imports("get-customer", customer_id=ana)
    assert (profile["first_name"], profile["last_name"], profile["tags"]) == ("Ann", None, ["new"])
    assert imports.found(BEN)
    assert imports.found(CARA) == []


def test_imported_addresses_are_not_verified(imports: Imports) -> None:
    ana = imports.add(email=ANA, phone="+14155552679")
    with psycopg.connect(imports.settings.database_url) as connection:
        connection.execute("update customers set phone_verified_at = now()")

    done = imports.run(f"email,phone\n{ANA},{PHONE}\n", existing="update")

    verified = "select phone_verified_at from customers where customer_id = %s"
    with psycopg.connect(imports.settings.database_url) as connection:
        assert connection.execute(verified, [ana]).fetchone() == (None,)
    imports.undo(done["import_id"])
    with psycopg.connect(imports.settings.database_url) as connection:
        assert connection.execute(verified, [ana]).fetchone() != (None,)
    assert imports("get-customer", customer_id=ana)["phone"] == "+14155552679"


def test_formulas_are_imported_as_text(imports: Imports) -> None:
    imports.run(f"email,first name,phone\n{ANA},=1+1,'{PHONE}\n{BEN},'-Ben,\n")

    (ana,), (ben,) = imports.found(ANA), imports.found(BEN)
    assert (ana["first_name"], ana["phone"], ben["first_name"]) == ("=1+1", PHONE, "-Ben")


def test_numbers_without_country_code_use_the_country_of_the_organisation(
    client: TestClient, imports: Imports
) -> None:
    imports.run(f"email,born\n{ANA},31.1.1990\n{BEN},1/31/1990\n", mapping=["email", "birthday"])
    imports("update-organization", locale="de-DE")

    imports.run("Telefon,Vorname,Geburtstag\n030 901820,Jörg,1.2.1990\n")

    (found,) = imports.found("+4930901820")
    assert found["birthday"] == "1990-02-01"
    for address in (ANA, BEN):
        assert imports.found(address)[0]["birthday"] == "1990-01-31"


@pytest.mark.parametrize(
    "mapping",
    [["email"], ["email", "email"], [None, "tags"], ["email", "field:none"]],
)
def test_mapping_must_match_the_columns_of_the_file(
    imports: Imports, mapping: list[str | None]
) -> None:
    file = imports.upload(f"a,b\n{ANA},Ana\n")

    refused = imports("check-customer-import", 422, import_id=file["import_id"], mapping=mapping)

    assert refused["errors"][0]["field"] == "mapping"


def test_interrupted_import_resumes_where_it_stopped(
    imports: Imports, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running.ImportRun, "at_once", 10)
    content = "email\n" + "".join(f"p{it}@example.com\n" for it in range(35))
    checked = imports.check(content)
    write = BulkCustomers.write
    calls: list[int] = []

    def dying(self: Any, *args: Any) -> Any:
        calls.append(1)
        if len(calls) == 3:
            raise RuntimeError("the worker dies")
        return write(self, *args)

    monkeypatch.setattr(BulkCustomers, "write", dying)
    imports("run-customer-import", import_id=checked["import_id"])
    with psycopg.connect(imports.settings.database_url) as connection:
        for _ in range(2):
            connection.execute("update procrastinate_jobs set scheduled_at = null")
            connection.commit()
            run_jobs(imports.settings)

    done = imports("get-customer-import", import_id=checked["import_id"])
    assert (done["state"], done["counts"]["created"]) == ("done", 35)
    assert imports("get-customers")["total"] == 35


def test_import_can_be_stopped_and_its_changes_undone(
    imports: Imports, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running.ImportRun, "at_once", 10)
    checked = imports.check("email\n" + "".join(f"p{it}@example.com\n" for it in range(35)))
    import_id = checked["import_id"]
    chunk = running.ImportRun._chunk
    stopped: list[Any] = []

    def stopping(self: Any, *args: Any, **options: Any) -> None:
        chunk(self, *args, **options)
        stopped.append(imports("cancel-customer-import", import_id=import_id))

    monkeypatch.setattr(running.ImportRun, "_chunk", stopping)
    imports("run-customer-import", import_id=import_id)
    run_jobs(imports.settings)

    assert [it["state"] for it in stopped] == ["stopped"]
    assert imports("get-customers")["total"] == 10
    assert imports.undo(import_id)["state"] == "undone"
    assert imports("get-customers")["total"] == 0


def test_erased_customer_leaves_nothing_in_an_import(imports: Imports) -> None:
    ana = imports.add(email=ANA, first_name="Formerly")
    imports.run(f"email,first name\n{ANA},Nowadays\n", existing="update")

    imports("erase-person", customer_id=ana)
    run_jobs(imports.settings)

    assert rows_naming(imports.settings, ["Formerly", "Nowadays", ana]) == []


names = st.sampled_from(["", "Ana", "Ben", "=cmd"])
mails = st.sampled_from(["", ANA, BEN, CARA, "no address"])
phones = st.sampled_from(["", PHONE, "415 555 2672", "0"])
tables = st.lists(st.tuples(mails, phones, names), min_size=1, max_size=8)


@pytest.mark.slow
@hypothesis_settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(known=tables, rows=tables, existing=st.sampled_from(["fill", "update", "skip"]))
def test_undone_import_leaves_everything_as_it_was(
    imports: Imports, known: Any, rows: Any, existing: str
) -> None:
    def table(of: Any) -> str:
        return "email,phone,first name\n" + "".join(",".join(it) + "\n" for it in of) + "x,,\n"

    imports.run(table(known))
    before = imports.profiles()

    done = imports.run(table(rows), existing=existing)

    assert (
        sum(done["counts"][it] for it in ("created", "changed", "unchanged", "refused"))
        == (done["counts"]["rows"])
    )
    if done["can_undo"]:
        undone = imports.undo(done["import_id"])["undone"]
        assert undone["kept"] == 0
        assert undone["removed"] + undone["restored"] == (
            done["counts"]["created"] + done["counts"]["changed"]
        )
    assert imports.profiles() == before
