"""A customer number, and the other addresses of merged profiles."""

import re
import threading
from base64 import b64decode
from datetime import UTC, datetime

import psycopg
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.people.customers.contacts import customer_number
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.kit.ids import new_id
from runtime.settings import Settings
from tests.api.people.imports import Imports
from tests.support.contacts import rows_naming
from tests.support.jobs import run_jobs
from tests.support.people import Org
from tests.support.waiting import eventually, is_lock_awaited

ANA, BEN = "ana@example.com", "ben@example.com"
NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)


def test_every_customer_has_a_number_that_finds_them(imports: Imports) -> None:
    added = imports("save-customer", email=ANA)
    imports.run(f"email\n{BEN}\n")
    (ben,) = imports.found(BEN)

    assert re.fullmatch("C-[2-9A-HJKMNP-Z]{8}", added["number"])
    assert ben["number"] != added["number"]
    typed = added["number"].lower().replace("-", " ")
    assert [it["email"] for it in imports.found(typed)] == [ANA]
    card = imports("rewards/post-swapt-card", customer_id=added["customer_id"])["card"]
    found = imports("rewards/get-swapt-card", customer_number=typed)
    assert found["swapt_card_id"] == card["swapt_card_id"]
    assert found["number"] == added["number"]
    imports("rewards/get-swapt-card", 404, customer_number="C-22222222")
    imports("rewards/get-swapt-card", 404, customer_number="not a number")


def test_customer_number_is_recognised_however_it_is_typed() -> None:
    for text in ("C-7K3MP9QX", "c 7k3m p9qx", "7k3mp9qx", "C7K3M-P9QX"):
        assert customer_number(text) == "C-7K3MP9QX"
    for text in ("", "C-", "7K3MP9Q", "C-7K3MP9Q0", "ana@example.com", "+14155552671"):
        assert customer_number(text) is None


def test_short_and_complete_search_texts_find_names(imports: Imports) -> None:
    for first, last in (("Ana", "Silva Souza"), ("Hannah", "Bell"), ("李", "伟")):
        imports.add(first_name=first, last_name=last)

    def names(text: str) -> list[str]:
        return sorted(it["first_name"] for it in imports.found(text))

    assert names("ana") == ["Ana"]
    assert names("NNA") == ["Hannah"]
    assert names("silva s") == names("a Silva") == ["Ana"]
    assert names("s") == names("so") == ["Ana"]
    assert names("an") == ["Ana"]  # two letters match the start of a word
    assert names("李") == names("伟") == names("李 伟") == ["李"]
    assert names("%") == names("100%") == names("zz") == []


def test_addresses_that_stay_on_a_merged_profile_are_shown_with_the_kept_profile(
    imports: Imports,
) -> None:
    ana = imports.add(email=ANA, phone="+14155552671")
    twin = imports.add(email=BEN, phone="+14155552672")

    merge_id = imports.merge(ana, twin)

    kept = imports("get-customer", customer_id=ana)
    assert (kept["email"], kept["other_emails"]) == (ANA, [BEN])
    assert (kept["phone"], kept["other_phones"]) == ("+14155552671", ["+14155552672"])
    exported = imports("export-csv", **{"from": "customers", "params": {"interval": "all"}})
    assert f",{BEN},'+14155552672" in b64decode(exported["data"]).decode()
    restored = imports("undo-customer-merge", merge_id=merge_id)
    assert (restored["other_emails"], restored["other_phones"]) == ([], [])


def test_erasure_leaves_no_data_in_the_copies_of_other_merges(imports: Imports) -> None:
    ana, ben = imports.add(email=ANA, first_name="Ana"), imports.add(email=BEN, tags=["vip"])
    cara, dora = imports.add(first_name="Cara"), imports.add(first_name="Dora")
    erin = imports.add(last_name="Formerly", birthday="1971-02-03")
    first = imports.merge(ben, erin)  # Ben gets the name and the birthday
    imports.merge(ben, dora)  # these are copied
    second = imports.merge(ana, ben)
    imports("undo-customer-merge", merge_id=second)
    imports("undo-customer-merge", merge_id=first)
    imports.merge(ana, cara)

    imports("erase-person", customer_id=erin)
    run_jobs(imports.settings)

    assert rows_naming(imports.settings, ["Formerly", "1971-02-03", erin]) == []
    for customer_id in (ana, ben):
        assert imports("get-customer", customer_id=customer_id)["customer_id"] == customer_id


def test_visitor_request_and_undone_merge_never_block_each_other(
    imports: Imports, org: Org, settings: Settings
) -> None:
    first, second = imports.add(email=ANA), imports.add(email=BEN)
    kept, merged = sorted((first, second))
    address = BEN if merged == second else ANA
    imports.merge(kept, merged)
    engine = make_engine(settings)
    found: list[str] = []

    def identify() -> None:
        with Session(engine) as session, session.begin():
            enter_tenant(session, org.org_id)
            service = CustomerService(session, Sealer.of(settings), NOW, new_id)
            found.append(service.identify(org.org_id, email=address).customer.customer_id)

    lock = "select from customers where customer_id = %s for update"
    with psycopg.connect(settings.database_url) as undoing:
        undoing.execute("set lock_timeout = '5s'")
        undoing.execute(lock, [kept])
        visitor = threading.Thread(target=identify)
        visitor.start()
        eventually(lambda: is_lock_awaited(settings.database_url))
        undoing.execute(lock, [merged])  # a merge locks both in the order of their IDs
        undoing.commit()
        visitor.join(timeout=20)

    assert found == [kept]
