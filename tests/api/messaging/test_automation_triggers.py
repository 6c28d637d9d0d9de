"""What triggers automations: every kind of trigger, its conditions, and what it names."""

from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient

from api.domains.messaging.automations import conditions, jobs
from api.domains.messaging.automations.dry_run import TRY
from api.domains.messaging.automations.triggers import EventRule, Occurrence, fits, occurrence
from api.domains.messaging.automations.types import EventTrigger
from api.jobs.registry import JOBS
from api.jobs.worker import do_job
from api.kit.clock import Clock
from runtime.settings import Settings
from tests.api.messaging.automated import Automated
from tests.pipelines.events import land, make_event
from tests.support.automation_calls import automation_plan, message
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock
from warehouse.lake import Lake

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def happened(type_: str, **data: Any) -> Occurrence | None:
    return occurrence(type_, "evt_1", NOW, "cus_1", None, "code_1", "page_1", data)


TRIGGERS: list[tuple[EventTrigger, str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    # kind, family, the event's data, a rule that matches it, and one that does not
    ("scan", "scan", {"outcome": "shown"}, {"pages": ["page_1"]}, {"pages": ["page_2"]}),
    ("submit", "submit", {"form": "lunch"}, {"forms": ["lunch"]}, {"forms": ["dinner"]}),
    ("vote", "vote", {"previous_choice": None}, {"pages": ["page_1"]}, {"pages": ["page_2"]}),
    (
        "redemption",
        "redemption",
        {"kind": "prize", "action": "done", "amount_cents": 900},
        {"redeemed": ["prize"], "min_amount_cents": 900},
        {"redeemed": ["prize"], "min_amount_cents": 901},
    ),
    (
        "play",
        "play",
        {"game_id": "game_1", "result": "won"},
        {"games": ["game_1"], "results": ["won", "scored"]},
        {"games": ["game_1"], "results": ["lost"]},
    ),
    (
        "pass_installed",
        "pass",
        {"action": "installed", "template_id": "tpl_1"},
        {"templates": ["tpl_1"]},
        {"templates": ["tpl_2"]},
    ),
    (
        "pass_removed",
        "pass",
        {"action": "removed", "template_id": "tpl_1"},
        {"templates": ["tpl_1"]},
        {"templates": ["tpl_2"]},
    ),
    (
        "order",
        "order",
        {"status": "paid", "order_id": "1", "source": "till", "amount_cents": 500},
        {"min_amount_cents": 500},
        {"min_amount_cents": 501},
    ),
    (
        "segment_entered",
        "segment",
        {"action": "entered", "segment_id": "seg_1"},
        {"segments": ["seg_1"]},
        {"segments": ["seg_2"]},
    ),
]


def test_every_event_trigger_is_covered_by_the_test_table() -> None:
    assert {it[0] for it in TRIGGERS} == set(get_args(EventTrigger))


@pytest.mark.parametrize(
    ("kind", "family", "data", "fitting", "other"), TRIGGERS, ids=[it[0] for it in TRIGGERS]
)
def test_event_starts_automation_where_its_rule_matches(
    kind: EventTrigger,
    family: str,
    data: dict[str, Any],
    fitting: dict[str, Any],
    other: dict[str, Any],
) -> None:
    it = happened(family, **data)
    assert it is not None
    assert it.kind == kind
    assert fits(EventRule(kind=kind, **fitting), it, None)
    assert not fits(EventRule(kind=kind, **other), it, None)
    if kind != "segment_entered":
        everywhere, at_code = EventRule(kind=kind), EventRule(kind=kind, codes=["code_1"])
        assert fits(everywhere, it, None)
        assert fits(at_code, it, frozenset({"code_1"}))
        assert not fits(at_code, it, frozenset())
    another = "scan" if kind != "scan" else "vote"
    assert not fits(EventRule(kind=another), it, None)


@pytest.mark.parametrize(
    ("family", "data"),
    [
        ("scan", {"outcome": "refused"}),
        ("vote", {"previous_choice": "a"}),
        ("redemption", {"kind": "master_key", "action": "done"}),
        ("redemption", {"kind": "prize", "action": "undone"}),
        ("order", {"status": "refunded"}),
        ("segment", {"action": "left"}),
        ("pass", {"action": "updated"}),
        ("message", {"status": "sent"}),
    ],
)
def test_event_that_no_person_caused_starts_no_automation(
    family: str, data: dict[str, Any]
) -> None:
    assert happened(family, **data) is None


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
    return Automated(client, admin, api_settings, org, movable_clock)


def test_objects_that_an_automation_plan_references_must_exist(automated: Automated) -> None:
    named: list[tuple[str, dict[str, Any], str]] = [
        ("trigger.codes", {"trigger": {"kind": "scan", "codes": ["x"]}}, "code_not_found"),
        ("trigger.pages", {"trigger": {"kind": "scan", "pages": ["x"]}}, "page_not_found"),
        ("trigger.folders", {"trigger": {"kind": "scan", "folders": ["x"]}}, "folder_not_found"),
        ("trigger.forms", {"trigger": {"kind": "submit", "forms": ["x"]}}, "form_not_found"),
        ("goal.games", {"goal": {"kind": "play", "games": ["x"]}}, "game_not_found"),
        (
            "trigger.templates",
            {"trigger": {"kind": "pass_installed", "templates": ["x"]}},
            "template_not_found",
        ),
        ("segment_id", {"segment_id": "x"}, "segment_not_found"),
    ]
    for field, more, code in named:
        refused = automated.ask("save-automation", 422, **(automation_plan("Hello") | more))
        assert [(it["field"], it["code"]) for it in refused["errors"]] == [(field, code)]


def test_trial_reads_past_events_from_the_lake(automated: Automated) -> None:
    """Once each, of humans, where the rule says so, and not older than thirty days."""
    assert JOBS[TRY] is jobs.try_automation
    ana, bea, cy, dee = (automated.person(agrees=it) for it in (True, False, True, True))
    code = automated.ask("qr/create-code", name="Table", type="page")["code_id"]
    now = automated.clock()

    def submitted(pos: int, who: str, days: float, at: str = code, **more: Any) -> Any:
        moment = now - timedelta(days=days)
        return make_event(
            pos,
            day=moment.date(),
            type="submit",
            org_id=automated.org_id,
            code_id=at,
            customer_key=who,
            occurred_at=moment,
            data='{"submission_id": "sub_1", "form": "lunch"}',
            **more,
        )

    land(
        Lake.from_settings(automated.settings),
        submitted(0, ana, 1),
        submitted(1, ana, 2),
        submitted(2, bea, 3),
        submitted(3, cy, 31),
        submitted(4, cy, 4, "elsewhere"),
        submitted(5, dee, 5, is_bot=True),
        submitted(6, dee, 6) | {"org_id": "org_other"},
    )
    plan = automation_plan("Hello", message(), trigger={"kind": "submit", "codes": [code]})
    job_id = automated.ask("try-automation", plan=plan)["job_id"]
    do_job(automated.settings, automated.engine, automated.clock, job_id, automated.org_id)
    read = automated.ask("get-automation-trial", job_id=job_id)
    assert read["state"] == "done", read
    found = read["trial"]
    assert (found["people"], found["messages"]) == (2, 1)
    assert found["refused"] == [{"reason": "no_consent", "people": 1}]
    assert {it["customer_id"]: it["messages"] for it in found["sample"]} == {ana: 1, bea: 0}


def test_each_inactive_person_enters_once_even_if_they_may_reenter_soon(
    automated: Automated, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = automated.clock() - timedelta(days=4)
    act = {"type": "submit", "org_id": automated.org_id, "day": seen.date(), "occurred_at": seen}
    people = [automated.person(), automated.person()]
    events = [make_event(at, **act, customer_key=it) for at, it in enumerate(people)]
    land(Lake.from_settings(automated.settings), *events)
    monkeypatch.setattr(conditions, "MOST", 1)  # the next run admits the others
    plan = {"trigger": {"kind": "quiet_days", "days": 7}, "again_after_days": 1}
    automated.made(message(text="We miss you."), **plan)

    for _ in range(8):
        automated.clock.move(days=1)
        automated.run()
        automated.dispatch()

    assert automated.texts() == ["We miss you."] * 2
