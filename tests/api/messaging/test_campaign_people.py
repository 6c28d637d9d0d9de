"""What a campaign shows about one person, and what a list shows about its progress."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.messaging.campaigns import checking
from api.domains.people.last_places.following import follow_all
from api.kit.clock import Clock
from runtime.settings import Settings
from tests.api.messaging.test_campaign_runs import Campaigns
from tests.pipelines.events import land, make_event
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock
from warehouse.lake import Lake


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def campaigns(
    client: TestClient,
    admin: Somebody,
    api_settings: Settings,
    org: Org,
    movable_clock: MovableClock,
) -> Campaigns:
    return Campaigns(client, admin, api_settings, org, movable_clock)


def test_check_shows_for_each_person_the_message_or_the_reason_against_it(
    campaigns: Campaigns,
) -> None:
    ana = campaigns.person(1, first_name="Ana")
    ben = campaigns.person(2, agrees=False)
    text = "Hi {{customer.first_name}}, cake. Reply STOP to opt out."
    contents = [{"language": "en", "sms": text}]
    ref = campaigns.draft(variants=[{"contents": contents}])
    folder = campaigns.ask("create-folder", name="Nobody")["folder_id"]
    other = campaigns.draft(audience={"kind": "folder", "id": folder})

    def explained(customer_id: str, of: dict[str, Any] = ref) -> tuple[str, str, str]:
        answer = campaigns.ask("explain-campaign", **of, customer_id=customer_id)
        return answer["outcome"], answer["reason"], answer["text"]

    assert explained(ana) == ("would_get", "", "Hi Ana, cake. Reply STOP to opt out.")
    assert explained(ben) == ("refused", "no_value", "")
    campaigns.ask("save-customer", customer_id=ben, first_name="Ben")
    assert explained(ben)[:2] == ("refused", "no_consent")
    assert explained(ana, other)[0] == "not_in_audience"
    campaigns.ask("explain-campaign", 404, **ref, customer_id="cus_x")
    campaigns.ask("change-campaign", **ref, action="schedule")
    campaigns.run()
    campaigns.dispatch()
    campaigns.clock.move(minutes=2)
    campaigns.run()
    late = campaigns.person(3, first_name="Cara")

    assert explained(ana)[:2] == ("message", "")
    assert explained(ben)[:2] == ("refused", "no_consent")
    assert explained(late)[0] == "over"
    reached = campaigns.ask("get-customers", basedOn="campaign", id=ref["campaign_id"])
    assert [it["customer_id"] for it in reached["items"]] == [ana]
    (numbers,) = campaigns.ask("get-campaign-numbers", campaign_ids=[ref["campaign_id"], "x"])[
        "items"
    ]
    assert numbers | {"campaign_id": ""} == {
        "campaign_id": "",
        "sent": 1,
        "delivered": 1,
        "clicked": 0,
        "by_hour": [1],
    }


def test_people_get_the_message_at_their_usual_active_hour(
    campaigns: Campaigns, lake: Lake, org: Org
) -> None:
    """Two people by their own habits, in their own time zones; a person who was seen only twice follows the
    majority.
    """
    early, late, seldom = (
        campaigns.person(it, time_zone=zone)
        for it, zone in enumerate(("Europe/Lisbon", "Asia/Kathmandu", "Europe/Lisbon"))
    )
    now = campaigns.clock()
    at = {early: (6, 6, 6), late: (18, 18, 18, 7), seldom: (11, 18)}
    seen = [
        (who, (now - timedelta(days=day + 1)).replace(hour=hour, minute=20))
        for who, hours in at.items()
        for day, hour in enumerate(hours)
    ]
    land(
        lake,
        *(
            make_event(
                number,
                type="submit",
                org_id=org.org_id,
                customer_key=who,
                day=moment.date(),
                occurred_at=moment,
            )
            for number, (who, moment) in enumerate(seen)
        ),
    )
    ref = campaigns.draft(schedule={"kind": "best_hour"})
    explained = campaigns.ask("explain-campaign", **ref, customer_id=late)
    campaigns.ask("change-campaign", **ref, action="schedule")
    campaigns.run()

    items = campaigns.ask("list-messages", source_id=ref["campaign_id"])["items"]
    due = {it["customer_id"]: datetime.fromisoformat(it["due_at"]) for it in items}
    assert datetime.fromisoformat(explained["due_at"]) == due[late]
    lisbon = ZoneInfo("Europe/Lisbon")
    habits = {seen[0]: early, seen[3]: late}
    for (_, moment), who in habits.items():
        zone = lisbon if who == early else ZoneInfo("Asia/Kathmandu")
        assert due[who].astimezone(zone).hour == moment.astimezone(zone).hour
    own_zone = ZoneInfo(campaigns.ask("get-org-data")["time_zone"])
    assert due[seldom].astimezone(lisbon).hour == seen[3][1].astimezone(own_zone).hour
    assert all(now <= it <= now + timedelta(hours=25) for it in due.values())


def test_person_with_number_without_time_zone_gets_the_zone_of_their_last_scan(
    campaigns: Campaigns, lake: Lake, api_settings: Settings, org: Org
) -> None:
    """Of two scans the later one counts, if the browser is certainly theirs; unchanged values are not written."""
    ana = str(campaigns.ask("save-customer", phone="+18005550143")["customer_id"])
    campaigns.decide(ana, "given")
    _owns(api_settings, org, ana, "v_ana")
    now = campaigns.clock()
    scans = [("US", "California", 2), ("JP", "Tokyo", 1), ("PT", "Lisbon", 3)]
    land(
        lake,
        *(
            make_event(
                number,
                type="scan",
                org_id=org.org_id,
                visitor_id="v_ana",
                country=country,
                region=region,
                day=(now - timedelta(days=days)).date(),
                occurred_at=now - timedelta(days=days),
            )
            for number, (country, region, days) in enumerate(scans)
        ),
    )
    assert follow_all(api_settings, now) == 1
    assert follow_all(api_settings, now) == 0

    at = (now + timedelta(days=2)).replace(hour=9, minute=0, second=0, microsecond=0, tzinfo=None)
    ref = campaigns.draft(schedule={"kind": "local", "local": at.isoformat()})
    due = campaigns.ask("explain-campaign", **ref, customer_id=ana)["due_at"]
    local = datetime.fromisoformat(due).astimezone(ZoneInfo("Asia/Tokyo"))
    assert local.replace(tzinfo=None) == at


def _owns(settings: Settings, org: Org, customer_id: str, visitor_id: str) -> None:
    """Assign a browser to a customer with certainty."""
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute(
            "insert into customer_visitors (org_id, visitor_id, customer_id, is_proven, seen_at)"
            " values (%s, %s, %s, true, now())",
            [org.org_id, visitor_id, customer_id],
        )


def test_large_audience_is_counted_fully_and_its_cost_is_estimated_from_a_sample(
    campaigns: Campaigns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The counts of people who may not be contacted are the same as when everybody is checked: consent, age and cap."""
    for it in range(6):
        campaigns.person(it)
    for it in range(6, 9):
        campaigns.person(it, agrees=False)
    campaigns.person(9, birthday=f"{campaigns.clock().year - 10}-01-01")
    campaigns.ask("save-contact-rules", cap_messages=1, cap_days=7, min_age=18)
    first = campaigns.draft(audience={"kind": "everyone"})
    campaigns.ask("change-campaign", **first, action="schedule")
    monkeypatch.setattr(checking, "MOST", 3)
    before = campaigns.ask("check-campaign", **campaigns.draft())
    campaigns.run()
    campaigns.dispatch()
    after = campaigns.ask("check-campaign", **campaigns.draft())

    def counted(check: dict[str, Any]) -> dict[str, int]:
        return {it["reason"]: it["people"] for it in check["refused"]}

    assert (before["audience"], before["checked"], before["would_get"]) == (10, 3, 6)
    assert before["is_estimate"]
    assert before["channels"] == [{"channel": "sms", "people": 6}]
    assert before["segments"] == 6
    assert counted(before) == {"no_consent": 3, "too_young": 1}
    assert counted(after) == {"no_consent": 3, "too_young": 1, "capped": 6}
    assert after["would_get"] == 0
