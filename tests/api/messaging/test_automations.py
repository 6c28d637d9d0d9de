"""Automations as they run: who enters, what they get, when they leave, and what happens when workers die."""

from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from api.domains.messaging.automations.running import queue_due
from api.kit.clock import Clock
from runtime.settings import Settings
from tests.api.messaging.automated import Automated
from tests.support.automation_calls import message
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock

WAIT = {"kind": "wait", "id": "wait", "amount": 1}


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def automated(
    client: TestClient,
    admin: Somebody,
    api_settings: Settings,
    org: Org,
    movable_clock: MovableClock,
) -> Automated:
    made = Automated(client, admin, api_settings, org, movable_clock)
    made.follow()
    return made


def test_who_sends_a_form_gets_a_text_now_and_another_after_a_day(automated: Automated) -> None:
    ana, bea = automated.person(first_name="Ana"), automated.person(agrees=False)
    early = automated.person()
    automated.submits(early)
    automated.clock.move(seconds=5)
    automation_id = automated.made(message(), WAIT, message("later", "How was it?"))
    automated.clock.move(seconds=5)
    automated.submits(ana, bea, "cus_unknown")
    automated.run()

    assert automated.texts() == ["Hi Ana."]
    assert automated.people(automation_id) == {ana: ("later", None), bea: ("later", None)}
    automated.clock.move(hours=23)
    automated.run()
    assert automated.texts() == ["Hi Ana."]
    automated.clock.move(hours=1)
    assert queue_due(automated.engine, automated.clock()) == 1
    automated.run()
    automated.submits(ana)
    automated.run()
    assert sorted(automated.texts()) == ["Hi Ana.", "How was it?"]
    assert automated.people(automation_id) == {ana: (None, "finished"), bea: (None, "finished")}

    report = automated.ask("get-automation-report", automation_id=automation_id)
    assert (report["entered"], report["people_in"]) == (2, 0)
    counted = {
        (it["step_id"], it["state"], it["reason"]): it["messages"] for it in report["messages"]
    }
    assert counted == {
        ("hello", "delivered", ""): 1,
        ("hello", "refused", "no_consent"): 1,
        ("later", "delivered", ""): 1,
        ("later", "refused", "no_consent"): 1,
    }
    (shown,) = automated.ask("list-automations")["items"]
    assert (shown["month"], shown["people_in"]) == ({"entered": 2, "sent": 2, "converted": 0}, 0)


def test_once_or_again_and_never_twice_at_the_same_time(automated: Automated) -> None:
    ana = automated.person()
    once = automated.made(message(text="Once."))
    again = automated.made(message(text="Again."), WAIT, again_after_days=3)
    for _ in range(9):
        automated.clock.move(hours=12)
        automated.submits(ana, ana)
        automated.run()
        automated.dispatch()
    assert sorted(automated.texts()) == ["Again.", "Again.", "Once."]
    assert [len(automated.people(it)) for it in (once, again)] == [1, 1]
    page = automated.ask("list-automation-people", automation_id=again)
    assert [it["reason"] for it in page["items"]] == ["finished", "finished"]


def test_late_events_and_those_of_a_pause_let_nobody_in(automated: Automated) -> None:
    ana, bea = automated.person(), automated.person()
    automation_id = automated.made()
    automated.clock.move(hours=12)
    automated.submits(ana, at=automated.clock() - timedelta(hours=7))
    automated.run()
    automated.ask("change-automation", automation_id=automation_id, action="pause")
    automated.submits(bea)
    automated.run()
    automated.clock.move(seconds=1)
    automated.ask("change-automation", automation_id=automation_id, action="turn_on")
    automated.submits(bea, at=automated.clock() - timedelta(hours=1))
    automated.run()
    assert automated.texts() == []
    assert automated.people(automation_id) == {}


def test_a_pause_holds_everything_and_steps_that_are_too_late_are_not_made(
    automated: Automated,
) -> None:
    ana = automated.person()
    automation_id = automated.made(message(), WAIT, message("later", "Later."))
    automated.clock.move(seconds=1)
    automated.submits(ana)
    automated.run()
    automated.ask("change-automation", automation_id=automation_id, action="pause")
    assert automated.texts() == [], "what is queued is held"
    automated.clock.move(hours=30)
    automated.run()
    automated.ask("change-automation", automation_id=automation_id, action="turn_on")
    assert automated.texts() == ["Hi there."]
    automated.clock.move(hours=48)
    automated.run()
    assert automated.texts() == ["Hi there."]
    assert automated.people(automation_id) == {ana: ("later", "too_late")}


def test_conditions_goals_and_segments_lead_people_apart(automated: Automated) -> None:
    vip, buyer, other, gone = (automated.person(tags=[it]) for it in ("vip", "a", "b", "c"))
    listed = automated.ask("save-segment", name="All", rules=None)["segment_id"]
    everybody = [vip, buyer, other, gone]
    automated.ask("change-segment-members", segment_id=listed, add=everybody)
    rules = {"conditions": [{"kind": "tag", "values": ["vip"]}]}
    branch = {
        "kind": "condition",
        "id": "if",
        "rules": rules,
        "yes": [message("best", "You are the best.")],
        "no": [WAIT, message("offer", "An offer."), {"kind": "exit", "id": "out"}],
    }
    goal = {"kind": "order", "min_amount_cents": 500}
    automation_id = automated.made(branch, message("end", "Goodbye."), goal=goal, segment_id=listed)
    automated.clock.move(seconds=1)
    automated.submits(vip, buyer, other, gone)
    automated.run()
    assert sorted(automated.texts()) == ["Goodbye.", "You are the best."]
    automated.clock.move(hours=2)
    automated.orders(buyer, "small", 100)
    automated.orders(vip)
    automated.orders(buyer)
    automated.ask("change-segment-members", segment_id=listed, remove=[gone])
    automated.run()
    automated.clock.move(hours=24)
    automated.run()
    assert sorted(automated.texts()) == ["An offer.", "Goodbye.", "You are the best."]
    assert automated.people(automation_id) == {
        vip: (None, "finished"),
        buyer: ("offer", "goal"),
        other: ("out", "exit"),
        gone: ("offer", "segment_left"),
    }
    report = automated.ask("get-automation-report", automation_id=automation_id)
    assert report["converted"] == 2
