"""Browsers subscribe to notifications with the text of a published page, and can unsubscribe at once."""

from typing import Any

import pytest
from sqlalchemy import create_engine

from api.domains.messaging.web_push.following import FOLLOWER
from api.kit.clock import utc_now
from tests.api.messaging.web_push.push_world import GERMAN, TEXT, World
from tests.support.following import follow_all


def ledger(world: World, customer_id: str) -> list[tuple[str, str, str]]:
    found = world.ask("/v1/get-customer-consents", customer_id=customer_id)["entries"]
    return [(it["channel"], it["decision"], it["source"]) for it in found]


def test_browser_subscribes_with_the_published_text(world: World) -> None:
    phone = world.browser()

    assert world.subscribe(phone, text_shown=TEXT, time_zone="Asia/Kolkata")["is_subscribed"]
    world.subscribe(phone, text_shown=GERMAN, time_zone="Mars/Olympus")

    stored = world.rows(
        "select t.text, s.language, s.time_zone, s.page_version, s.customer_id, s.sealed"
        " from web_push_subscriptions s join consent_texts t using (org_id, text_hash)"
    )
    assert [it[:5] for it in stored] == [(GERMAN, "de", None, 1, None)], "the same browser once"
    assert phone.endpoint not in stored[0][5]
    assert world.key() == phone.application_key, "everybody gets the same key"


def test_page_with_push_block_has_a_manifest_for_its_path(world: World) -> None:
    asked = {"page_id": world.page_id, "start": "/page/abc"}
    answer = world.visitor.get("/v1/web-push-manifest", params=asked)
    assert answer.status_code == 200, answer.text
    manifest = answer.json()

    assert (manifest["start_url"], manifest["display"]) == ("/page/abc", "standalone")
    assert manifest["name"] in world.visitor.get(f"/page/{world.page_id}").text
    for start in ("https://evil.example/", "//evil.example", "page"):
        refused = world.visitor.get("/v1/web-push-manifest", params=asked | {"start": start})
        assert refused.status_code == 422


def test_subscription_with_an_unpublished_text_is_refused(world: World) -> None:
    refused = world.subscribe(world.browser(), 409, text_shown="Win a car every day!")

    assert refused["code"] == "notification_text_changed"
    assert not world.rows("select from web_push_subscriptions")


def _with(phone: Any, **changed: Any) -> dict[str, Any]:
    return {"subscription": {**phone.subscription, **changed}}


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://evil.example/push",
        "http://fcm.googleapis.com/send/1",
        "https://fcm.googleapis.com:8443/send/1",
        "https://fcm.googleapis.com@127.0.0.1/send/1",
        "https://fcm.googleapis.com.evil.example/send/1",
        "https://127.0.0.1/send/1",
        "https://[::1]/send",
        "https://fcm.googleapis.com/",
        "file:///etc/passwd",
        "nothing",
    ],
)
def test_endpoints_outside_known_push_services_are_refused(world: World, endpoint: str) -> None:
    problem = world.subscribe(world.browser(), 422, **_with(world.browser(), endpoint=endpoint))

    assert problem["errors"][0]["field"] == "subscription.endpoint"


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ({"p256dh": "AAAA"}, "p256dh"),
        ({"p256dh": "BA" + "A" * 85}, "p256dh"),
        ({"auth": "AAAA"}, "auth"),
        ({"auth": "\u00e4" * 22}, "auth"),
    ],
)
def test_invalid_encryption_keys_are_refused(world: World, keys: dict[str, str], name: str) -> None:
    phone = world.browser()
    given = {**phone.subscription["keys"], **keys}

    problem = world.subscribe(phone, 422, **_with(phone, keys=given))

    assert problem["errors"][0]["field"] == f"subscription.keys.{name}"


def test_endpoints_of_known_push_services_are_accepted(world: World) -> None:
    phone = world.browser()
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/QAbc",
        "https://wns2-par02p.notify.windows.com/w/?token=abc",
    ):
        world.subscribe(phone, **_with(phone, endpoint=endpoint))
    assert world.rows("select count(*) from web_push_subscriptions") == [(4,)]


def test_page_without_push_block_offers_no_subscription(world: World) -> None:
    phone = world.browser()
    other = world.pages.page({"type": "Heading", "props": {"id": "h", "text": "Hello"}})
    for page_id in (other, "page_unknown"):
        asked = world.visitor.get("/v1/web-push-key", params={"page_id": page_id})
        assert (asked.status_code, asked.json()["code"]) == (404, "notifications_not_offered")
    world.pages.publish(other)
    world.subscribe(phone, 404, page_id=other)


def test_known_person_consents_with_a_browser_and_withdraws_with_their_last_browser(
    world: World,
) -> None:
    ana = world.submit("ana@example.com")
    phone, laptop = world.browser(), world.browser("laptop")
    for it in (phone, laptop):
        world.subscribe(it, text_shown=TEXT)

    assert ("web_push", "given", "form") in ledger(world, ana)
    world.unsubscribe(phone)
    world.unsubscribe(phone)
    assert ("web_push", "withdrawn", "one_click") not in ledger(world, ana)
    world.unsubscribe(laptop)

    assert ledger(world, ana)[0] == ("web_push", "withdrawn", "one_click")
    assert not world.rows("select from web_push_subscriptions")


def test_anonymous_browser_is_linked_to_its_owner_by_their_first_form(world: World) -> None:
    """Their consent is dated to the subscription, so that a refusal in between counts."""
    assert world.visitor.get(f"/page/{world.page_id}").status_code == 200
    world.subscribe(world.browser(), text_shown=TEXT)
    engine = create_engine(world.settings.database_url)
    follow_all(engine, world.settings, FOLLOWER, utc_now)
    before = world.rows("select customer_id from web_push_subscriptions")
    ana = world.submit("ana@example.com")
    for _ in range(2):
        follow_all(engine, world.settings, FOLLOWER, utc_now)
    engine.dispose()

    assert before == [(None,)]
    assert world.rows("select customer_id from web_push_subscriptions") == [(ana,)]
    assert [it for it in ledger(world, ana) if it[0] == "web_push"] == [
        ("web_push", "given", "form")
    ]
    assert world.rows(
        "select e.decided_at = s.agreed_at, t.text from consent_entries e"
        " join web_push_subscriptions s using (org_id) join consent_texts t"
        " on t.org_id = e.org_id and t.text_hash = e.text_hash where e.channel = 'web_push'"
    ) == [(True, TEXT)]


def test_person_who_typed_another_persons_address_stays_anonymous(world: World) -> None:
    ana = world.submit("ana@example.com")
    world.visitor.cookies.clear()
    world.submit("ana@example.com")

    world.subscribe(world.browser())

    assert world.rows("select customer_id from web_push_subscriptions") == [(None,)]
    assert not [it for it in ledger(world, ana) if it[0] == "web_push"]


def test_browser_can_change_the_endpoint_of_its_subscription(world: World) -> None:
    phone = world.browser()
    world.subscribe(phone, text_shown=GERMAN)
    again = world.browser("phone-2")
    organization = world.admin.org_id
    sent = {
        "organization": organization,
        "endpoint": phone.endpoint,
        "subscription": again.subscription,
    }
    before = world.rows("select subscription_id, text_hash from web_push_subscriptions")

    renewed = world.visitor.post("/v1/web-push-renew", json=sent)
    unknown = world.visitor.post("/v1/web-push-renew", json=sent)
    elsewhere = world.visitor.post("/v1/web-push-renew", json={**sent, "organization": "org_x"})

    assert [it.status_code for it in (renewed, unknown, elsewhere)] == [200, 404, 404]
    assert world.rows("select subscription_id, text_hash from web_push_subscriptions") == before
    world.unsubscribe(again)
    assert not world.rows("select from web_push_subscriptions")


def test_private_push_key_is_encrypted(world: World) -> None:
    world.key()

    ((key,),) = world.rows("select private_key_sealed from web_push_keys")
    assert "PRIVATE" not in key
