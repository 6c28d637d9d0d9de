"""Messages to browsers: who gets them, how often, and what happens to those that cannot be delivered."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import create_engine

from api.domains.messaging.web_push import running
from api.domains.messaging.web_push.sending import Notice, push_to_customer
from api.integrations.ports.web_pusher import WebPushTarget
from api.integrations.web_push.adapter import encrypted, retry_after
from api.integrations.web_pusher import web_pusher
from api.jobs.registry import JobContext
from tests.api.messaging.web_push.push_world import World
from tests.twins.web_push import WebPushTwin


def send(world: World, message: str = "We bake again.", **body: Any) -> Any:
    return world.ask("/v1/send-push", message=message, **body)


def subscribed(world: World, *names: str) -> None:
    for name in names:
        world.subscribe(world.browser(name))


def counts(world: World) -> dict[str, int]:
    message = world.newest()
    names = ("sent", "gone", "failed", "not_allowed", "waiting")
    return {name: message[name] for name in names if message[name]}


def test_message_reaches_subscribed_browsers_and_is_reported_as_sent(
    world: World, twin: WebPushTwin
) -> None:
    subscribed(world, "phone", "laptop")

    answer = send(world, url="https://shop.example/new")
    world.work()

    assert (answer["status"], answer["browsers"], answer["passes"]) == ("sent", 2, 0)
    assert answer["text"].endswith("The message is being sent to 2 browsers.")
    assert twin.refused == []
    (shown,) = twin.screen("phone").values()
    assert (shown["body"], shown["url"]) == ("We bake again.", "https://shop.example/new")
    assert shown["tag"] == answer["message_id"] == twin.shown[0].topic
    assert (world.newest()["state"], counts(world)) == ("done", {"sent": 2})


def test_tap_without_url_opens_the_page_where_the_browser_subscribed(
    world: World, twin: WebPushTwin
) -> None:
    subscribed(world, "phone")
    send(world, channels=["browsers"])
    world.work()

    assert twin.shown[0].content["url"] == f"/page/{world.page_id}"


def test_channel_of_a_message_can_be_chosen(world: World, twin: WebPushTwin) -> None:
    subscribed(world, "phone")

    passes = send(world, channels=["passes"])
    both = world.client.post(
        "/v1/send-push",
        json={"message": "x", "pass_id": "pass_1", "channels": ["browsers"]},
        headers=world.admin.headers,
    )
    browsers = send(world, channels=["browsers"])

    assert (passes["message_id"], passes["browsers"]) == (None, 0)
    assert both.status_code == 422
    assert (browsers["update_id"], browsers["text"]) == (
        None,
        "The message is being sent to 1 browser.",
    )


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "http://shop.example", "https://a b", "//x"]
)
def test_links_that_browsers_must_not_open_are_refused(world: World, url: str) -> None:
    if url == "//x":  # a path is on the same host, but this is another host
        url = "/\\x"
    answer = world.client.post(
        "/v1/send-push", json={"message": "x", "url": url}, headers=world.admin.headers
    )
    assert answer.json()["errors"][0]["field"] == "url"


def test_scheduled_message_waits_for_its_time_and_is_reported_as_scheduled(
    world: World, twin: WebPushTwin
) -> None:
    subscribed(world, "phone")
    at = (datetime.now(UTC) + timedelta(hours=3)).isoformat()

    answer = send(world, send_at=at, channels=["browsers"])
    world.run()

    assert (answer["status"], answer["text"].startswith("Scheduled")) == ("scheduled", True)
    assert (twin.shown, world.newest()["state"]) == ([], "scheduled")
    world.later(timedelta(hours=3, minutes=1))
    assert len(twin.shown) == 1


def test_consenting_person_gets_the_message_and_refusing_person_does_not(
    world: World, twin: WebPushTwin
) -> None:
    ana = world.submit("ana@example.com")
    subscribed(world, "anas-phone", "anas-laptop")
    world.visitor.cookies.clear()
    subscribed(world, "unknown")
    no = {"customer_id": ana, "channel": "web_push", "decision": "withdrawn", "reason": "Mail"}
    send(world, "one")
    world.work()
    world.ask("/v1/record-consent", **no)

    send(world, "two")
    world.work()

    bodies = sorted((it.browser, it.content["body"]) for it in twin.shown)
    assert bodies == [
        *(("anas-laptop", "one"), ("anas-phone", "one"), ("unknown", "one"), ("unknown", "two")),
    ]
    assert counts(world) == {"sent": 1, "not_allowed": 2}


def test_segment_includes_only_browsers_of_its_members(world: World, twin: WebPushTwin) -> None:
    ana = world.submit("ana@example.com")
    subscribed(world, "anas-phone")
    world.visitor.cookies.clear()
    subscribed(world, "unknown")
    segment = world.ask("/v1/save-segment", name="Regulars")["segment_id"]
    world.ask("/v1/change-segment-members", segment_id=segment, add=[ana])

    assert world.ask("/v1/preview-web-push", segment_id=segment) == {"browsers": 1}
    send(world, segment_id=segment)
    world.work()

    assert [it.browser for it in twin.shown] == ["anas-phone"]
    assert world.ask("/v1/preview-web-push") == {"browsers": 2}


def test_segment_includes_browsers_of_profiles_merged_into_its_members(
    world: World, twin: WebPushTwin
) -> None:
    ana = world.submit("ana@example.com")
    subscribed(world, "anas-phone")
    kept = world.ask("/v1/save-customer", email="ana@work.example")["customer_id"]
    world.ask("/v1/merge-customers", keep=kept, merge=ana, note="Same person")
    segment = world.ask("/v1/save-segment", name="Regulars")["segment_id"]
    world.ask("/v1/change-segment-members", segment_id=segment, add=[kept])

    assert world.ask("/v1/preview-web-push", segment_id=segment) == {"browsers": 1}
    send(world, segment_id=segment)
    world.work()

    assert [it.browser for it in twin.shown] == ["anas-phone"]


def test_quiet_hours_hold_a_message_in_the_time_zone_of_the_browser(
    world: World, twin: WebPushTwin
) -> None:
    hour = datetime.now(UTC).hour
    world.subscribe(world.browser("here"), time_zone="Etc/UTC")
    world.subscribe(world.browser("far"), time_zone="Etc/GMT-12")
    quiet = {"quiet_from": f"{hour:02}:00", "quiet_until": f"{(hour + 2) % 24:02}:00"}
    world.ask("/v1/save-contact-rules", **quiet)

    send(world)
    world.work()

    assert ([it.browser for it in twin.shown], counts(world)) == (
        ["far"],
        {"sent": 1, "waiting": 1},
    )
    assert world.newest()["state"] == "running"
    world.later(timedelta(hours=2, minutes=1))
    assert (counts(world), world.newest()["state"]) == ({"sent": 2}, "done")


def test_expired_browser_subscriptions_are_deleted(world: World, twin: WebPushTwin) -> None:
    subscribed(world, "here", "gone", "unknown")
    twin.gone.add("gone")
    del twin.browsers["unknown"]

    send(world)
    world.work()

    assert counts(world) == {"sent": 1, "gone": 2}
    assert world.rows("select count(*) from web_push_subscriptions") == [(1,)]


def test_retry_after_of_a_push_service_is_respected(world: World, twin: WebPushTwin) -> None:
    subscribed(world, "phone", "laptop")
    twin.fails_with = (429, {"retry-after": "1800"})
    send(world)
    world.work()
    world.later(timedelta(minutes=20))
    assert (twin.shown, counts(world)) == ([], {"waiting": 2})

    twin.fails_with = (503, {})
    world.later(timedelta(minutes=31))
    twin.fails_with = None
    world.later(timedelta(hours=2))

    assert ([len(twin.shown), counts(world)]) == [2, {"sent": 2}]


def test_message_to_an_unavailable_push_service_finally_fails(
    world: World, twin: WebPushTwin
) -> None:
    subscribed(world, "phone")
    twin.fails_with = (500, {})
    send(world)
    for hours in range(0, 40, 4):
        world.later(timedelta(hours=hours))

    assert (counts(world), world.newest()["state"]) == ({"failed": 1}, "done")


def test_refused_push_credentials_do_not_delete_the_subscription(
    world: World, twin: WebPushTwin
) -> None:
    subscribed(world, "phone")
    twin.browsers["phone"].application_key = "another"
    send(world)
    world.work()

    assert (counts(world), twin.refused) == ({"failed": 1}, ["another sender"])
    assert world.rows("select count(*) from web_push_subscriptions") == [(1,)]


def test_batch_of_a_killed_worker_is_sent_again_and_shown_once(
    world: World, twin: WebPushTwin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "BATCH", 2)
    names = [f"phone-{at}" for at in range(5)]
    subscribed(world, *names)
    send(world)
    settle, calls = running.DueMessages._settle, []

    def die(*arguments: Any) -> None:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt  # the second batch was sent, but its position is not stored
        settle(*arguments)

    monkeypatch.setattr(running.DueMessages, "_settle", die)
    with pytest.raises(KeyboardInterrupt):
        world.run()
    world.run()

    assert (len(twin.shown), counts(world)) == (7, {"sent": 5})
    assert len({it.topic for it in twin.shown}) == 1
    assert [len(twin.screen(name)) for name in names] == [1] * 5


def test_message_can_be_paused_resumed_and_cancelled(
    world: World, twin: WebPushTwin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "BATCH", 1)
    monkeypatch.setattr("api.jobs.registry.SLICE_SECONDS", 0)
    subscribed(world, "a", "b", "c")
    message_id = send(world)["message_id"]

    def act(action: str, status: int = 200) -> Any:
        return world.ask(
            "/v1/change-web-push-message", status, message_id=message_id, action=action
        )

    world.run()
    assert act("pause")["state"] == "paused"
    world.run()
    assert act("resume")["state"] == "running"
    world.run()
    assert (len(twin.shown), act("cancel")["state"]) == (2, "cancelled")
    world.run()
    assert (len(twin.shown), act("resume", 409)["code"]) == (2, "web_push_message_over")


def test_unsubscribing_during_sending_does_not_wait_for_the_sender(
    world: World, twin: WebPushTwin
) -> None:
    subscribed(world, "phone")
    twin.fails_with = (503, {})
    send(world)
    world.work()
    world.unsubscribe(twin.browsers["phone"])
    twin.fails_with = None
    world.later(timedelta(hours=1))

    assert (twin.shown, world.newest()["state"]) == ([], "done")


def test_notification_goes_to_all_browsers_of_a_person(world: World, twin: WebPushTwin) -> None:
    ana = world.submit("ana@example.com")
    subscribed(world, "phone", "laptop", "old")
    world.visitor.cookies.clear()
    subscribed(world, "unknown")
    twin.gone.add("old")
    engine = create_engine(world.settings.database_url)
    org_id = str(world.admin.org_id)
    context = JobContext("j", org_id, None, world.settings, engine, lambda: datetime.now(UTC))

    pusher = web_pusher(world.settings)
    done = push_to_customer(context, pusher, ana, Notice("msg_1", "Your table is ready."))
    none = push_to_customer(context, pusher, "cus_unknown", Notice("msg_2", "Hello"))
    engine.dispose()

    assert (done.sent, done.later, done.refused, none.sent) == (2, 0, 0, 0)
    assert sorted(it.browser for it in twin.shown) == ["laptop", "phone"]
    assert world.rows("select count(*) from web_push_subscriptions") == [(3,)]


def test_rfc_8291_example_is_encrypted_byte_for_byte() -> None:
    """RFC 8291, appendix A."""

    def raw(text: str) -> bytes:
        return base64.urlsafe_b64decode(text + "==")

    secret = int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    target = WebPushTarget(
        "https://push.example.net/",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    sent = encrypted(
        b"When I grow up, I want to be a watermelon",
        target,
        raw("DGv6ra1nlYgDCS1FRnbzlw"),
        ec.derive_private_key(secret, ec.SECP256R1()),
    )
    assert base64.urlsafe_b64encode(sent).rstrip(b"=").decode() == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_retry_after_is_parsed_and_limited_to_a_day() -> None:
    now = datetime(2026, 11, 28, 12, tzinfo=UTC)
    assert retry_after("90", now) == now + timedelta(seconds=90)
    assert retry_after("Sat, 28 Nov 2026 13:00:00 GMT", now) == now + timedelta(hours=1)
    assert retry_after("999999999", now) == now + timedelta(days=1)
    assert [retry_after(it, now) for it in (None, "", "soon", "1e9", "9" * 40)] == [None] * 5


def test_erased_person_has_no_browsers(world: World) -> None:
    ana = world.submit("ana@example.com")
    subscribed(world, "phone")

    with psycopg.connect(world.settings.database_url) as connection:
        connection.execute("select set_config('app.org_id', %s, true)", [world.admin.org_id])
        erase = "select erase_person(%s, array[]::text[], array[]::text[], array[]::text[])"
        connection.execute(erase, [[ana]])

    assert not world.rows("select from web_push_subscriptions")


def test_campaign_notifies_browsers_of_consenting_people(world: World, twin: WebPushTwin) -> None:
    ana = world.submit("ana@example.com")
    subscribed(world, "phone", "laptop")
    content = {
        "language": "en",
        "notice_title": "Cake",
        "notice": "Hi {{customer.first_name|there}}, cake is on us.",
        "notice_url": "https://shop.example/cake",
        "sms": "Cake",
    }
    plan = {
        "name": "Cake",
        "channel": "best",
        "audience": {"kind": "everyone"},
        "variants": [{"contents": [content]}],
    }
    made = world.ask("/v1/save-campaign", **plan)
    ref = {"campaign_id": made["campaign_id"]}
    check = world.ask("/v1/check-campaign", **ref)
    world.ask("/v1/change-campaign", **ref, action="schedule")
    world.work()

    assert check["channels"] == [{"channel": "web_push", "people": 1}]
    sent = world.rows("select channel, state, reason, due_at, held from messages")
    assert sorted(it.browser for it in twin.shown) == ["laptop", "phone"], sent
    (first, second) = twin.shown
    assert (first.content["title"], first.content["body"]) == ("Cake", "Hi there, cake is on us.")
    assert first.content["url"] == second.content["url"]
    answer = world.visitor.get(first.content["url"].removeprefix(world.settings.base_url))
    assert answer.headers["location"] == "https://shop.example/cake"
    report = world.ask("/v1/get-campaign-report", **ref)
    assert [(it["channel"], it["state"], it["clicked"]) for it in report["counts"]] == [
        ("web_push", "sent", 1)
    ]
    assert ana in {it[0] for it in world.rows("select customer_id from messages")}
