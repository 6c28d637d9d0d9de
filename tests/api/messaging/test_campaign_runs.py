"""Running campaigns: whom they reach, how often, what stops them, and what happens to versions."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.messaging.campaigns import running
from api.domains.messaging.campaigns.content import LocalContent
from api.domains.messaging.campaigns.findings import findings
from api.domains.messaging.campaigns.running import DueCampaigns
from api.domains.messaging.messages.dispatching import Dispatcher
from api.domains.messaging.messages.sending import carriers_of
from api.jobs.registry import JobContext
from api.kit.clock import Clock
from runtime.settings import Settings
from tests.support.campaign_calls import campaign_plan
from tests.support.people import MakeMember, Org, Somebody
from tests.support.promos import MovableClock


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


class Campaigns:
    """An organisation with people who consented to text messages."""

    def __init__(
        self, client: TestClient, admin: Somebody, settings: Settings, org: Org, clock: MovableClock
    ) -> None:
        self._client = client
        self.admin = admin
        self._settings = settings
        self._org_id = org.org_id
        self._engine = make_engine(settings)
        self.clock = clock

    def ask(self, path: str, status: int = 200, who: Somebody | None = None, **body: Any) -> Any:
        headers = (who or self.admin).headers
        answer = self._client.post(f"/v1/{path}", json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def person(self, number: int, *, agrees: bool = True, **facts: Any) -> str:
        phone = f"+35191234{number:04}"
        made = self.ask("save-customer", phone=phone, **facts)
        customer_id = str(made["customer_id"])
        if agrees:
            self.decide(customer_id, "given")
        return customer_id

    def decide(self, customer_id: str, decision: str) -> None:
        self.ask(
            "record-consent",
            customer_id=customer_id,
            channel="sms",
            purpose="marketing",
            decision=decision,
            reason="Signed form",
        )

    def draft(self, **change: Any) -> dict[str, Any]:
        ref: dict[str, Any] = self.ask("save-campaign", **(campaign_plan("Cake") | change))
        return {"campaign_id": ref["campaign_id"]}

    def _context(self) -> JobContext:
        return JobContext("job_test", self._org_id, None, self._settings, self._engine, self.clock)

    def run(self) -> None:
        DueCampaigns(self._context()).run()

    def dispatch(self) -> None:
        carriers = carriers_of(self._settings, self._engine, self.clock)
        Dispatcher(self._context(), carriers).run()

    def report(self, ref: dict[str, Any]) -> Any:
        return self.ask("get-campaign-report", **ref)

    def texts(self) -> list[str]:
        return [it["body"] for it in self.ask("get-sandbox-messages")["items"]]


@pytest.fixture
def campaigns(
    client: TestClient,
    admin: Somebody,
    api_settings: Settings,
    org: Org,
    movable_clock: MovableClock,
) -> Campaigns:
    return Campaigns(client, admin, api_settings, org, movable_clock)


def counted(report: Any) -> dict[tuple[str, str], int]:
    """Return the number of messages by state and reason."""
    return {(it["state"], it["reason"]): it["messages"] for it in report["counts"]}


def test_each_person_gets_a_campaign_once_and_each_refusal_is_stored_with_its_reason(
    campaigns: Campaigns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In pages of four, with a worker that is killed after the first; then everything runs again."""
    monkeypatch.setattr(running, "PAGE", 4)
    people = [campaigns.person(it, first_name=f"Ana{it}") for it in range(5)]
    campaigns.person(5, agrees=False)
    stopped = people[0]
    ref = campaigns.draft()
    campaigns.ask("change-campaign", **ref, action="schedule")
    monkeypatch.setattr("api.jobs.registry.SLICE_SECONDS", 0)
    campaigns.run()
    campaigns.decide(stopped, "withdrawn")
    campaigns.dispatch()
    assert 2 <= len(campaigns.texts()) <= 4, "one page, but for who said no"
    campaigns.run()
    campaigns.run()
    campaigns.dispatch()
    campaigns.clock.move(minutes=2)
    campaigns.run()

    assert sorted(campaigns.texts()) == [
        f"Hi Ana{it}, cake is on us today. Reply STOP to opt out." for it in range(1, 5)
    ]
    done = campaigns.report(ref)
    assert (done["campaign"]["state"], done["campaign"]["audience_size"], done["reached"]) == (
        *("completed", 6),
        6,
    )
    assert counted(done) == {
        ("delivered", ""): 4,
        ("refused", "withdrawn"): 1,
        ("refused", "no_consent"): 1,
    }


def test_pausing_a_campaign_holds_queued_messages_and_cancelling_cancels_them(
    campaigns: Campaigns,
) -> None:
    for it in range(3):
        campaigns.person(it)
    ref = campaigns.draft()
    campaigns.ask("change-campaign", **ref, action="schedule")
    campaigns.run()
    campaigns.ask("change-campaign", **ref, action="pause")
    campaigns.dispatch()
    assert campaigns.texts() == []
    campaigns.ask("change-campaign", **ref, action="resume")
    campaigns.ask("change-campaign", **ref, action="pause")
    paused = campaigns.report(ref)["campaign"]["state"]
    campaigns.ask("change-campaign", **ref, action="cancel")
    campaigns.run()
    campaigns.dispatch()

    assert (paused, campaigns.texts()) == ("paused", [])
    assert counted(campaigns.report(ref)) == {("cancelled", ""): 3}
    assert campaigns.ask("change-campaign", 409, **ref, action="resume")["code"] == (
        "wrong_campaign_state"
    )


def test_campaign_above_a_size_needs_approval_by_a_second_person(
    campaigns: Campaigns, make_member: MakeMember, org: Org
) -> None:
    campaigns.person(1)
    campaigns.person(2)
    campaigns.ask("save-campaign-settings", approval_above=1)
    other = make_member(org, "editor")
    ref = campaigns.draft()
    asked = campaigns.ask("change-campaign", **ref, action="schedule")
    seen = campaigns.ask("get-campaign", who=other, **ref)
    own = campaigns.ask("change-campaign", 409, **ref, action="approve")
    campaigns.run()
    assert campaigns.texts() == []
    approved = campaigns.ask("change-campaign", who=other, **ref, action="approve")
    campaigns.run()
    campaigns.dispatch()

    assert (asked["state"], asked["needs_approval"]) == ("draft", True)
    assert (asked["may_approve"], seen["may_approve"]) == (False, True)
    assert own["code"] == "approval_needs_another"
    assert (approved["state"], approved["needs_approval"]) == ("scheduled", False)
    assert len(campaigns.texts()) == 2


def test_organisation_chooses_the_role_that_approves_campaigns(
    campaigns: Campaigns, make_member: MakeMember, org: Org
) -> None:
    campaigns.person(1)
    campaigns.ask("save-campaign-settings", approval_above=0, approval_role="owner")
    editor, owner = make_member(org, "editor"), make_member(org, "owner")
    ref = campaigns.draft()
    campaigns.ask("change-campaign", **ref, action="schedule")
    refused = campaigns.ask("change-campaign", 403, who=editor, **ref, action="approve")
    approved = campaigns.ask("change-campaign", who=owner, **ref, action="approve")

    assert refused["code"] == "approval_needs_role"
    assert approved["state"] == "scheduled"


def test_editing_a_campaign_withdraws_its_approval_request(campaigns: Campaigns) -> None:
    campaigns.person(1)
    campaigns.ask("save-campaign-settings", approval_above=0)
    ref = campaigns.draft()
    campaigns.ask("change-campaign", **ref, action="schedule")
    changed = campaigns.ask("save-campaign", **campaign_plan("Other"), **ref)
    assert changed["needs_approval"] is False


def test_people_get_a_campaign_at_their_own_local_time(campaigns: Campaigns) -> None:
    """Nine o'clock in Kathmandu is before nine in Lisbon, the time zone of a number whose profile has none."""
    campaigns.person(1, first_name="Ana")
    campaigns.person(2, first_name="Bo", time_zone="Asia/Kathmandu")
    day = (campaigns.clock() + timedelta(days=3)).date()
    ref = campaigns.draft(schedule={"kind": "local", "local": f"{day}T09:00:00"})
    campaigns.ask("change-campaign", **ref, action="schedule")

    def at(hour: int, minute: int) -> list[str]:
        moment = datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC)
        campaigns.clock.move(seconds=(moment - campaigns.clock()).total_seconds())
        campaigns.run()
        campaigns.dispatch()
        return sorted(it[3:6].rstrip(",") for it in campaigns.texts())

    assert at(3, 10) == []
    assert at(3, 16) == ["Bo"]
    assert at(10, 1) == ["Ana", "Bo"]


def test_holdout_and_versions_are_sticky_and_the_winner_goes_to_the_rest(
    campaigns: Campaigns,
) -> None:
    for it in range(40):
        campaigns.person(it)
    versions = [
        {"key": "a", "share": 50, "contents": [{"language": "en", "sms": "Cake A"}]},
        {"key": "b", "share": 50, "contents": [{"language": "en", "sms": "Cake B"}]},
    ]
    # 25% of 40 people are practically never nobody: the chance is one in a hundred thousand.
    experiment = {"holdout": 25, "test_share": 50, "winner_after_hours": 2}
    ref = campaigns.draft(variants=versions, experiment=experiment)
    campaigns.ask("change-campaign", **ref, action="schedule")
    campaigns.run()
    campaigns.dispatch()
    tested = campaigns.report(ref)
    campaigns.clock.move(hours=3)
    campaigns.run()
    campaigns.dispatch()
    campaigns.run()
    campaigns.clock.move(minutes=2)
    campaigns.run()
    done = campaigns.report(ref)

    assert tested["campaign"]["winner"] is None
    assert 0 < sum(it["messages"] for it in tested["counts"]) < 40
    assert done["campaign"]["state"] == "completed"
    assert done["campaign"]["winner"] == "a", "nobody clicked: the first one"
    assert sum(it["messages"] for it in done["counts"]) == 40
    held = [it for it in done["counts"] if it["reason"] == "holdout"]
    assert {it["state"] for it in held} == {"refused"}
    got = sum(it["messages"] for it in done["counts"] if it["state"] == "delivered")
    assert got == 40 - sum(it["messages"] for it in held) < 40


def test_recipient_without_placeholder_value_gets_no_message(campaigns: Campaigns) -> None:
    campaigns.person(1, first_name="Ana")
    campaigns.person(2)
    contents = [{"language": "en", "sms": "Hi {{customer.first_name}}"}]
    ref = campaigns.draft(variants=[{"contents": contents}])
    campaigns.ask("change-campaign", **ref, action="schedule")
    campaigns.run()
    campaigns.dispatch()
    assert campaigns.texts() == ["Hi Ana"]
    assert campaigns.report(ref)["passed_over"] == {"no_value": 1}


def test_campaign_without_content_is_not_started(campaigns: Campaigns) -> None:
    ref = campaigns.draft(variants=[{"contents": [{"language": "en"}]}])
    answer = campaigns.ask("change-campaign", 422, **ref, action="schedule")
    assert answer["errors"][0]["code"] == "content_missing"


def test_send_sms_campaign_reports_sent_or_scheduled(campaigns: Campaigns) -> None:
    campaigns.person(1)
    later = (campaigns.clock() + timedelta(days=1)).isoformat()
    now = campaigns.ask("send-sms-campaign", message="Cake\ttoday")
    planned = campaigns.ask("send-sms-campaign", message="Cake tomorrow", send_at=later)
    campaigns.run()
    campaigns.dispatch()

    assert (now["status"], "sent" in now["text"]) == ("sent", True)
    assert (planned["status"], "Scheduled" in planned["text"]) == ("scheduled", True)
    assert campaigns.texts() == ["Cake\ttoday"]


def test_test_message_goes_to_the_members_own_number(campaigns: Campaigns) -> None:
    contents = [{"language": "en", "sms": "Olá {{customer.first_name}} 🎂"}]
    body = {"channel": "sms", "contents": contents}
    tested = campaigns.ask("test-campaign", **body, phone="+351 912 345 678")
    refused = campaigns.ask("test-campaign", 422, **body)
    campaigns.dispatch()

    assert (tested["state"], tested["address"]) == ("queued", "+351912345678")
    assert refused["errors"][0]["field"] == "phone"
    assert campaigns.texts() == ["Olá Ana 🎂"]
    (part,) = campaigns.ask("preview-campaign", **body)["parts"]
    assert part["sms"] == {"encoding": "UCS-2", "segments": 1, "units": 10, "forcing": ["á", "🎂"]}


def test_check_reports_recipients_exclusions_and_cost(campaigns: Campaigns) -> None:
    campaigns.person(1, first_name="Ana")
    campaigns.person(2, first_name="Bo", agrees=False)
    campaigns.person(3)
    campaigns.ask("save-campaign-settings", approval_above=2, sms_prices={"PT": 45_000})
    text = "Hi {{customer.first_name}} ✓ http://bit.ly/x"
    ref = campaigns.draft(variants=[{"contents": [{"language": "en", "sms": text}]}])
    found = campaigns.ask("check-campaign", **ref)

    assert (found["audience"], found["would_get"], found["is_estimate"]) == (3, 1, False)
    assert {it["reason"]: it["people"] for it in found["refused"]} == {
        "no_value": 1,
        "no_consent": 1,
    }
    assert found["countries"] == [
        {"country": "PT", "people": 1, "segments": 1, "cost_micros": 45_000}
    ]
    assert (found["cost_micros"], found["needs_approval"]) == (45_000, True)
    assert {(it["severity"], it["rule"], it["detail"]) for it in found["findings"]} == {
        ("warning", "no_default", "{{customer.first_name}}"),
        ("warning", "link_shortener", "http://bit.ly/x"),
        ("warning", "no_opt_out", ""),
        ("info", "long_encoding", "✓"),
    }
    assert campaigns.report(ref)["counts"] == []
    (broken,) = findings(
        "a", [LocalContent(language="en", sms="{{link|x}} STOP")], "sms", has_code=False
    )
    assert (broken.severity, broken.rule) == ("error", "link_without_code")


def test_link_check_opens_links_except_in_private_networks(campaigns: Campaigns) -> None:
    one = "http://127.0.0.1:1/{{customer.number}}"
    text = f"{one}. http://127.0.0.1:1/, {{{{preferences}}}} {{{{link|x}}}} http://nowhere STOP"
    mail = {"subject": "Cake", "html": '<p>See <a href="http://127.0.0.1:1/">it</a></p>'}
    contents = [{"language": "en", "sms": text, **mail}, {"language": "pt", "sms": "Olá STOP"}]
    ref = campaigns.draft(variants=[{"contents": contents}], channel="best")

    found = campaigns.ask("check-campaign-links", **ref)

    assert [(it["url"], it["state"], it["has_sample"]) for it in found["items"]] == [
        ("http://127.0.0.1:1/K7M2PX4", "private", True),
        ("http://127.0.0.1:1/", "private", False),
    ]
    assert found["items"][0]["reason"] == "It points into a private network."
    assert (found["total"], found["items"][1]["language"]) == (2, "en")
    none = campaigns.draft(variants=[{"contents": [{"language": "en", "sms": "Hi STOP"}]}])
    assert campaigns.ask("check-campaign-links", **none) == {"items": [], "total": 0}


def test_recipients_of_the_message_get_the_reward_of_the_campaign(campaigns: Campaigns) -> None:
    ana = campaigns.person(1)
    campaigns.person(2, agrees=False)
    reward = {"name": "Free cake", "price": 5, "unit": "points"}
    (made,) = campaigns.ask("register-reward", action="create", reward_list=[reward])["items"]
    ref = campaigns.draft(reward_id=made["reward_id"])
    refused = campaigns.ask("save-campaign", 422, **campaign_plan("Cake", reward_id="rew_none"))
    campaigns.ask("change-campaign", **ref, action="schedule")
    campaigns.run()

    people = campaigns.ask("get-customers", basedOn="campaign", id=ref["campaign_id"])["items"]
    assert [it["customer_id"] for it in people] == [ana]
    assert refused["errors"][0]["code"] == "reward_not_found"


def test_campaign_results_are_read_from_the_warehouse(campaigns: Campaigns) -> None:
    ref = campaigns.draft(window_hours=24)
    found = campaigns.ask("get-campaign-results", **ref)
    assert (found["window_hours"], found["goal"], found["versions"]) == (24, "clicks", [])
    assert [it["messages"] for it in found["goals"]] == [0]
