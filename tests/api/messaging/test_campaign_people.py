"""What a campaign says of one person, and how far a list says that it has got."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from api.kit.clock import Clock
from runtime.settings import Settings
from tests.api.messaging.test_campaign_runs import Campaigns
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock


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


def test_it_says_of_each_person_what_they_get_or_why_not(campaigns: Campaigns) -> None:
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
