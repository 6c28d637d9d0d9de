"""Messages to holders of passes and changes of many passes: whom they reach, how often, and what stops them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.wallet.pass_updates import running
from api.domains.wallet.pass_updates.upkeep import find_stale
from api.domains.wallet.passes.changing import change_passes
from ingest.contracts.wallet_pass import PassRecordedV3
from tests.api.wallet.push_world import OTHER, TOKEN, World, document
from tests.support.people import Somebody
from tests.support.visits import Outbox
from tests.twins.apns import ApnsTwin

Customer = Callable[..., str]


@pytest.fixture
def customer(client: TestClient, admin: Somebody) -> Customer:
    """Return a function that creates customers with their decisions about messages on passes."""

    def make(email: str, decision: str | None = "given") -> str:
        added = client.post("/v1/save-customer", json={"email": email}, headers=admin.headers)
        assert added.status_code == 200, added.text
        customer_id = str(added.json()["customer_id"])
        if decision is not None:
            body = {
                "customer_id": customer_id,
                "channel": "wallet_push",
                "purpose": "marketing",
                "decision": decision,
                "reason": "Signed form",
            }
            noted = client.post("/v1/record-consent", json=body, headers=admin.headers)
            assert noted.status_code == 200, noted.text
        return customer_id

    return make


def news(world: World, card: dict[str, Any]) -> Any:
    fields = {it["key"]: it for it in world.read(card)["content"]["fields"]}
    return fields.get("latest_news", {}).get("value")


def send(world: World, message: str = "We bake again.", status: int = 200, **body: Any) -> Any:
    return world.ask("POST", "/v1/send-push", status, message=message, **body).json()


def newest(world: World) -> Any:
    return world.ask("POST", "/v1/list-pass-updates").json()["items"][0]


def test_message_reaches_phones_and_has_state_sent(world: World, apns: ApnsTwin) -> None:
    card, elsewhere = world.make(), world.make()
    phone = world.install(card)
    apns.on_push[TOKEN] = phone.wake

    answer = send(world)
    world.work()
    world.work()

    assert (answer["status"], answer["passes"], answer["phones"]) == ("sent", 1, 1)
    assert "sent" in answer["text"]
    (shown,) = document(phone.fetched[-1])["coupon"]["backFields"]
    assert (shown["value"], shown["changeMessage"]) == ("We bake again.", "%@")
    assert news(world, elsewhere) is None, "no phone holds it"
    done = newest(world)
    assert (done["state"], done["total"], done["changed"]) == ("done", 1, 1)


def test_message_outcome_on_phones_is_recorded_as_removed_updated_or_stale(
    world: World, apns: ApnsTwin, outbox: Outbox
) -> None:
    """A phone that is unknown to Apple has removed its pass; one that never asks leaves the pass stale, which is
    recorded once.
    """
    card, gone = world.make(), world.make()
    world.install(card)
    world.install(gone, OTHER, "other")
    apns.unregistered.add(OTHER)
    send(world)
    world.work()
    world.work()
    now = datetime.now(UTC)
    found = [find_stale(world.settings, now + timedelta(hours=it)) for it in (1, 25, 49)]

    steps = [it.data for it in outbox.events() if isinstance(it, PassRecordedV3)]
    assert sorted((it.action, it.pass_id == card["pass_id"]) for it in steps) == [
        *(("created", False), ("created", True), ("installed", False), ("installed", True)),
        *(("removed", False), ("stale", True), ("updated", False), ("updated", True)),
    ]
    assert found == [0, 1, 0]
    assert (world.read(card)["is_stale"], world.read(gone)["phones"]) == (True, 0)


def test_update_without_visible_change_is_not_pushed(world: World, apns: ApnsTwin) -> None:
    card, void = world.make(), world.make()
    world.install(card)
    world.install(void, OTHER, "other")
    content = {**void["content"], "is_void": True}
    world.ask("PUT", f"/dev/pass/{void['pass_id']}", content=content)
    send(world)
    world.work()
    world.work()
    apns.pushed.clear()

    send(world)
    world.work()
    world.work()

    assert apns.pushed == []
    assert (newest(world)["changed"], newest(world)["unchanged"]) == (0, 1)
    assert news(world, void) is None


def test_message_waits_for_its_time_and_has_state_scheduled(world: World, apns: ApnsTwin) -> None:
    card = world.make()
    world.install(card)
    later = datetime.now(UTC) + timedelta(hours=3)

    answer = world.ask("POST", "/dev/send-push", body="Later.", send_at=later.isoformat()).json()
    world.work()

    assert (answer["status"], answer["text"].startswith("Scheduled")) == ("scheduled", True)
    assert "sent" not in answer["text"]
    assert (newest(world)["state"], news(world, card)) == ("scheduled", None)
    world.work(timedelta(hours=3, minutes=1))
    world.work(timedelta(hours=3, minutes=2))
    assert news(world, card) == "Later."
    assert apns.tokens == [TOKEN]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "message"),
        ({"message": " "}, "message"),
        ({"message": "x" * 301}, "message"),
        ({"message": "x", "segment_id": "seg_none"}, "segment_id"),
        ({"message": "x", "send_at": "2020-01-01T00:00:00Z"}, "send_at"),
        ({"message": "x", "send_at": "2026-12-01T00:00:00"}, "send_at"),
        ({"message": "x", "segment_id": "a", "pass_id": "b"}, ""),
    ],
)
def test_message_that_cannot_be_sent_is_refused(
    world: World, body: dict[str, Any], field: str
) -> None:
    problem = world.ask("POST", "/v1/send-push", 422, **body).json()
    assert field in problem["errors"][0]["field"]


def test_request_without_a_body_is_refused_with_an_error_message(
    client: TestClient, admin: Somebody
) -> None:
    answer = client.post("/v1/send-push", headers=admin.headers)
    assert answer.status_code == 422
    assert answer.json()["message"]


def test_only_people_with_consent_get_a_message_and_each_gets_it_once(
    world: World, apns: ApnsTwin, customer: Customer
) -> None:
    yes, no = customer("yes@example.com"), customer("no@example.com", "withdrawn")
    never = customer("never@example.com", None)
    cards = [world.make(customer_id=it) for it in (yes, yes, no, never)]
    for at, card in enumerate(cards):
        world.install(card, f"{at:064x}", f"phone-{at}")

    send(world)
    world.work()

    assert sum(news(world, card) is not None for card in cards[:2]) == 1
    assert [news(world, card) for card in cards[2:]] == [None, None]
    done = newest(world)
    assert (done["changed"], done["unchanged"], done["not_allowed"]) == (1, 1, 2)
    rows = world.ask("POST", "/v1/list-messages", source_id=done["update_id"]).json()["items"]
    assert {it["customer_id"]: (it["state"], it["reason"]) for it in rows} == {
        yes: ("sent", ""),
        no: ("refused", "withdrawn"),
        never: ("refused", "no_consent"),
    }


def test_contact_cap_also_counts_pass_messages(
    world: World, apns: ApnsTwin, customer: Customer
) -> None:
    card = world.make(customer_id=customer("yes@example.com"))
    world.install(card, f"{1:064x}", "phone-1")
    world.ask("POST", "/v1/save-contact-rules", cap_messages=1, cap_days=7)
    send(world)
    world.work()
    world.ask("POST", "/v1/send-push", message="Once more")
    world.work()

    assert news(world, card) is not None
    assert newest(world)["not_allowed"] == 1


def test_quiet_hours_delay_a_message(world: World, customer: Customer) -> None:
    card = world.make(customer_id=customer("ana@example.com"))
    world.install(card)
    hour = datetime.now(UTC).hour
    quiet = {"quiet_from": f"{hour:02}:00", "quiet_until": f"{(hour + 2) % 24:02}:00"}
    with psycopg.connect(world.settings.database_url) as connection:
        connection.execute("update organizations set time_zone = 'UTC'")
    world.ask("POST", "/v1/save-contact-rules", **quiet)

    send(world)
    world.work()

    assert (newest(world)["state"], newest(world)["waiting"]) == ("running", 1)
    assert news(world, card) is None
    world.work(timedelta(hours=2, minutes=1))
    assert news(world, card) == "We bake again."
    assert (newest(world)["state"], newest(world)["waiting"]) == ("done", 0)


def test_pass_gets_at_most_three_messages_a_day(world: World) -> None:
    card = world.make()
    world.install(card)
    for text in ("one", "two", "three", "four"):
        preview = world.ask("POST", "/v1/preview-pass-update").json()
        send(world, text)
        world.work()
        assert preview["limited"] == (1 if text == "four" else 0)
    assert news(world, card) == "three"
    assert newest(world)["limited"] == 1


def test_message_is_sent_to_a_segment_or_to_one_pass(world: World, customer: Customer) -> None:
    inside, outside = customer("in@example.com"), customer("out@example.com")
    cards = [world.make(customer_id=it) for it in (inside, outside)]
    for at, card in enumerate(cards):
        world.install(card, f"{at:064x}", f"phone-{at}")
    segment = world.ask("POST", "/v1/save-segment", name="Regulars").json()
    members = {"segment_id": segment["segment_id"], "add": [inside]}
    world.ask("POST", "/v1/change-segment-members", **members)

    send(world, "For regulars.", segment_id=segment["segment_id"])
    world.work()
    assert [news(world, card) for card in cards] == ["For regulars.", None]

    send(world, "For one.", pass_id=cards[1]["pass_id"])
    world.work()
    assert [news(world, card) for card in cards] == ["For regulars.", "For one."]
    world.ask("POST", "/v1/send-push", 404, message="x", pass_id="pass_none")


def test_segment_includes_passes_of_profiles_merged_into_its_members(
    world: World, customer: Customer
) -> None:
    merged, kept = customer("old@example.com"), customer("new@example.com")
    card = world.make(customer_id=merged)
    world.install(card)
    world.ask("POST", "/v1/merge-customers", keep=kept, merge=merged, note="Same person")
    segment = world.ask("POST", "/v1/save-segment", name="Regulars").json()
    members = {"segment_id": segment["segment_id"], "add": [kept]}
    world.ask("POST", "/v1/change-segment-members", **members)

    send(world, "For regulars.", segment_id=segment["segment_id"])
    world.work()

    assert news(world, card) == "For regulars."


def test_update_changes_the_offer_of_many_passes(world: World, apns: ApnsTwin) -> None:
    card, same = world.make(), world.make()
    world.install(card)
    preview = world.ask(
        "POST", "/v1/preview-pass-update", field_key="offer", value="Harbor tea"
    ).json()
    assert (preview["passes"], preview["phones"], preview["with_field"]) == (2, 1, 2)
    assert (preview["same"], preview["development"]) == (2, 0)
    (offer,) = [it for it in preview["fields"] if it["key"] == "offer"]
    assert (offer["value"], offer["format"], offer["passes"]) == ("Harbor tea", "text", 2)

    body = {"field_key": "offer", "value": "Free cake", "change_message": "New: %@"}
    world.ask("POST", "/v1/start-pass-update", **body)
    world.work()
    world.work()

    for it in (card, same):
        (field,) = world.read(it)["content"]["fields"]
        assert (field["value"], field["change_message"]) == ("Free cake", "New: %@")
    assert apns.tokens == [TOKEN]
    assert newest(world)["changed"] == 2
    problem = world.ask("POST", "/v1/start-pass-update", 422, field_key="seat", value="4").json()
    assert problem["errors"][0]["code"] == "field_not_found"


def test_paused_update_resumes_where_it_stopped_and_a_cancelled_update_does_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "BATCH", 1)
    monkeypatch.setattr("api.jobs.registry.SLICE_SECONDS", 0)
    monkeypatch.setattr("api.jobs.faults.queue_next", lambda *_: None)
    cards = [world.make() for _ in range(3)]
    body = {"field_key": "offer", "value": "Free cake"}
    update = world.ask("POST", "/v1/start-pass-update", **body).json()

    def act(action: str, status: int = 200) -> Any:
        sent = {"update_id": update["update_id"], "action": action}
        return world.ask("POST", "/v1/change-pass-update", status, **sent).json()

    world.run_updates()
    assert act("pause")["state"] == "paused"
    world.run_updates()
    assert (newest(world)["changed"], newest(world)["state"]) == (1, "paused")

    assert act("resume")["state"] == "running"
    world.run_updates()
    assert newest(world)["changed"] == 2
    assert act("cancel")["state"] == "cancelled"
    world.run_updates()
    values = [world.read(it)["content"]["fields"][0]["value"] for it in cards]
    assert sorted(values) == ["Free cake", "Free cake", "Harbor tea"]
    assert act("resume", 409)["code"] == "pass_update_over"


def test_update_changes_each_pass_once_although_its_worker_dies(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "BATCH", 2)
    cards = [world.make() for _ in range(5)]
    for at, card in enumerate(cards):
        world.install(card, f"{at:064x}", f"phone-{at}")
    send(world)
    calls = []

    def die(*arguments: Any, **more: Any) -> Any:
        calls.append(1)
        done = changing(*arguments, **more)
        if len(calls) == 2:
            # After the second batch was written, but before it is committed
            raise KeyboardInterrupt
        return done

    changing = change_passes
    with psycopg.connect(world.settings.database_url) as connection:
        before = connection.execute("select max(change_tag) from passes").fetchall()[0][0]
    monkeypatch.setattr(running, "change_passes", die)
    with pytest.raises(KeyboardInterrupt):
        world.run_updates()
    assert newest(world)["changed"] == 2
    world.run_updates()

    with psycopg.connect(world.settings.database_url) as connection:
        tags = connection.execute("select change_tag from passes order by 1").fetchall()
    assert newest(world)["changed"] == 5
    assert [tag for (tag,) in tags] == [before + at for at in range(1, 6)], "one change each"
