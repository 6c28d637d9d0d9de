"""Running automations: who enters, what they get, when they leave, and what happens when workers are killed."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from api.domains.insights.reports.name_reading import ReportNames
from api.domains.messaging.automations import jobs
from api.domains.messaging.automations.dry_run import TRY
from api.domains.messaging.automations.enrolment import EventEntry
from api.domains.messaging.automations.enrolment_repository import EnrolmentRepository
from api.domains.messaging.automations.running import DueAutomations, queue_due
from api.jobs.registry import JOBS
from api.jobs.worker import do_job
from api.kit.clock import Clock
from ingest.contracts.automation import AutomationRecorded
from runtime.settings import Settings
from tests.api.messaging.automated import Automated
from tests.support.automation_calls import automation_plan, message
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock
from tests.support.visits import Outbox
from tests.support.waiting import eventually, is_lock_awaited

WAIT = {"kind": "wait", "id": "wait", "amount": 1}
EVE = datetime(2027, 2, 27, 23, 30, tzinfo=UTC)
"""It is already the 28th in Tokyo."""


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


def test_form_sender_gets_one_text_now_and_another_after_a_day(
    automated: Automated, outbox: Outbox
) -> None:
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
    results = automated.ask("get-automation-results", automation_id=automation_id)
    assert (results["window_hours"], results["steps"]) == (72, [])
    (shown,) = automated.ask("list-automations")["items"]
    assert (shown["month"], shown["people_in"]) == ({"entered": 2, "sent": 2, "converted": 0}, 0)
    moves = [
        (it.data.action, it.data.kind, it.data.reason)
        for it in outbox.events()
        if isinstance(it, AutomationRecorded) and it.customer_key == ana
    ]
    assert moves == [
        ("entered", None, None),
        ("step", "message", None),
        ("step", "wait", None),
        ("step", "message", None),
        ("left", None, "finished"),
    ]


def test_person_enters_once_or_repeatedly_but_never_twice_at_once(automated: Automated) -> None:
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


def test_late_events_and_events_during_a_pause_enrol_nobody(automated: Automated) -> None:
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


def test_pause_holds_all_messages_and_overdue_steps_are_skipped(automated: Automated) -> None:
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


def test_pause_holds_messages_that_a_worker_queues_at_the_same_time(
    automated: Automated, monkeypatch: pytest.MonkeyPatch
) -> None:
    automation_id = automated.made(message())
    automated.clock.move(seconds=1)
    automated.submits(automated.person())
    automated.follow()
    recorded = EnrolmentRepository.record
    body = {"automation_id": automation_id, "action": "pause"}
    with ThreadPoolExecutor(1) as member:

        def paused_meanwhile(*args: Any) -> None:
            pausing = member.submit(automated.ask, "change-automation", **body)
            url = automated.settings.database_url
            eventually(lambda: pausing.done() or is_lock_awaited(url))
            monkeypatch.undo()
            recorded(*args)

        monkeypatch.setattr(EnrolmentRepository, "record", paused_meanwhile)
        DueAutomations(automated.context()).run()

    assert automated.texts() == []


def test_conditions_goals_and_segments_route_people_differently(automated: Automated) -> None:
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


def test_one_of_two_workers_enrols_a_person_and_a_killed_worker_loses_nobody(
    automated: Automated, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [automated.person() for _ in range(3)]
    automation_id = automated.made(message())
    automated.clock.move(seconds=1)
    automated.submits(*people, people[0])
    taken = EventEntry.take

    def killed(entry: EventEntry, *args: Any) -> int:
        taken(entry, *args)
        raise OperationalError("killed", {}, Exception("killed"))

    monkeypatch.setattr(EventEntry, "take", killed)
    with pytest.raises(OperationalError):
        automated.follow()
    monkeypatch.undo()
    assert automated.people(automation_id) == {}
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: automated.follow(), range(2)))
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: DueAutomations(automated.context()).run(), range(2)))
    assert automated.texts() == ["Hi there."] * 3
    assert automated.people(automation_id) == dict.fromkeys(people, (None, "finished"))


def test_repeated_date_check_is_harmless_and_uses_each_persons_local_clock(
    automated: Automated,
) -> None:
    automated.clock.move(seconds=(EVE - automated.clock()).total_seconds())
    tokyo = automated.person(birthday="1990-02-28", time_zone="Asia/Tokyo")
    leap = automated.person(birthday="2000-02-29", time_zone="Europe/Lisbon")
    other = automated.person(birthday="1990-03-01", time_zone="Europe/Lisbon")
    plan = {"trigger": {"kind": "birthday"}, "again_after_days": 300}
    automation_id = automated.made(message(text="Happy birthday."), **plan)
    automated.run()
    assert automated.people(automation_id) == {}, "it is 08:30 in Tokyo"
    automated.clock.move(hours=1)
    automated.run()
    automated.clock.move(hours=1)
    automated.run()
    assert automated.people(automation_id) == {tokyo: (None, "finished")}
    automated.clock.move(hours=9)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: DueAutomations(automated.context()).run(), range(2)))
    assert automated.people(automation_id).keys() == {tokyo, leap}
    automated.clock.move(days=1)
    automated.run()
    assert automated.people(automation_id).keys() == {tokyo, leap, other}
    assert automated.texts().count("Happy birthday.") >= 1


def test_hourly_checks_do_not_miss_a_birthday_shortly_before_midnight(automated: Automated) -> None:
    automated.clock.move(seconds=(EVE - automated.clock()).total_seconds())
    leap = automated.person(birthday="2000-02-29", time_zone="Europe/Lisbon")
    before = automated.person(birthday="2000-02-27", time_zone="Europe/Lisbon")
    trigger = {"kind": "birthday", "at": "23:45"}
    automation_id = automated.made(message(text="Happy birthday."), trigger=trigger)
    automated.run()
    assert automated.people(automation_id) == {}

    for _ in range(26):
        automated.clock.move(hours=1)
        automated.run()

    assert automated.people(automation_id) == dict.fromkeys((leap, before), (None, "finished")), (
        "each of them once"
    )


def test_erased_person_leaves_and_merged_profiles_count_as_one(automated: Automated) -> None:
    ana, twin, bea = (automated.person() for _ in range(3))
    automation_id = automated.made(WAIT, message())
    automated.clock.move(seconds=1)
    automated.submits(ana, bea)
    automated.run()
    automated.ask("merge-customers", keep=twin, merge=ana, note="Same person")
    automated.submits(twin)
    automated.run()
    assert automated.people(automation_id).keys() == {ana, bea}, "the same person is in it"
    with psycopg.connect(automated.settings.database_url) as connection:
        connection.execute("select set_config('app.org_id', %s, true)", [automated.org_id])
        erasing = "select erase_person(array[%s]::text[], '{}', '{}', '{}')"
        connection.execute(erasing, [bea])
    automated.clock.move(hours=25)
    automated.run()
    assert automated.people(automation_id) == {twin: (None, "finished")}
    assert automated.texts() == ["Hi there."]


def test_trial_reports_counts_and_stores_nothing(automated: Automated) -> None:
    assert JOBS[TRY] is jobs.try_automation
    today = automated.clock().astimezone(ZoneInfo(automated.time_zone))
    ana = automated.person(first_name="Ana", birthday=f"1990-{today:%m-%d}")
    automated.person(agrees=False, birthday=f"1990-{today:%m-%d}")
    automated.person(birthday=f"1990-{today + timedelta(days=9):%m-%d}")
    plan = automation_plan("Hello", message(), WAIT, trigger={"kind": "birthday"})
    job_id = automated.ask("try-automation", plan=plan)["job_id"]
    assert automated.ask("get-automation-trial", job_id=job_id)["state"] == "queued"
    do_job(automated.settings, automated.engine, automated.clock, job_id, automated.org_id)
    found = automated.ask("get-automation-trial", job_id=job_id)["trial"]
    assert (found["people"], found["messages"]) == (2, 1)
    assert found["refused"] == [{"reason": "no_consent", "people": 1}]
    assert [(it["first_name"], it["messages"]) for it in found["sample"]] == [("Ana", 1), (None, 0)]
    assert found["sample"][0]["customer_id"] == ana
    submits = automation_plan("Hello", message())
    job_id = automated.ask("try-automation", plan=submits)["job_id"]
    do_job(automated.settings, automated.engine, automated.clock, job_id, automated.org_id)
    assert automated.ask("get-automation-trial", job_id=job_id)["trial"]["people"] == 0
    assert automated.ask("list-automations")["total"] == 0
    assert automated.texts() == []


def test_auto_sms_rules_become_automations_with_one_message(automated: Automated) -> None:
    ana = automated.person()
    rule = {"action": "create", "on": "submit", "message": "Thanks.", "delay_minutes": 90}
    (made,) = automated.ask("auto-sms", **rule)["items"]
    assert (made["is_on"], made["delay_minutes"]) == (True, 90)
    automated.clock.move(seconds=1)
    automated.submits(ana)
    automated.run()
    automated.clock.move(minutes=90)
    automated.run()
    assert automated.texts() == ["Thanks."]
    change = {"action": "update", "rule_id": made["rule_id"], "message": "Hi.", "is_on": False}
    (changed,) = automated.ask("auto-sms", **change)["items"]
    assert (changed["message"], changed["delay_minutes"], changed["is_on"]) == ("Hi.", 90, False)
    assert automated.ask("auto-sms")["total"] == 1
    automated.ask("auto-sms", action="delete", rule_id=made["rule_id"])
    assert automated.ask("auto-sms")["total"] == 0
    automated.ask("auto-sms", 404, action="update", rule_id=made["rule_id"])
    automated.ask("auto-sms", 422, action="create", on="scan")


def test_enrolled_people_keep_their_revision_and_incomplete_plans_stay_off(
    automated: Automated,
) -> None:
    ana, bea = automated.person(), automated.person()
    automation_id = automated.made(WAIT, message(text="Old."))
    automated.clock.move(seconds=1)
    automated.submits(ana)
    automated.run()
    changed = automation_plan("Hello", message(text="New."), automation_id=automation_id)
    saved = automated.ask("save-automation", **changed, revision=1)
    assert (saved["revision"], saved["live_revision"], saved["has_unused_changes"]) == (2, 1, True)
    automated.ask("save-automation", 409, **changed, revision=1)
    automated.ask("change-automation", automation_id=automation_id, action="turn_on")
    automated.clock.move(seconds=1)
    automated.submits(bea)
    automated.run()
    automated.clock.move(hours=24)
    automated.run()
    assert sorted(automated.texts()) == ["New.", "Old."]
    edits = automated.ask("list-automation-edits", automation_id=automation_id)["items"]
    assert [(it["revision"], it["live_from"] is not None) for it in edits] == [(2, True), (1, True)]
    with automated.context().session() as session:
        names = ReportNames(session)
        assert names.of("automation", automated.org_id, [automation_id]) == {automation_id: "Hello"}
        # Only the first revision contains the wait.
        steps = names.of("automation_step", automated.org_id, [f"{automation_id}/x"])
    wait, text = (f"{automation_id}/{it['id']}" for it in (WAIT, message(text="")))
    assert steps == {wait: "1", text: "1. New."}

    for steps, trouble in (([WAIT], "steps"), ([message(text="")], "steps.0.contents.0.sms")):
        draft = automated.ask("save-automation", **(automation_plan("Draft") | {"steps": steps}))
        ref = {"automation_id": draft["automation_id"], "action": "turn_on"}
        refused = automated.ask("change-automation", 422, **ref)
        assert refused["errors"][0]["field"] == trouble
    wrong = {"trigger": {"kind": "birthday", "codes": ["x"]}}
    automated.ask("save-automation", 422, **(automation_plan("Wrong") | wrong))
    twice = [message("a"), message("a")]
    automated.ask("save-automation", 422, **(automation_plan("Wrong") | {"steps": twice}))
    unknown = [message(text="{{customer.shoe_size}}")]
    automated.ask("save-automation", 422, **(automation_plan("Wrong") | {"steps": unknown}))
