"""Self-referrals, cycles, people from outside, and decisions by members."""

import base64
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.promotions.referrals.referral_emails import encode_referral_email
from runtime.settings import Settings
from tests.support.codes import make_code
from tests.support.jobs import run_jobs
from tests.support.loyalty import Till
from tests.support.pages import PageMaker
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.referrals import Program

PARALLEL = 64


@pytest.fixture
def program(client: TestClient, admin: Somebody, settings: Settings) -> Program:
    made = Program(Till(client, admin), settings)
    made.save()
    return made


def test_form_from_the_friends_browser_counts_and_from_another_browser_does_not(
    program: Program, visitor: TestClient, client: TestClient, pages: PageMaker
) -> None:
    ana = program.till.customer(email="ana@example.com")
    visitor.post(f"/refer/{program.code(ana)}", data={"email": "ben@example.com"})
    code_id, page_id = pages.published()
    answers = {"first_name": "Ben", "email": "ben@example.com"}

    stranger = {"page_id": page_id, "code_id": code_id, "fields": answers}
    client.cookies.clear()
    assert client.post("/v1/append-submit", json=stranger).status_code == 200
    run_jobs(program.settings)
    assert [it["state"] for it in program.listed()] == ["held"]
    sent = visitor.post("/v1/append-submit", json=stranger)
    assert sent.status_code == 200
    run_jobs(program.settings)

    (referral,) = program.listed()
    assert (referral["state"], referral["action"]) == ("rewarded", "submit")


def test_other_visitor_who_types_an_address_learns_and_changes_nothing(
    program: Program, visitor: TestClient
) -> None:
    ana = program.till.customer(email="ana@example.com", phone="+14155550131")
    program.till.customer(email="known@example.com", phone="+14155550132")
    code = program.code(ana)
    addresses = ("known@example.com", "ana@example.com", "A.N.A@example.com", "new@example.com")

    pages = [visitor.post(f"/refer/{code}", data={"email": it}).text for it in addresses]
    by_call = [
        visitor.post("/v1/refer-subscription", json={"id": code, **friend})
        for friend in (
            {"email": "known@example.com"},
            {"phone_number": "+14155550132"},
            {"phone_number": "+14155550131"},
            {"email": "ana@example.com"},
        )
    ]

    assert len({_without_nonce(it) for it in pages}) == 1
    assert {(it.status_code, it.text) for it in by_call} == {(200, '{"status":"accepted"}')}
    friends = {it["friend"]["contact"] for it in program.listed()}
    assert friends == {"new@example.com", "a.n.a@example.com"}


def _without_nonce(page: str) -> str:
    return "".join(it for it in page.splitlines() if "nonce" not in it)


def test_cookies_do_not_reveal_who_is_a_customer(
    program: Program, visitor: TestClient, code: str
) -> None:
    program.till.customer(email="ana@example.com")

    answers = set()
    for number, address in enumerate(("ana@example.com", "nobody@example.com")):
        visitor.cookies.clear()
        encoded = encode_referral_email(address)
        body = {"code_id": code, "email": f"f{number}@example.com", "referral_email": encoded}
        answer = visitor.post("/v1/refer-subscription", json=body)
        answers.add((answer.status_code, answer.text, "set-cookie" in answer.headers))

    assert answers == {(200, '{"status":"accepted"}', True)}


def test_name_that_cannot_be_stored_is_omitted_for_every_address(
    program: Program, visitor: TestClient
) -> None:
    code = program.code(program.till.customer(email="ana@example.com"))

    statuses = {
        visitor.post(f"/refer/{code}", data={"email": it, "first_name": "B\0"}).status_code
        for it in ("ana@example.com", "ben@example.com")
    }

    assert statuses == {200}
    assert [it["friend"]["contact"] for it in program.listed()] == ["ben@example.com"]


def test_referral_accepts_only_codes_of_its_organisation(
    program: Program, visitor: TestClient, code: str, make_org: MakeOrg, make_member: MakeMember
) -> None:
    other = make_code(program.till.client, make_member(make_org(), "admin"))
    ana = program.code(program.till.customer(email="ana@example.com"))

    for wrong in ("no code", other):
        body = {"id": ana, "email": "ben@example.com", "code_id": wrong}
        by_call = visitor.post("/v1/refer-subscription", json=body)
        for refused in (program.add(422, **body), by_call.json()):
            assert [it["field"] for it in refused["errors"]] == ["code_id"]
    program.add(id=ana, email="ben@example.com", code_id=code)
    body = {"id": ana, "email": "cy@example.com", "code_id": code}
    assert visitor.post("/v1/refer-subscription", json=body).status_code == 200

    with psycopg.connect(program.settings.database_url) as connection:
        codes = connection.execute("select code_id from referrals").fetchall()
    assert codes == [(code,), (code,)]


def test_parallel_requests_do_not_bypass_the_guards(program: Program) -> None:
    program.save(daily_limit=1)
    code = program.code(program.till.customer(email="ana@example.com"))

    def add(number: int) -> str:
        state: str = program.add(id=code, email=f"friend-{number}@example.com")["state"]
        return state

    with ThreadPoolExecutor(16) as pool:
        states = sorted(pool.map(add, range(16)))

    assert states == ["doubtful"] * 15 + ["held"]


def test_refer_subscription_accepts_the_referrers_address_in_base64(
    program: Program, visitor: TestClient, code: str
) -> None:
    program.till.customer(email="ana@example.com", phone="+14155550131")
    encoded = base64.b64encode(b"ana\\@example.com").decode()

    def send(status: int = 200, **body: Any) -> Any:
        answer = visitor.post("/v1/refer-subscription", json={"code_id": code, **body})
        assert answer.status_code == status, answer.text
        return answer.json()

    send(email="one@example.com", referral_email=encoded)
    send(email="two@example.com", referral_email=encoded.rstrip("="))
    send(phone_number="+14155550139", referred_by_number="(415) 555-0131")
    send(email="three@example.com", referral_email=encode_referral_email("nobody@example.com"))
    plain = send(422, email="x@example.com", referral_email="ana@example.com")
    nobody = send(422, email="x@example.com")
    short = send(422, phone_number="12", referred_by_number="(415) 555-0131")
    unknown = visitor.post("/v1/refer-subscription", json={"id": "234679AC", "email": "a@b.co"})

    assert {it["friend"]["contact"] for it in program.listed()} == {
        *("one@example.com", "two@example.com", "+14155550139"),
    }
    assert [it["field"] for it in plain["errors"]] == ["referral_email"]
    assert [(it["field"], it["code"]) for it in short["errors"]] == [("phone_number", "not_phone")]
    assert [it["field"] for it in nobody["errors"]] == ["referral_email"]
    assert unknown.status_code == 404


@pytest.mark.parametrize(
    ("friend", "code"),
    [
        ({"email": "a.n.a+gift@googlemail.com"}, "self_referral"),
        ({"email": "new@example.com", "phone_number": "+14155550131"}, "self_referral"),
        ({"email": "top@example.com"}, "referral_loop"),
        ({"email": "referred@example.com"}, "already_referred"),
    ],
)
def test_refused_referral_shows_members_the_reason(
    program: Program, friend: dict[str, str], code: str
) -> None:
    program.till.customer(email="top@example.com")
    program.till.customer(email="ana@gmail.com", phone="+14155550131")
    top, ana = (encode_referral_email(it) for it in ("top@example.com", "ana@gmail.com"))
    program.add(email="middle@example.com", referral_email=top)
    middle = encode_referral_email("middle@example.com")
    program.add(email="ana@gmail.com", referral_email=middle)
    program.add(email="referred@example.com", referral_email=top)

    refused = program.add(409, referral_email=ana, **friend)

    assert refused["code"] == code


def test_database_refuses_referral_cycles_even_through_merged_profiles(program: Program) -> None:
    till = program.till
    ana, twin, ben = (till.customer(email=f"{it}@example.com") for it in ("ana", "twin", "ben"))
    program.add(email="ben@example.com", referral_email=encode_referral_email("ana@example.com"))
    till.call("merge-customers", keep=ana, merge=twin)

    values = "'r', %s, %s, %s, 'call', 'held', '{}', now(), now() + interval '1 day'"
    columns = (
        "referral_id, org_id, referrer_id, friend_id, source, state, flags, created_at, act_by"
    )
    with pytest.raises(psycopg.errors.CheckViolation, match="circle"):
        program.sql(
            f"insert into referrals ({columns}) values ({values})",
            *(till.who.org_id, ben, twin),
        )


def test_referral_between_probably_identical_people_waits_for_a_decision(
    program: Program, visitor: TestClient
) -> None:
    program.save(daily_limit=3)
    code = program.code(program.till.customer(email="ana@example.com"))
    for email in ("b.en@gmail.com", "ben+2@gmail.com"):
        program.add(email=email, id=code)
    for email in ("cy@example.com", "di@example.com"):
        visitor.post(f"/refer/{code}", data={"email": email})

    flags = {it["friend"]["contact"]: (it["state"], it["flags"]) for it in program.listed()}

    assert flags == {
        "b.en@gmail.com": ("held", []),
        "ben+2@gmail.com": ("doubtful", ["same_mailbox"]),
        "cy@example.com": ("held", []),
        "di@example.com": ("doubtful", ["same_device", "shared_network", "velocity"]),
    }


def test_64_simultaneous_decisions_reward_both_people_once(program: Program) -> None:
    program.save(daily_limit=1)
    ana = program.till.customer(email="ana@example.com")
    code = program.code(ana)
    program.add(email="first@example.com", id=code)
    doubtful = program.add(email="ben@example.com", id=code)
    ben = doubtful["friend"]["customer_id"]
    program.act(ben)
    assert program.till.balance(ben) == (0, 0)
    body = {"referral_id": doubtful["referral_id"], "action": "approve", "note": "Seen together"}

    with ThreadPoolExecutor(PARALLEL) as pool:
        statuses = list(
            pool.map(lambda _: program.till.settled("decide-referral", body), range(PARALLEL))
        )

    assert sorted(statuses) == [200] + [409] * (PARALLEL - 1)
    assert (program.till.balance(ana), program.till.balance(ben)) == ((50, 0), (50, 0))
    (decided,) = program.listed(customer_id=ben)
    assert (decided["decision"], decided["note"], decided["state"]) == (
        *("approved", "Seen together", "rewarded"),
    )


def test_rejected_friend_is_never_rewarded(program: Program) -> None:
    program.save(daily_limit=1)
    code = program.code(program.till.customer(email="ana@example.com"))
    program.add(email="first@example.com", id=code)
    doubtful = program.add(email="ben@example.com", id=code)
    reject = {"referral_id": doubtful["referral_id"], "action": "reject"}
    unexplained = program.till.call("decide-referral", 422, **reject)

    program.till.call("decide-referral", **reject, note="The same household")
    program.act(doubtful["friend"]["customer_id"])

    assert [it["field"] for it in unexplained["errors"]] == ["note"]
    assert program.till.balance(doubtful["friend"]["customer_id"]) == (0, 0)
    again = program.till.call("decide-referral", 409, **reject, note="Twice")
    assert again["code"] == "already_decided"


def test_nothing_happens_while_the_programme_is_not_running(
    program: Program, visitor: TestClient
) -> None:
    code = program.code(program.till.customer(email="ana@example.com"))
    program.till.call("save-referral-program", is_active=False)

    page = visitor.get(f"/refer/{code}")
    sent = visitor.post("/v1/refer-subscription", json={"id": code, "email": "ben@example.com"})

    assert (page.status_code, sent.status_code) == (410, 200)
    assert program.add(409, id=code, email="b@example.com")["code"] == "referral_program_inactive"
    assert program.listed() == []
