"""Suppression lists and quiet hours: who gets no messages, and when."""

import psycopg
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.member_calls import Calls
from tests.support.people import People

ANA, BEN = "ana@example.com", "ben@example.com"
PHONE = "+14155550143"


def test_suppressed_address_gets_nothing_until_it_is_removed_from_the_list(
    call: Calls, api_settings: Settings, people: People, client: TestClient
) -> None:
    ana, ben = call.add(email=ANA), call.add(phone=PHONE)
    call.say(ana, "given")
    call.say(ben, "given", "sms")
    rows = f"email;name\n{ANA.upper()};Ana\nnot an address;x\n;(415) 555-0143\n\n{ANA};again\n"

    done = call("import-suppressions", name="Old system", text=rows)

    assert (done["added"], done["known"], done["refused"]) == (2, 0, 1)
    assert done["problems"] == [{"row": 3, "text": "not an address"}]
    assert call("import-suppressions", list_id=done["list_id"], text=ANA)["known"] == 1
    assert call.reason(ana) == call.reason(ben, "sms") == "suppressed"
    assert call.reason(ana, purpose="service") == "suppressed"
    listed = call("list-suppressions")
    assert [(it["name"], it["emails"], it["phones"]) for it in listed["items"]] == [
        ("Old system", 1, 1)
    ]
    assert listed["addresses"] == 2
    with psycopg.connect(api_settings.database_url) as connection:
        stored = connection.execute("select suppressed_addresses::text from suppressed_addresses")
        assert not [row for row in stored if "ana" in row[0] or "4155550143" in row[0]]
        many = "\n".join(f"{number}@example.com" for number in range(9))
        more = call("import-suppressions", name="More", text=many)["list_id"]
        own = "select address_index from suppressed_addresses where list_id = %s order by ctid"
        written = connection.execute(own, [more]).fetchall()
        assert written == sorted(written), "simultaneous imports insert in one order"
    call("delete-suppression-list", list_id=more)
    other = people.member(people.org(), "admin")
    elsewhere = client.post("/v1/list-suppressions", json={}, headers=other.headers).json()
    assert (elsewhere["total"], elsewhere["addresses"]) == (0, 0)

    assert call("find-suppression", address=ANA)["lists"] == ["Old system"]
    assert call("remove-suppression", address=ANA)["removed"] == 1
    assert call.reason(ana) is None
    call("remove-suppression", 404, address=ANA)
    call("remove-suppression", 422, address="nobody")
    call("import-suppressions", 422, name="Nothing", text="\n\n")
    call("import-suppressions", 422, text=ANA)
    for unreadable in (f'{ANA}\n"not closed', "\r".join(["1"] * 5001)):
        call("import-suppressions", 422, name="Wrong", text=unreadable)
    call("import-suppressions", 404, list_id="supp_x", text=ANA)
    call("delete-suppression-list", list_id=done["list_id"])
    call("delete-suppression-list", 404, list_id=done["list_id"])
    assert call.reason(ben, "sms") is None


def test_quiet_hours_apply_in_the_time_zone_of_the_customer(call: Calls) -> None:
    ana = call.add(email=ANA, time_zone="Asia/Tokyo")
    ben = call.add(email=BEN)
    for who in (ana, ben):
        call.say(who, "given", decided_at="2026-01-01T00:00:00Z")
    call("save-contact-rules", quiet_from="21:00", quiet_until="08:00")
    quiet = {"quiet_from": "21:00", "quiet_until": "08:00"}
    assert call("get-contact-rules").items() >= quiet.items()

    def asked(who: str, moment: str, purpose: str = "marketing") -> tuple[str | None, str | None]:
        body = {"customer_id": who, "channel": "email", "purpose": purpose, "moment": moment}
        answer = call("may-contact", **body)
        return answer["reason"], answer["not_before"]

    night = "2026-06-30T13:00:00Z"  # 22:00 in Tokyo, 9:00 in New York
    assert asked(ana, night) == ("quiet_hours", "2026-06-30T23:00:00Z")
    assert asked(ana, "2026-06-30T23:00:00Z") == asked(ben, night) == (None, None)
    assert asked(ana, night, "service") == (None, None)
    assert asked(ana, "2025-12-31T23:30:00Z")[0] == "no_consent", "not given yet at that moment"
    call("save-contact-rules", 422, quiet_from="21:00")
    call("save-contact-rules", 422, quiet_from="21:00", quiet_until="21:00")
    call("save-contact-rules", 422, quiet_from="24:00", quiet_until="08:00")
    call("save-contact-rules", quiet_from=None)
    assert asked(ana, night) == (None, None)


def test_two_tabs_that_save_different_rules_keep_both_changes(call: Calls) -> None:
    call("save-contact-rules", quiet_from="21:00", quiet_until="08:00")
    call("save-contact-rules", cap_messages=3, cap_days=7)
    call("save-contact-rules", by_country=True)
    call("save-contact-rules", min_age=18)
    rules = call("save-contact-rules", cap_days=None)
    assert rules == {
        "quiet_from": "21:00",
        "quiet_until": "08:00",
        "cap_messages": None,
        "cap_days": None,
        "min_age": 18,
        "by_country": True,
    }
